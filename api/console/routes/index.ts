/**
 * Screens of the console. A screen that is added here is added to CONSOLE_SCREENS of the contract,
 * too, so that the node serves its address.
 */
import type { Screen } from "../router.js";

export const screens: readonly Screen[] = [
  { segment: "", hasId: false, title: "calc", load: () => import("./home.js") },
  { segment: "operators", hasId: false, title: "Operators", load: () => import("./operators.js") },
];

/** Words of the rail, with the letter that goes there after `g`. */
export const navigation: readonly {
  readonly to: string;
  readonly word: string;
  readonly letter: string;
}[] = [
  { to: "/", word: "Ask", letter: "a" },
  { to: "/operators", word: "Operators", letter: "o" },
];
