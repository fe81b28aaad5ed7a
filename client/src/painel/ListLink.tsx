import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrdemAcionamentos } from "../gql/graphql.ts";
import { listAddress, type ListFilter } from "../shell/listAddress.ts";
import { usePermissions } from "../shell/permission.ts";

export interface ListLinkProps extends ListFilter {
  readonly label: string;
  readonly ordem?: OrdemAcionamentos;
  readonly className: string;
  readonly children: ReactNode;
}

/** A number that opens its list, if the user may open lists. */
export function ListLink({ label, ordem, className, children, ...filter }: ListLinkProps) {
  const mayOpen = usePermissions()("/consulta-acionamento");
  const address = mayOpen ? listAddress(filter, ordem) : undefined;
  if (address === undefined) return <span className={className}>{children}</span>;
  return (
    <Link className={className} to={address} aria-label={label}>
      {children}
    </Link>
  );
}
