import { loadMenu } from "../shell/menu.ts";

export const loadConsulta = loadMenu;
