import { loadMenu } from "../shell/menu.ts";

export const loadNovo = loadMenu;
