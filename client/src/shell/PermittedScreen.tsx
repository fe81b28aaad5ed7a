import { Outlet, useLocation } from "react-router";
import { useSession } from "../session.ts";
import { lazyPart } from "../ui/lazyPart.ts";
import { guardedPath, usePermissions } from "./permission.ts";

const useNoPermission = lazyPart(async () => (await import("./NoPermission.tsx")).NoPermission);

/** The screen of the address, if the menu has it. None once the session has ended, until the router leaves: it would be read. */
export function PermittedScreen() {
  const isPermitted = usePermissions();
  const path = guardedPath(useLocation().pathname);
  if (useSession() === null) return null;
  return path && !isPermitted(path) ? <Missing key={path} path={path} /> : <Outlet />;
}

function Missing({ path }: Parameters<NonNullable<ReturnType<typeof useNoPermission>[0]>>[0]) {
  const [NoPermission] = useNoPermission();
  return NoPermission ? <NoPermission path={path} /> : null;
}
