/**
 * What a program may not mean: an input whose unit is none of SI beside a number of its own. Values
 * are in SI where expressions compare them, so that 95.0 beside a temperature in degC is 95 K.
 */
import type { CelNode } from "../cel/index.js";
import { formatDimension, fromSI, isCoherent, parseUnit, toSI } from "../units/index.js";
import type { Program } from "./program.js";

export interface ProgramNotice {
  /** JSON Pointer of the expression. */
  readonly pointer: string;
  /** Offset in its text, in UTF-16 units. */
  readonly position: number;
  readonly message: string;
}

const COMPARES: ReadonlySet<string> = new Set(["<", "<=", ">", ">=", "==", "!="]);
/** More tell nothing new. */
const NOTICES_MAX = 16;

/** @param expressions of the program, by their pointers */
export function noticesOf(
  program: Program,
  expressions: ReadonlyMap<string, CelNode>,
): readonly ProgramNotice[] {
  const notices: ProgramNotice[] = [];
  for (const [pointer, expression] of expressions) {
    for (const { number, position, read } of comparisonsIn(expression)) {
      const message = messageOf(program, read, number);
      if (message !== null) notices.push({ pointer, position, message });
    }
  }
  return notices.slice(0, NOTICES_MAX);
}

interface Comparison {
  readonly read: { readonly group: "inputs" | "params"; readonly name: string };
  readonly number: number;
  readonly position: number;
}

function comparisonsIn(node: CelNode): readonly Comparison[] {
  const found: Comparison[] = [];
  const open: CelNode[] = [node];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === "binary" && COMPARES.has(one.operator)) {
      const pair = pairOf(one.left, one.right) ?? pairOf(one.right, one.left);
      if (pair !== null) found.push({ ...pair, position: one.position });
    }
    open.push(...partsOf(one));
  }
  return found.sort((a, b) => a.position - b.position);
}

function pairOf(value: CelNode, other: CelNode): Omit<Comparison, "position"> | null {
  const number = numberOf(other);
  if (number === null) return null;
  if (value.kind !== "field" || value.of.kind !== "name") return null;
  const { name: group } = value.of;
  if (group === "input") return { read: { group: "inputs", name: value.name }, number };
  return group === "params" ? { read: { group, name: value.name }, number } : null;
}

function numberOf(node: CelNode): number | null {
  if (node.kind === "literal") return typeof node.value === "number" ? node.value : null;
  if (node.kind !== "unary" || node.operator !== "-") return null;
  const inner = numberOf(node.operand);
  return inner === null ? null : -inner;
}

function partsOf(node: CelNode): readonly CelNode[] {
  switch (node.kind) {
    case "unary":
      return [node.operand];
    case "binary":
      return [node.left, node.right];
    case "choice":
      return [node.test, node.yes, node.no];
    case "field":
    case "has":
      return [node.of];
    case "index":
      return [node.of, node.index];
    case "list":
      return node.items;
    case "map":
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case "call":
      return node.target === null ? node.args : [node.target, ...node.args];
    case "macro":
      return [node.range, node.body, ...(node.filter === null ? [] : [node.filter])];
    default:
      return [];
  }
}

function messageOf(
  program: Program,
  { group, name }: Comparison["read"],
  number: number,
): string | null {
  const declared = program[group]?.[name];
  const unit = declared !== undefined && "unit" in declared ? declared.unit : undefined;
  const read = unit === undefined ? null : parseUnit(unit);
  if (read === null || !read.ok || isCoherent(read)) return null;
  // Nought is nought on every scale that begins there.
  if (number === 0 && read.offset === undefined) return null;
  const si = formatDimension(read.dimension);
  const [seen, meant] = [fromSI(number, read), toSI(number, read)].map((value) =>
    Number(value.toPrecision(6)),
  );
  return (
    `${number} is compared in ${si}: that is ${seen} ${unit}. ` +
    `If ${number} ${unit} is meant, write ${meant}, or a param with its unit.`
  );
}
