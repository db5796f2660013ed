/** The list of operations that a tape runs, made once of the tree of an equation. */
import type { Expr } from "../reading/ast.js";
import { SQRT } from "./functions.js";
import { emptyRun } from "./many.js";
import type { ManyRule, ManyRun } from "./many.js";
import type { Node } from "./node.js";
import type { BinaryRule, UnaryRule } from "./rules.js";

/** Codes of the operations; those from `neg` on, but `call2`, have one operand. */
export const CODES = {
  add: 1,
  sub: 2,
  mul: 3,
  div: 4,
  neg: 5,
  root: 6,
  powi: 7,
  call1: 8,
  call2: 9,
  many: 10,
} as const;

export interface ConstantLeaf {
  readonly index: number;
  readonly name: string;
  readonly value: number;
}

export interface Step {
  readonly code: number;
  readonly a: number;
  readonly b: number;
  readonly n: number;
  readonly rule1: UnaryRule | null;
  readonly rule2: BinaryRule | null;
  readonly many: ManyStep | null;
  readonly expr: Expr;
}

/** `args` are the operands; the buffers hold them during a run. */
export interface ManyStep {
  readonly rule: ManyRule;
  readonly args: Int32Array;
  readonly run: ManyRun;
  readonly values: Float64Array;
  readonly reaches: Float64Array;
}

/** Rough costs, measured: they bound the work of a search, a sum or an integral. */
const ELEMENTARY_COST = 30;
const SPECIAL_COST = 30_000;
/** Those that take a fifth of a millisecond or, near the circle of convergence, two or three. */
const COSTLY: ReadonlyMap<string, number> = new Map([
  ["zeta", 60_000],
  ["gammainc", 60_000],
  ["polylog", 1_000_000],
]);

/** Work of one run of a step, in units of one addition. */
export function costOf({ code, rule1, rule2, many }: Step): number {
  if (many !== null) return many.rule.cost;
  const special = rule1?.loose === true ? rule1 : rule2?.loose === true ? rule2 : null;
  if (special !== null) return COSTLY.get(special.name) ?? SPECIAL_COST;
  return code >= CODES.powi ? ELEMENTARY_COST : 1;
}

/** One call of theirs takes longer than its cost says, which bounds searches and stays. */
const WORK: ReadonlyMap<string, number> = new Map([["betainc", 200_000]]);

/** What a step counts as, for others who wait meanwhile. */
export function workOf(step: Step): number {
  return WORK.get(step.many?.rule.name ?? step.rule2?.name ?? "") ?? costOf(step);
}

const JUMPS: ReadonlySet<string> = new Set(
  "floor ceil sign heaviside mod factorial binomial".split(" "),
);

/** Whether the value of a step jumps somewhere, or is there for whole numbers alone. */
export function hasJumps({ rule1, rule2 }: Step): boolean {
  return JUMPS.has(rule1?.name ?? rule2?.name ?? "");
}

/** Leaves first (slots, then constants, equal ones once), then the steps in evaluation order. */
export class TapeBuilder {
  readonly leaves: { value: number; exact: boolean }[] = [];
  readonly constants: ConstantLeaf[] = [];
  readonly steps: Step[] = [];
  /** Steps that depend on a slot; the others are computed once. */
  readonly active: number[] = [];
  readonly #leafOf = new Map<string, number>();
  readonly #stepOf = new Map<string, number>();
  readonly #moving = new Set<number>();

  constructor(slotCount: number) {
    for (let i = 0; i < slotCount; i += 1) {
      this.leaves.push({ value: 0, exact: true });
      this.#moving.add(i);
    }
  }

  collectLeaves(node: Node): void {
    if (node.op === "slot") return;
    if (node.op === "constant") {
      const key = node.constant === null ? `=${node.value}` : node.constant;
      if (this.#leafOf.has(key)) return;
      const index = this.leaves.length;
      this.#leafOf.set(key, index);
      this.leaves.push({ value: node.value, exact: node.exact });
      if (node.constant !== null)
        this.constants.push({ index, name: node.constant, value: node.value });
      return;
    }
    if (node.op === "many") {
      node.args.forEach((arg) => this.collectLeaves(arg));
      return;
    }
    this.collectLeaves(node.a);
    if ("b" in node) this.collectLeaves(node.b);
  }

  add(node: Node): number {
    if (node.op === "slot") return node.slot;
    if (node.op === "constant")
      return this.#leafOf.get(node.constant === null ? `=${node.value}` : node.constant)!;
    if (node.op === "many") return this.#addMany(node);
    const a = this.add(node.a);
    const b = "b" in node ? this.add(node.b) : a;
    // The same operation on the same operands is one step: its error is then one error, and may
    // cancel.
    const key = `${codeOf(node)} ${a} ${b} ${detailOf(node)}`;
    const known = this.#stepOf.get(key);
    if (known !== undefined) return known;
    const index = this.leaves.length + this.steps.length;
    this.#stepOf.set(key, index);
    if (this.#moving.has(a) || this.#moving.has(b)) {
      this.#moving.add(index);
      this.active.push(this.steps.length);
    }
    this.steps.push({
      code: codeOf(node),
      a,
      b,
      n: node.op === "powi" ? node.n : 0,
      expr: node.expr,
      rule1: node.op === "call1" ? node.rule : null,
      rule2: node.op === "call2" ? node.rule : null,
      many: null,
    });
    return index;
  }

  #addMany({ rule, args, expr }: Node & { op: "many" }): number {
    const operands = Int32Array.from(args, (arg) => this.add(arg));
    const index = this.leaves.length + this.steps.length;
    if (operands.some((operand) => this.#moving.has(operand))) {
      this.#moving.add(index);
      this.active.push(this.steps.length);
    }
    const many: ManyStep = {
      rule,
      args: operands,
      run: emptyRun(operands.length),
      values: new Float64Array(operands.length),
      reaches: new Float64Array(operands.length),
    };
    this.steps.push({ code: CODES.many, a: 0, b: 0, n: 0, expr, rule1: null, rule2: null, many });
    return index;
  }
}

function detailOf(node: Node): string {
  if (node.op === "powi") return String(node.n);
  return node.op === "call1" || node.op === "call2" ? node.rule.name : "";
}

function codeOf(node: Exclude<Node, { op: "slot" } | { op: "constant" } | { op: "many" }>): number {
  if (node.op === "neg") return CODES.neg;
  if (node.op === "powi") return CODES.powi;
  if (node.op === "call1") return node.rule === SQRT ? CODES.root : CODES.call1;
  if (node.op === "call2") return CODES.call2;
  return CODES[node.op];
}
