/**
 * The two back ends of a value: a generated function, and a tree of closures with the same bits.
 */
import { once } from "../../once.js";
import { powi } from "../../math/index.js";
import type { Node } from "./node.js";

export type ValueFunction = (slots: Float64Array) => number;

/**
 * Code generation may be forbidden (a content security policy); everything then runs on closures.
 */
export function canGenerate(): boolean {
  try {
    return makeFunction([], "return 0;")()(new Float64Array(0)) === 0;
  } catch {
    return false;
  }
}

const isGenerating = once(canGenerate);

/** The value function of a tree: generated where that is allowed. */
export function valueFunction(root: Node): ValueFunction {
  return isGenerating() ? generate(root) : closures(root);
}

type Callee = (...args: number[]) => number;
type Factory = (...callees: Callee[]) => ValueFunction;

/** Made before: what the engine learnt of a formula serves the next job that has it. */
const factories = new Map<string, Factory>();
const FACTORIES_MAX = 256;

function makeFunction(names: readonly string[], body: string): Factory {
  const key = `${names.length} ${body}`;
  const known = factories.get(key);
  if (known !== undefined) return known;
  const factory = newFactory(names, body);
  if (factories.size >= FACTORIES_MAX) factories.delete(factories.keys().next().value!);
  factories.set(key, factory);
  return factory;
}

function newFactory(names: readonly string[], body: string): Factory {
  // The body holds slot numbers, literals of finite doubles and the names f0, f1, ...: no text of a
  // request.
  // eslint-disable-next-line no-new-func, typescript/no-implied-eval
  const factory: unknown = new Function(...names, `"use strict"; return function (v) { ${body} };`);
  // eslint-disable-next-line typescript/no-unsafe-type-assertion
  return factory as Factory;
}

/**
 * Source order, no rewriting; what depends on no slot is computed here once. A negative zero
 * becomes zero.
 */
export function generate(root: Node): ValueFunction {
  const callees: Callee[] = [];
  const names: string[] = [];
  const lines: string[] = [];
  const call = (callee: Callee): string => {
    const known = callees.indexOf(callee);
    if (known >= 0) return names[known]!;
    callees.push(callee);
    names.push(`f${names.length}`);
    return names[names.length - 1]!;
  };
  const local = (text: string): string => {
    lines.push(`const t${lines.length} = ${text};`);
    return `t${lines.length - 1}`;
  };
  const emit = (node: Node): string => {
    if (node.op === "slot") return `v[${node.slot}]`;
    if (node.op === "constant" || isConstant(node)) return literal(walk(node)(EMPTY));
    if (node.op === "many") return local(emitMany(node, emit, call));
    const a = emit(node.a);
    if (node.op === "neg") return local(`-${a}`);
    if (node.op === "powi")
      return node.n === 2 ? local(`${a} * ${a}`) : local(`${call(powi)}(${a}, ${node.n})`);
    if (node.op === "call1") return local(`${call(node.rule.value)}(${a})`);
    const b = emit(node.b);
    if (node.op === "call2") return local(`${call(node.rule.value)}(${a}, ${b})`);
    return local(`${a} ${SIGNS[node.op]} ${b}`);
  };
  const result = emit(root);
  return makeFunction(names, `${lines.join(" ")} return ${result} + 0;`)(...callees);
}

/** Operands go into a buffer of the step's own: a run ends before the next begins. */
function emitMany(
  node: Many,
  emit: (node: Node) => string,
  call: (callee: Callee) => string,
): string {
  const { rule, args } = node;
  const operands = new Float64Array(args.length);
  const put = call((from: number, ...values: number[]) => {
    operands.set(values, from);
    return 0;
  });
  const puts: string[] = [];
  for (let from = 0; from < args.length; from += PUT_OPERANDS_MAX) {
    const part = args.slice(from, from + PUT_OPERANDS_MAX).map(emit);
    puts.push(`${put}(${from}, ${part.join(", ")})`);
  }
  return `(${[...puts, `${call(() => rule.value(operands))}()`].join(", ")})`;
}

type Many = Node & { op: "many" };
/** Arguments of one generated call. */
const PUT_OPERANDS_MAX = 256;

const SIGNS = { add: "+", sub: "-", mul: "*", div: "/" } as const;
const EMPTY = new Float64Array(0);

function literal(value: number): string {
  if (value !== value) return "(0 / 0)";
  if (value === Number.POSITIVE_INFINITY) return "(1 / 0)";
  if (value === Number.NEGATIVE_INFINITY) return "(-1 / 0)";
  return Object.is(value, -0) ? "(-0)" : value < 0 ? `(${String(value)})` : String(value);
}

function isConstant(node: Node): boolean {
  if (node.op === "slot") return false;
  if (node.op === "constant") return true;
  if (node.op === "many") return node.args.every(isConstant);
  return isConstant(node.a) && (!("b" in node) || isConstant(node.b));
}

/** The same operations as nested closures. */
export function closures(root: Node): ValueFunction {
  const inner = walk(root);
  return (slots) => inner(slots) + 0;
}

function walk(node: Node): ValueFunction {
  if (node.op === "slot") {
    const { slot } = node;
    return (v) => v[slot]!;
  }
  if (node.op === "constant") {
    const { value } = node;
    return () => value;
  }
  if (node.op === "many") return walkMany(node);
  const a = walk(node.a);
  if (node.op === "neg") return (v) => -a(v);
  if (node.op === "powi") {
    const { n } = node;
    return (v) => powi(a(v), n);
  }
  if (node.op === "call1") {
    const f = node.rule.value;
    return (v) => f(a(v));
  }
  const b = walk(node.b);
  switch (node.op) {
    case "add":
      return (v) => a(v) + b(v);
    case "sub":
      return (v) => a(v) - b(v);
    case "mul":
      return (v) => a(v) * b(v);
    case "div":
      return (v) => a(v) / b(v);
    default: {
      const f = node.rule.value;
      return (v) => f(a(v), b(v));
    }
  }
}

function walkMany({ rule, args }: Many): ValueFunction {
  const operands = new Float64Array(args.length);
  const walks = args.map(walk);
  return (v) => {
    for (let i = 0; i < walks.length; i += 1) operands[i] = walks[i]!(v);
    return rule.value(operands);
  };
}
