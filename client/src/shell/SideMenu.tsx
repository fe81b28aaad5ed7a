import { Button, NavLink } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { IconRefresh } from "@tabler/icons-react";
import { useContext, useEffect, useState, useTransition } from "react";
import { NavLink as RouterNavLink } from "react-router";
import { markFirstScreenDrawn } from "../ui/firstScreen.ts";
import { MenuIcon } from "./MenuIcon.tsx";
import { fetchMenu } from "./menu.ts";
import { MenuContext } from "./permission.ts";
import { Skeleton } from "../ui/Skeleton.tsx";

/** The menu is part of a screen's query and fails silently with it; after this time an error is shown. */
const MENU_TIMEOUT_MS = 10_000;

/** The main menu, in the order of the services. */
export function SideMenu({ onChosen }: { readonly onChosen: () => void }) {
  const menu = useContext(MenuContext);
  const [isRetrying, startRetry] = useTransition();
  const isLate = useIsLate();
  const hasAnswer = menu !== undefined || isLate;

  useEffect(() => {
    if (hasAnswer) markFirstScreenDrawn();
  }, [hasAnswer]);

  if (isRetrying || (menu === undefined && !isLate)) {
    return Array.from({ length: 4 }, (_, row) => <Skeleton key={row} className="side-bar-place" />);
  }
  if (!menu) {
    return (
      <div className="menu-failed" role="alert">
        <p>O menu não pôde ser carregado.</p>
        <Button
          variant="default"
          size="xs"
          title="O menu não pôde ser carregado. Tentar novamente"
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={() => startRetry(fetchMenu)}
        >
          Tentar novamente
        </Button>
      </div>
    );
  }
  return menu
    .filter(({ rota }) => isPath(rota))
    .map(({ id, titulo, rota, icone }) => (
      <NavLink
        key={id}
        component={RouterNavLink}
        to={rota}
        label={<span className="side-bar-label">{titulo}</span>}
        leftSection={<MenuIcon name={icone} />}
        onClick={onChosen}
      />
    ));
}

/** Menu entries may only link within this portal. */
function isPath(rota: string): boolean {
  return /^\/(?![/\\])/.test(rota);
}

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useTimeout(() => setIsLate(true), MENU_TIMEOUT_MS, { autoInvoke: true });
  return isLate;
}
