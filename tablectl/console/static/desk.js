// What every part of the page may reach: the visit, the newest screen, and how a button is pressed.

import { createContext, useContext } from "./vendor/preact-htm.js";

/** `{visit, screen, primary, rest, keys, busy, robot, staging, press(button), stage(order, name), open(draw), close()}` */
export const Desk = createContext(null);
export const useDesk = () => useContext(Desk);
