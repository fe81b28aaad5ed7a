import { useFragment, useReactiveVar } from "@apollo/client/react";
import { ActionIcon } from "@mantine/core";
import { useDisclosure, useWindowEvent } from "@mantine/hooks";
import { IconMenu2, IconX } from "@tabler/icons-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { Link, type Location, ScrollRestoration, useNavigation, useRevalidator } from "react-router";
import { useDeferredMessages } from "../deferredMessages.ts";
import { isProduction } from "../environment.ts";
import { MenuFragmentDoc } from "../gql/graphql.ts";
import { failedReads } from "../graph/client.ts";
import { randomId } from "../randomId.ts";
import { displayName, isSessionOnlyInMemory, useSession, type Usuario } from "../session.ts";
import { whenFirstScreenDrawn } from "../ui/firstScreen.ts";
import { Logo } from "../ui/Logo.tsx";
import { showAlert } from "../ui/overlays.ts";
import { KeysHelp } from "./KeysHelp.tsx";
import { lazyComponent } from "./lazyComponent.ts";
import { OfflineBanner } from "./OfflineBanner.tsx";
import { MenuContext } from "./permission.ts";
import { PermittedScreen } from "./PermittedScreen.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { UserButton } from "./UserButton.tsx";

const after = whenFirstScreenDrawn();
const useUserMenu = lazyComponent(async () => (await import("./UserMenu.tsx")).UserMenu, after);
const useToasts = lazyComponent(async () => (await import("./Toasts.tsx")).Toasts, after);

const NOT_STORED =
  "Este navegador não guarda dados: o armazenamento está bloqueado ou cheio. " +
  "A sua sessão e os seus rascunhos ficam só na memória desta aba e se perdem se você a recarregar ou fechar.";

/** Longer than the gateway's limit. The query that has the menu may hang, or not be sent (its code is missing). */
const MENU_TIMEOUT_MS = 20_000;

/**
 * The key of the history entry with which the page was loaded. The router gives each such entry the key "default", under
 * which the scroll position of another address may be stored. It is in the history state, to outlive a reload.
 */
const firstKey: string = history.state?.firstKey ?? randomId();
history.replaceState({ ...history.state, firstKey }, "");
const scrollKey = ({ key }: Location) => (key === "default" ? firstKey : key);

/** The layout of all screens with a session: top bar, menu, and the screen. */
export function Shell({ children }: { readonly children?: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const burger = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLElement>(null);
  const usuario = useSession()?.usuario;
  const isLoading = useNavigation().state === "loading";
  const { revalidate } = useRevalidator();
  useDeferredMessages();
  useEffect(() => {
    if (isSessionOnlyInMemory()) showAlert(NOT_STORED);
  }, []);
  // Not if nothing is missing: a list that is read again may move its rows under the reader.
  useWindowEvent("online", () => {
    if (failedReads().length === 0) return;
    failedReads([]);
    void revalidate();
  });

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
    <MenuProvider>
      {/* Handles the key of the elements in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown}>
        <a className="skip-link no-print" href="#conteudo" onClick={onSkip}>
          Ir para o conteúdo
        </a>
        <header className="top-bar no-print">
          <ActionIcon
            ref={burger}
            variant="subtle"
            color="gray"
            size={36}
            onClick={toggle}
            hiddenFrom="sm"
            aria-label={isOpen ? "Fechar o menu" : "Abrir o menu"}
            aria-expanded={isOpen}
            aria-controls="menu"
          >
            {isOpen ? <IconX size={22} aria-hidden /> : <IconMenu2 size={22} aria-hidden />}
          </ActionIcon>
          <Link to="/home-page" className="top-bar-mark" aria-label="Acionamentos, início">
            <Logo />
          </Link>
          {!isProduction && <span className="environment">Homologação</span>}
          <SearchBox />
          {usuario && <LazyUserMenu usuario={usuario} />}
          {isLoading && <div className="progress" />}
        </header>
        <SideMenu isOpen={isOpen} onBlur={onBlur} onChosen={close} />
        <main ref={content} id="conteudo" className="content" tabIndex={-1}>
          {children ?? <PermittedScreen />}
        </main>
        <OfflineBanner />
        <LazyToasts />
        <KeysHelp />
        <ScrollRestoration getKey={scrollKey} />
      </div>
    </MenuProvider>
  );
}

/** Gives the menu to the shell by context, so that only what reads it renders again when it comes. */
function MenuProvider({ children }: { readonly children: ReactNode }) {
  const { data, complete } = useFragment({ fragment: MenuFragmentDoc, from: "ROOT_QUERY" });
  const hasFailed = useReactiveVar(failedReads).length > 0;
  const [isLate, setIsLate] = useState(false);
  // Not Mantine's hook, which the login uses: the bundler would join the login with the shell, and so with Apollo Client.
  useEffect(() => {
    const late = setTimeout(() => setIsLate(true), MENU_TIMEOUT_MS);
    return () => clearTimeout(late);
  }, []);
  const missing = hasFailed || isLate ? null : undefined;
  return <MenuContext value={complete ? data.menu : missing}>{children}</MenuContext>;
}

function LazyToasts() {
  const [Toasts] = useToasts();
  return Toasts && <Toasts />;
}

/** The user menu, or its button until the menu is loaded. */
function LazyUserMenu({ usuario }: { readonly usuario: Usuario }) {
  const [UserMenu, retry] = useUserMenu();
  /** The button was clicked before the menu was loaded. */
  const [isWanted, setWanted] = useState(false);

  async function openMenu() {
    setWanted(true);
    if (await retry()) return;
    setWanted(false);
    showAlert("O menu não pôde ser aberto. Verifique a conexão e tente de novo, ou recarregue a página.");
  }

  if (!UserMenu) return <UserButton name={displayName(usuario)} onClick={() => void openMenu()} />;
  return <UserMenu usuario={usuario} defaultOpened={isWanted} />;
}
