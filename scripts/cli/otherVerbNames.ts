/**
 * Names of the verbs that the client does not have. The joined program has them written out in the
 * place of this module.
 */
import type { LazyVerb } from "../../api/cli/session.js";
import { otherVerbs } from "./verbs.js";

export const otherVerbNames: readonly Pick<LazyVerb, "names" | "group">[] = otherVerbs.map(
  ({ group, names }) => (group === undefined ? { names } : { names, group }),
);
