/** Types and dimensions of what functions give. */
import {
  DimensionRangeError,
  dimensionless,
  formatBase,
  isDimensionless,
  power,
  rational,
} from "../units/index.js";
import type { Rational } from "../units/index.js";
import type { CelNode, Reporter } from "./ast.js";
import { FUNCTION_NAMES, NUMBER_FUNCTIONS, TEXT_METHODS } from "./functions.js";
import type { NumberFunction } from "./functions.js";
import { BOOL, DYN, commonDimension, double, typeText } from "./types.js";
import type { CelDimension, CelType } from "./types.js";

type Call = Extract<CelNode, { kind: "call" }>;

export function callType(
  node: Call,
  target: CelType | null,
  args: readonly CelType[],
  reporter: Reporter,
): CelType {
  const { name } = node;
  const all = target === null ? args : [target, ...args];
  const ofNumbers = NUMBER_FUNCTIONS.get(name);
  if (TEXT_METHODS.has(name) && target !== null) return textMethod(node, all, reporter);
  if (name === "size") return sizeType(node, all, reporter);
  if (name === "double" && target === null) return doubleType(node, args, reporter);
  if (ofNumbers !== undefined && target === null) {
    return double(numberType(node, ofNumbers, args, reporter));
  }
  if (FUNCTION_NAMES.includes(name)) {
    const form = target === null ? `x.${name}(...)` : `${name}(...)`;
    reporter.report("WRONG_TYPE", `${name} is called as ${form}.`, node);
  } else {
    const hint = reporter.hint(name, FUNCTION_NAMES);
    reporter.report("UNKNOWN_FUNCTION", `There is no function ${name}.${hint}`, node);
  }
  return DYN;
}

function textMethod(node: Call, all: readonly CelType[], reporter: Reporter): CelType {
  if (all.length !== 2) {
    reporter.report("WRONG_TYPE", `${node.name} takes one text.`, node);
    return BOOL;
  }
  for (const type of all) {
    if (type.kind === "string" || type.kind === "dyn") continue;
    const message = `${node.name} takes texts, and this is ${typeText(type)}.`;
    reporter.report("WRONG_TYPE", message, node);
  }
  return BOOL;
}

function sizeType(node: Call, all: readonly CelType[], reporter: Reporter): CelType {
  const [type] = all;
  if (all.length !== 1 || type === undefined) {
    reporter.report("WRONG_TYPE", "size takes one value.", node);
  } else if (type.kind === "double" || type.kind === "bool" || type.kind === "null") {
    reporter.report("WRONG_TYPE", `${typeText(type)} has no size.`, node);
  }
  return double(dimensionless);
}

function doubleType(node: Call, args: readonly CelType[], reporter: Reporter): CelType {
  const [type] = args;
  if (args.length !== 1 || type === undefined) {
    reporter.report("WRONG_TYPE", "double takes one value.", node);
  } else if (type.kind === "double") {
    return type;
  } else if (type.kind !== "string" && type.kind !== "dyn") {
    reporter.report("WRONG_TYPE", `${typeText(type)} is no number.`, node);
  }
  return double("unknown");
}

function numberType(
  node: Call,
  { least, most, rule, signature }: NumberFunction,
  args: readonly CelType[],
  reporter: Reporter,
): CelDimension {
  if (args.length < least || args.length > most) {
    const message = `${node.name} takes other arguments: ${signature}.`;
    reporter.report("WRONG_TYPE", message, node);
    return "unknown";
  }
  const dimensions = args.map((type, i): CelDimension => {
    if (type.kind === "double") return type.dimension;
    if (type.kind !== "dyn") {
      const message = `${node.name} takes numbers, and this is ${typeText(type)}.`;
      reporter.report("WRONG_TYPE", message, node.args[i]!);
    }
    return "unknown";
  });
  switch (rule) {
    case "pure":
      dimensions.forEach((one, i) => demandPure(node, one, node.args[i]!, reporter));
      return dimensionless;
    case "same":
      return same(node, dimensions, reporter);
    case "root":
      return raised(node, dimensions[0]!, { num: 1, den: 2 }, reporter);
    case "power":
      return powerType(node, dimensions[0]!, dimensions[1]!, reporter);
  }
}

function demandPure(node: Call, of: CelDimension, at: CelNode, reporter: Reporter): void {
  if (typeof of === "string" || isDimensionless(of)) return;
  const message = `${node.name} takes a pure number, and this is in ${formatBase(of)}.`;
  reporter.report("WRONG_UNIT", message, at);
}

function same(node: Call, dimensions: readonly CelDimension[], reporter: Reporter): CelDimension {
  let common: CelDimension = dimensions[0]!;
  for (const one of dimensions.slice(1)) {
    const next = commonDimension(common, one);
    if (next === null) {
      reporter.report("WRONG_UNIT", `The arguments of ${node.name} have one dimension.`, node);
      return "unknown";
    }
    common = next;
  }
  return common;
}

function raised(
  node: Call,
  of: CelDimension,
  exponent: Rational,
  reporter: Reporter,
): CelDimension {
  if (typeof of === "string") return of;
  try {
    return power(of, exponent);
  } catch (error) {
    if (!(error instanceof DimensionRangeError)) throw error;
    reporter.report("WRONG_UNIT", error.message, node);
    return "unknown";
  }
}

/** A value with a dimension has a power only by an exponent that the program writes out. */
function powerType(
  node: Call,
  base: CelDimension,
  exponent: CelDimension,
  reporter: Reporter,
): CelDimension {
  demandPure(node, exponent, node.args[1]!, reporter);
  if (typeof base === "string") return base;
  if (isDimensionless(base)) return dimensionless;
  const written = fractionOf(node.args[1]!);
  if (written !== null) return raised(node, base, written, reporter);
  const message = `The exponent of a value in ${formatBase(base)} is a number or a fraction as 3.0/2.0.`;
  reporter.report("WRONG_UNIT", message, node.args[1]!);
  return "unknown";
}

/** The fraction that is written out; null where there is none of small whole numbers. */
function fractionOf(node: CelNode): Rational | null {
  const value = constantOf(node);
  if (value === null) return null;
  for (let den = 1; den <= 12; den++) {
    const num = value * den;
    if (Number.isInteger(num) || Math.abs(num - Math.round(num)) < 1e-12) {
      return Math.abs(num) <= 60 ? rational(Math.round(num), den) : null;
    }
  }
  return null;
}

function constantOf(node: CelNode): number | null {
  if (node.kind === "literal") return typeof node.value === "number" ? node.value : null;
  if (node.kind === "unary" && node.operator === "-") {
    const value = constantOf(node.operand);
    return value === null ? null : -value;
  }
  if (node.kind !== "binary" || node.operator !== "/") return null;
  const above = constantOf(node.left);
  const below = constantOf(node.right);
  return above === null || below === null || below === 0 ? null : above / below;
}
