import type { ResultCheck } from "../lowering/checks.js";
import type { ResultUnit } from "../evaluation/evaluate.js";
import type { Ode } from "../reading/ast.js";
import type { NameTable } from "../reading/bindNames.js";
import type { Problem } from "./names.js";

/** What both ways of solving need of one problem. */
export interface OdeParts {
  readonly ode: Ode;
  readonly problem: Problem;
  readonly names: NameTable;
  readonly canonical: string;
  readonly result: ResultUnit;
  readonly check: ResultCheck | null;
  readonly notes: readonly string[];
}
