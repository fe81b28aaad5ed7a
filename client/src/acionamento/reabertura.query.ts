import { loadMenu } from "../shell/menu.ts";

export const loadReabertura = loadMenu;
