import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrdemAcionamentos } from "../gql/graphql.ts";
import { type ListFilter, listTarget, MAX_STATUSES } from "../shell/addresses.ts";
import { usePermissions } from "../shell/permission.ts";

export interface ListLinkProps extends ListFilter {
  readonly label: string;
  readonly ordem?: OrdemAcionamentos;
  readonly className: string;
  readonly children: ReactNode;
}

/** A number that links to its list; plain text if its statuses are none or too many, or the user may not open lists. */
export function ListLink({ label, ordem, className, children, ...filter }: ListLinkProps) {
  const isPermitted = usePermissions();
  const { length } = filter.statuses;
  const isList = length > 0 && length <= MAX_STATUSES;
  if (!isList || !isPermitted("/consulta-acionamento")) return <span className={className}>{children}</span>;
  return (
    <Link className={className} {...listTarget(filter, ordem)} aria-label={label}>
      {children}
    </Link>
  );
}
