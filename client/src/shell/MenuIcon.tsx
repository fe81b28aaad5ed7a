import {
  type IconProps,
  IconHome,
  IconPlus,
  IconPointFilled,
  IconRefresh,
  IconSearch,
  IconUser,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

/** Icons by their names in the services. */
const ICONS: Readonly<Record<string, ComponentType<IconProps>>> = {
  home: IconHome,
  plus: IconPlus,
  search: IconSearch,
  refresh: IconRefresh,
  user: IconUser,
};

/** The icon of a menu entry; a dot for an unknown name. */
export function MenuIcon({ name }: { readonly name: string | null }) {
  const Icon = (name && ICONS[name]) || IconPointFilled;
  return <Icon size={18} stroke={1.75} aria-hidden />;
}
