import { loadMenu } from "../shell/menu.ts";

export const loadVisualiza = loadMenu;
