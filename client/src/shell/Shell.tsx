import { AppShell, Burger } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  lazy,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from "react";
import { Link, Outlet, ScrollRestoration, useNavigation } from "react-router";
import { isProduction } from "../environment.ts";
import { useSession } from "../session.ts";
import { Logo } from "../ui/Logo.tsx";
import { OfflineBanner } from "./OfflineBanner.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { UserButton } from "./UserButton.tsx";

// Lazy: fetched after the screen.
const UserMenu = lazy(async () => ({ default: (await import("./UserMenu.tsx")).UserMenu }));
const Toasts = lazy(async () => ({ default: (await import("./Toasts.tsx")).Toasts }));

/** The layout of all screens with a session: top bar, menu, and the screen. */
export function Shell({ children }: { readonly children?: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  /** The user menu was clicked before it was loaded. */
  const [isMenuWanted, setMenuWanted] = useState(false);
  const burger = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLElement>(null);
  const usuario = useSession()?.usuario;
  const isLoading = useNavigation().state === "loading";

  function onSkip(event: MouseEvent) {
    // Following the link would add a history entry.
    event.preventDefault();
    content.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isOpen) return;
    close();
    burger.current?.focus();
  }

  /** On narrow screens the menu covers the page: close it when it loses the focus. */
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && relatedTarget !== burger.current && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", sm: "lg" }}
      onKeyDown={onKeyDown}
    >
      <a className="skip-link" href="#conteudo" onClick={onSkip}>
        Ir para o conteúdo
      </a>
      <AppShell.Header className="top-bar no-print">
        <Burger
          ref={burger}
          opened={isOpen}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={isOpen ? "Fechar o menu" : "Abrir o menu"}
          aria-expanded={isOpen}
          aria-controls="menu"
        />
        <Link to="/home-page" className="top-bar-mark" aria-label="Acionamentos, início">
          <Logo />
        </Link>
        {!isProduction && <span className="environment">Homologação</span>}
        <SearchBox />
        {usuario && (
          <Suspense fallback={<UserButton nome={usuario.nome} onClick={() => setMenuWanted(true)} />}>
            <UserMenu usuario={usuario} defaultOpened={isMenuWanted} />
          </Suspense>
        )}
        {isLoading && <div className="progress" />}
      </AppShell.Header>
      <AppShell.Navbar id="menu" className="side-bar no-print" data-open={isOpen || undefined} onBlur={onBlur}>
        <nav aria-label="Principal">
          <SideMenu onChosen={close} />
        </nav>
      </AppShell.Navbar>
      <AppShell.Main ref={content} id="conteudo" tabIndex={-1}>
        {children ?? <Outlet />}
      </AppShell.Main>
      <OfflineBanner />
      <Suspense>
        <Toasts />
      </Suspense>
      <ScrollRestoration />
    </AppShell>
  );
}
