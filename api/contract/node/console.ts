/** The console: the page that a node serves to browsers, and the files it is made of. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { ANY_TYPE } from "../definition/preEncoded.js";

/** Screens by the first segment of their address, and whether an id may follow it. */
const CONSOLE_SCREENS: Readonly<Record<string, boolean>> = {
  ask: false,
  contracts: true,
  contribute: false,
  jobs: false,
  machines: true,
  operators: true,
  mail: true,
  models: false,
  pages: false,
  reactor: true,
  streams: true,
  vault: false,
  solvers: true,
  mesh: false,
  node: false,
  api: false,
  verify: false,
};
/** Of a name that the build gives a file. */
const FILE_CHARS_MAX = 256;

/** Whether a path is an address of a screen: `/operators`, `/operators/`, `/operators/NM21`. */
export function isConsolePath(path: string): boolean {
  // A person's slash at the end is no other address.
  const [, screen = "", id, ...others] = path.replace(/(.)\/$/, "$1").split("/");
  if (!Object.hasOwn(CONSOLE_SCREENS, screen) || others.length > 0) return false;
  return id === undefined || (CONSOLE_SCREENS[screen] === true && isName(id));
}

function isName(encoded: string): boolean {
  try {
    return decodeURIComponent(encoded) !== "";
  } catch {
    return false;
  }
}

/** A file of the console. */
export const consoleFile = defineOperation({
  id: "calc_console_file",
  method: "GET",
  path: "/console/:file",
  since: SINCE,
  summary: "A file of the console: its name has the hash of what it holds",
  auth: "none",
  effect: "read",
  limits: { ...WORKING, rate: null },
  produces: [ANY_TYPE],
  cache: { control: "public, max-age=31536000, immutable" },
  headers: ["accept-encoding"],
  anyQuery: true,
  input: z.strictObject({
    file: z.string().max(FILE_CHARS_MAX).describe("Name of the file, as the page states it"),
  }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND"],
  examples: [{ input: { file: "main-Dk3v9Qa1.js" }, output: "import './parts.js';\n" }],
});
