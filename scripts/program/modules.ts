/**
 * What runs a command line, module by module as it was compiled. The joined program has
 * `scripts.ts` in the place of this one.
 */
export const programs = {
  client: () => import("../cli/clientMain.js"),
  daemon: () => import("../cli/daemonMain.js"),
  verbs: () => import("../cli/main.js"),
};
