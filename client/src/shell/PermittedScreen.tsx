import { Outlet, useLocation } from "react-router";
import { lazyPart } from "../ui/lazyPart.ts";
import { guardedPath, usePermissions } from "./permission.ts";

const useNoPermission = lazyPart(async () => (await import("./NoPermission.tsx")).NoPermission);

/** The screen of the address, if the menu has it. */
export function PermittedScreen() {
  const isPermitted = usePermissions();
  const path = guardedPath(useLocation().pathname);
  return path && !isPermitted(path) ? <Missing key={path} path={path} /> : <Outlet />;
}

function Missing({ path }: Parameters<NonNullable<ReturnType<typeof useNoPermission>[0]>>[0]) {
  const [NoPermission] = useNoPermission();
  return NoPermission ? <NoPermission path={path} /> : null;
}
