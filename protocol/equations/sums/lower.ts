/** From a sum in the tree to the step that runs it. */
import { once } from "../../once.js";
import type { NameExpr, SeriesExpr } from "../reading/ast.js";
import { valueFunction } from "../evaluation/valueFunction.js";
import type { Bind, Lower, Node } from "../evaluation/node.js";
import type { NameBinding } from "../reading/bindNames.js";
import { Tape } from "../evaluation/tape.js";
import { refuse } from "../reading/refuse.js";
import { letterOf } from "../reading/boundNames.js";
import { Budget, SeriesRule } from "./rule.js";
import type { Gather } from "./rule.js";

/** Operands of a step that has a tape of its own, and how the names of its term reach them. */
export class Operands {
  readonly nodes: Node[] = [];
  readonly scalars: { slot: number; arg: number }[] = [];
  slots: number;
  readonly #bind: Bind;
  readonly #lower: Lower;
  readonly #slotOf = new Map<string, number>();
  readonly #argOf = new Map<string, number>();

  /** @param own slots of the term that are no operands, such as its index */
  constructor(bind: Bind, lower: Lower, own: number) {
    this.#bind = bind;
    this.#lower = lower;
    this.slots = own;
  }

  /** Operand that holds the value of a name outside. */
  arg(at: NameExpr): number {
    const key = keyOf(at);
    const known = this.#argOf.get(key);
    if (known !== undefined) return known;
    this.nodes.push(this.#lower(at, this.#bind));
    this.#argOf.set(key, this.nodes.length - 1);
    return this.nodes.length - 1;
  }

  /** Binding of a name inside the term that has no index of it. */
  scalar(at: NameExpr): NameBinding {
    const outside = this.#bind(at.name, at);
    // A number without an uncertainty needs no operand.
    if (outside.kind === "constant" && outside.constant === null && outside.exact) return outside;
    const key = keyOf(at);
    const known = this.#slotOf.get(key);
    if (known !== undefined) return { kind: "slot", slot: known };
    const slot = this.slots;
    this.slots += 1;
    this.#slotOf.set(key, slot);
    this.scalars.push({ slot, arg: this.arg(at) });
    return { kind: "slot", slot };
  }
}

function keyOf({ name, members }: NameExpr): string {
  return members === undefined ? name : `${name} ${members.letters.join(" ")}`;
}

function plainName(name: string, at: NameExpr | SeriesExpr): NameExpr {
  return { type: "name", name, span: at.span };
}

/** Sums nested in each other share one budget; lowering is synchronous and never interleaved. */
let enclosing: Budget | null = null;

export function sharedBudget<T>(make: (budget: Budget, isOutermost: boolean) => T): T {
  const isOutermost = enclosing === null;
  const budget = enclosing ?? new Budget();
  enclosing = budget;
  try {
    return make(budget, isOutermost);
  } finally {
    if (isOutermost) enclosing = null;
  }
}

/** @param expr with one index whose two ends are settled */
export function lowerSeries(expr: SeriesExpr, bind: Bind, lower: Lower): Node {
  const [index] = expr.indices;
  const { from, to } = index ?? {};
  if (index === undefined || from === undefined || to === undefined) {
    return refuse("sum", "This sum has no range: write its index as in SUM_{i=1..n}.", expr);
  }
  return sharedBudget((budget, isOutermost) => {
    const operands = new Operands(bind, lower, 1);
    operands.nodes.push(lower(from, bind), lower(to, bind));
    const gathers: Gather[] = [];
    const byName = new Map<string, number>();
    const root = lower(expr.body, (name, at) => {
      if (name === index.name) return { kind: "slot", slot: 0 };
      if (at.type !== "name") return bind(name, at);
      if (at.members?.letters.includes(index.name) !== true) return operands.scalar(at);
      const key = keyOf(at);
      const known = byName.get(key);
      if (known !== undefined) return { kind: "slot", slot: known };
      const slot = operands.slots;
      operands.slots += 1;
      byName.set(key, slot);
      gathers.push(gatherOf(at, slot, index.name, operands));
      return { kind: "slot", slot };
    });
    const { relation } = index;
    const other = relation === undefined ? null : otherArg(relation.other, expr, operands);
    const rule = new SeriesRule(
      {
        type: expr.type,
        index: letterOf(index.name),
        root,
        tape: new Tape(root, operands.slots),
        value: once(() => valueFunction(root)),
        slots: operands.slots,
        expr,
        gathers,
        scalars: operands.scalars,
        relation: relation === undefined || other === null ? null : { op: relation.op, arg: other },
        only: index.only === undefined ? null : new Set(index.only),
      },
      budget,
      isOutermost,
    );
    return { op: "many", rule, args: operands.nodes, expr };
  });
}

/** The other side of `j > i`: a number, an index around, or an input. */
function otherArg(other: string, expr: SeriesExpr, operands: Operands): number {
  if (!/^[0-9]/.test(other)) return operands.arg(plainName(other, expr));
  operands.nodes.push({ op: "constant", value: Number(other), constant: null, exact: true, expr });
  return operands.nodes.length - 1;
}

function gatherOf(at: NameExpr, slot: number, index: string, operands: Operands): Gather {
  const { letters, entries } = at.members!;
  if (entries.length === 0) {
    return { slot, indexArgs: [-1], low: [0], size: [0], table: new Int32Array(0) };
  }
  const low = letters.map((_, i) => Math.min(...entries.map((entry) => entry.at[i]!)));
  const size = letters.map(
    (_, i) => Math.max(...entries.map((entry) => entry.at[i]!)) - low[i]! + 1,
  );
  const cells = size.reduce((product, n) => product * n, 1);
  if (!(cells <= CELLS_MAX)) return refuse("budget", `${at.name} has too many members.`, at);
  const table = new Int32Array(cells).fill(-1);
  for (const entry of entries) {
    const offset = entry.at.reduce((sum, value, i) => sum * size[i]! + value - low[i]!, 0);
    table[offset] = operands.arg(plainName(entry.name, at));
  }
  const indexArgs = letters.map((letter) =>
    letter === index ? -1 : operands.arg(plainName(letter, at)),
  );
  return { slot, indexArgs, low, size, table };
}

/** Cells of the table of a family: its indices may leave most of it empty. */
const CELLS_MAX = 4_000_000;
