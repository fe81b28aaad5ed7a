import { NavLink } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  type IconProps,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconPointFilled,
  IconRefresh,
  IconSearch,
  IconUser,
} from "@tabler/icons-react";
import { type ComponentType, type FocusEvent, useContext, useEffect, useTransition } from "react";
import { NavLink as RouterNavLink } from "react-router";
import { preference, usePreference } from "../preferences.ts";
import { markFirstScreenDrawn } from "../ui/firstScreen.ts";
import { focusAround } from "../ui/overlays.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { fetchMenu } from "./menu.ts";
import { MenuContext } from "./permission.ts";

/** Whether the menu shows icons alone; `undefined` until the user has chosen. */
const fold = preference("menu", (stored) => (typeof stored === "boolean" ? stored : undefined));

/** Where a whole menu would leave too little for the screens. As in frame.css. */
const SCARCE = "(max-width: 70em)";

/** Icons by their names in the services. */
const ICONS: Readonly<Record<string, ComponentType<IconProps>>> = {
  home: IconHome,
  plus: IconPlus,
  search: IconSearch,
  refresh: IconRefresh,
  user: IconUser,
};

interface SideMenuProps {
  /** Whether it is open on a narrow screen, where it covers the page. */
  readonly isOpen: boolean;
  onBlur(event: FocusEvent): void;
  onChosen(): void;
}

/** The main menu, which a button folds to its icons. */
export function SideMenu({ isOpen, onBlur, onChosen }: SideMenuProps) {
  const [chosen, setChosen] = usePreference(fold);
  const isScarce = useMediaQuery(SCARCE, false, { getInitialValueInEffect: false });
  const isFolded = chosen ?? isScarce;
  return (
    // Handles the focus leaving the menu.
    <div
      id="menu"
      className="side-bar no-print"
      data-open={isOpen || undefined}
      data-folded={isFolded || undefined}
      onBlur={onBlur}
    >
      <nav aria-label="Principal" tabIndex={-1}>
        <Entries onChosen={onChosen} />
      </nav>
      <NavLink
        component="button"
        className="side-bar-fold"
        visibleFrom="sm"
        label={isFolded ? "Expandir o menu" : "Recolher o menu"}
        leftSection={iconOf(isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse)}
        onClick={() => setChosen(!isFolded)}
        aria-expanded={!isFolded}
        aria-controls="menu"
      />
    </div>
  );
}

/** The entries in the order of the services. */
function Entries({ onChosen }: Pick<SideMenuProps, "onChosen">) {
  const menu = useContext(MenuContext);
  const [isRetrying, startRetry] = useTransition();
  const isWaiting = menu === undefined;

  useEffect(() => {
    if (!isWaiting) markFirstScreenDrawn();
  }, [isWaiting]);

  if (isRetrying || isWaiting) {
    return Array.from({ length: 4 }, (_, row) => <Skeleton key={row} className="side-bar-place" />);
  }
  if (!menu) {
    return (
      <div role="alert">
        <NavLink
          component="button"
          label="Tentar novamente"
          description="O menu não pôde ser carregado."
          leftSection={iconOf(IconRefresh)}
          onClick={({ currentTarget }) => {
            focusAround(currentTarget);
            startRetry(fetchMenu);
          }}
        />
      </div>
    );
  }
  // Only within this portal. URLs are read without their control characters.
  const entries = menu.filter(({ rota }) => /^\/(?![/\\])\P{Cc}*$/u.test(rota));
  if (entries.length === 0) return <p className="note">O seu menu está vazio.</p>;
  return entries.map(({ id, titulo, rota, icone }) => (
    <NavLink
      key={id}
      component={RouterNavLink}
      to={rota}
      label={titulo}
      leftSection={iconOf((icone && ICONS[icone]) || IconPointFilled)}
      onClick={onChosen}
    />
  ));
}

function iconOf(Icon: ComponentType<IconProps>) {
  return <Icon size={18} stroke={1.75} aria-hidden />;
}
