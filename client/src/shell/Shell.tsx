import { useQuery } from "@apollo/client/react";
import { AppShell, Burger, NavLink, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { Link, NavLink as RouterNavLink, Outlet, ScrollRestoration, useNavigation } from "react-router";
import { isProduction } from "../environment.ts";
import { Mark } from "../ui/Mark.tsx";
import { MenuIcon } from "./MenuIcon.tsx";
import { MenuQuery } from "./menu.ts";
import { UserMenu } from "./UserMenu.tsx";
import { SearchBox } from "./SearchBox.tsx";

/** The frame of every screen of a signed-in person: top bar, menu, and the screen. */
export function Shell({ children }: { readonly children?: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const isLoading = useNavigation().state === "loading";
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", sm: "lg" }}
    >
      <a className="skip-link" href="#conteudo">
        Ir para o conteúdo
      </a>
      <AppShell.Header className="top-bar no-print">
        <Burger
          opened={isOpen}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={isOpen ? "Fechar o menu" : "Abrir o menu"}
          aria-expanded={isOpen}
        />
        <Link to="/home-page" className="top-bar-mark">
          <Mark />
        </Link>
        {!isProduction && <span className="environment">Homologação</span>}
        <SearchBox />
        <UserMenu />
        {isLoading && <div className="progress" />}
      </AppShell.Header>
      <AppShell.Navbar className="side-bar no-print">
        <nav aria-label="Principal">
          <Menu onChosen={close} />
        </nav>
      </AppShell.Navbar>
      <AppShell.Main id="conteudo">{children ?? <Outlet />}</AppShell.Main>
      <Notifications position="bottom-right" autoClose={5000} />
      <ScrollRestoration />
    </AppShell>
  );
}

/** What the person may open, in the order of the services. */
function Menu({ onChosen }: { readonly onChosen: () => void }) {
  const { data } = useQuery(MenuQuery, { fetchPolicy: "cache-only", errorPolicy: "all" });
  if (!data) return Array.from({ length: 5 }, (_, row) => <Skeleton key={row} height={36} mb={6} />);
  if (!data.menu) return <p className="menu-failed">O menu não pôde ser carregado.</p>;
  return data.menu.map(({ id, titulo, rota, icone }) => (
    <NavLink
      key={id}
      component={RouterNavLink}
      to={rota}
      label={titulo}
      leftSection={<MenuIcon name={icone} />}
      onClick={onChosen}
    />
  ));
}
