/**
 * Checks a tree against the types of what it may read: names, types, dimensions, and how many steps
 * an evaluation can take. All problems are found at once; what is wrong already is not reported
 * again where it is used.
 */
import { formatBase, dimensionless, isDimensionless, DimensionRangeError } from "../units/index.js";
import { CEL_LIST_ITEMS_MAX, CEL_STEPS_MAX } from "./ast.js";
import type { BinaryOperator, CelNode, CelProblem, CelProblemCode, Reporter } from "./ast.js";
import { callType } from "./checkCall.js";
import { closest } from "./closest.js";
import {
  BOOL,
  DYN,
  STRING,
  commonDimension,
  commonType,
  double,
  list,
  productDimension,
  quotientDimension,
  typeText,
} from "./types.js";
import type { CelDimension, CelType } from "./types.js";

export type ScopeTypes = Readonly<Record<string, CelType>>;

export interface Checked {
  readonly type: CelType;
  readonly problems: readonly CelProblem[];
  /** The most steps that one evaluation takes. */
  readonly steps: number;
}

export function checkExpression(ast: CelNode, scope: ScopeTypes): Checked {
  const checker = new Checker(scope);
  const type = checker.typeOf(ast);
  const { problems, steps } = checker;
  if (steps > CEL_STEPS_MAX) {
    checker.report(
      "TOO_MANY_STEPS",
      `An evaluation can take ${steps} steps; ${CEL_STEPS_MAX} are allowed. Shorter lists take fewer.`,
      ast,
    );
  }
  return { type, problems, steps };
}

type Of<K extends CelNode["kind"]> = Extract<CelNode, { kind: K }>;
type Placed = Pick<CelNode, "position">;

/** Names of the first problems only are searched: a search takes longer than a check. */
const HINTS_MAX = 10;

class Checker implements Reporter {
  readonly problems: CelProblem[] = [];
  steps = 0;
  readonly #scope: ScopeTypes;
  /** Variables of the loops around. */
  readonly #variables: { readonly name: string; readonly type: CelType }[] = [];
  /** How often the part that is read now can be evaluated. */
  #times = 1;

  constructor(scope: ScopeTypes) {
    this.#scope = scope;
  }

  report(code: CelProblemCode, message: string, { position }: Placed): void {
    this.problems.push({ code, message, position });
  }

  hint(name: string, names: readonly string[]): string {
    return this.problems.length < HINTS_MAX ? closest(name, names) : "";
  }

  typeOf(node: CelNode): CelType {
    this.steps += this.#times;
    switch (node.kind) {
      case "literal":
        return literalType(node.value);
      case "name":
        return this.#name(node);
      case "field":
        return this.#field(node, this.typeOf(node.of)) ?? DYN;
      case "has":
        this.#field(node, this.typeOf(node.of));
        return BOOL;
      case "index":
        return this.#index(node);
      case "unary":
        return node.operator === "!"
          ? (this.#demand(node.operand, BOOL), BOOL)
          : double(this.#dimensionOf(node.operand));
      case "binary":
        return this.#binary(node);
      case "choice":
        this.#demand(node.test, BOOL);
        return this.#common([node.yes, node.no], node, "The two sides of ?:");
      case "list":
        return this.#list(node);
      case "map":
        return this.#map(node);
      case "call":
        return this.#call(node);
      case "macro":
        return this.#macro(node);
    }
  }

  #name(node: Of<"name">): CelType {
    const variable = this.#variables.findLast(({ name }) => name === node.name);
    if (variable !== undefined) return variable.type;
    if (Object.hasOwn(this.#scope, node.name)) return this.#scope[node.name]!;
    const names = [...Object.keys(this.#scope), ...this.#variables.map(({ name }) => name)];
    this.report("UNKNOWN_NAME", `${node.name} is unknown.${this.hint(node.name, names)}`, node);
    return DYN;
  }

  /** Null where the field is unknown. */
  #field(node: Of<"field"> | Of<"has">, of: CelType): CelType | null {
    if (of.kind === "dyn") return DYN;
    if (of.kind !== "struct") {
      this.report("WRONG_TYPE", `${typeText(of)} has no fields, so no ${node.name}.`, node);
      return null;
    }
    const type = of.fields.get(node.name);
    if (type !== undefined) return type;
    const hint = this.hint(node.name, [...of.fields.keys()]);
    this.report("UNKNOWN_FIELD", `There is no ${node.name} here.${hint}`, node);
    return null;
  }

  #index(node: Of<"index">): CelType {
    const of = this.typeOf(node.of);
    if (of.kind === "list") {
      const dimension = this.#dimensionOf(node.index);
      if (typeof dimension !== "string" && !isDimensionless(dimension)) {
        this.report("WRONG_UNIT", "The place in a list is a pure number.", node.index);
      }
      return of.element;
    }
    this.#demand(node.index, STRING);
    if (of.kind === "struct" && node.index.kind === "literal") {
      const { value, position } = node.index;
      const field: CelNode = { kind: "field", of: node.of, name: String(value), position };
      return this.#field(field, of) ?? DYN;
    }
    if (of.kind !== "struct" && of.kind !== "dyn") {
      this.report("WRONG_TYPE", `${typeText(of)} has no items.`, node);
    }
    return DYN;
  }

  /** The type of a part that must be of one kind. */
  #demand(node: CelNode, wanted: CelType): void {
    const type = this.typeOf(node);
    if (type.kind === wanted.kind || type.kind === "dyn") return;
    this.report(
      "WRONG_TYPE",
      `${typeText(wanted)} is needed here, and this is ${typeText(type)}.`,
      node,
    );
  }

  #dimensionOf(node: CelNode): CelDimension {
    return this.#dimension(this.typeOf(node), node);
  }

  #dimension(type: CelType, node: CelNode): CelDimension {
    if (type.kind === "double") return type.dimension;
    if (type.kind !== "dyn") {
      this.report("WRONG_TYPE", `a number is needed here, and this is ${typeText(type)}.`, node);
    }
    return "unknown";
  }

  #binary(node: Of<"binary">): CelType {
    const { operator, left, right } = node;
    switch (operator) {
      case "||":
      case "&&":
        this.#demand(left, BOOL);
        this.#demand(right, BOOL);
        return BOOL;
      case "==":
      case "!=":
        this.#compared(node, this.typeOf(left), this.typeOf(right));
        return BOOL;
      case "<":
      case "<=":
      case ">":
      case ">=":
        this.#ordered(node);
        return BOOL;
      case "in":
        this.#in(node);
        return BOOL;
      case "+":
      case "-":
        return double(this.#sum(node));
      case "*":
      case "/":
        return double(this.#product(node, operator));
    }
  }

  #compared(node: Of<"binary">, left: CelType, right: CelType): void {
    this.steps += this.#times * (depthCost(left) + depthCost(right));
    if (commonType(left, right) === null) this.#unlike(node, left, right);
  }

  #ordered(node: Of<"binary">): void {
    const left = this.typeOf(node.left);
    const right = this.typeOf(node.right);
    for (const [type, side] of [
      [left, node.left],
      [right, node.right],
    ] as const) {
      if (type.kind === "double" || type.kind === "string" || type.kind === "dyn") continue;
      this.report("WRONG_TYPE", `${typeText(type)} has no order.`, side);
      return;
    }
    if (commonType(left, right) === null) this.#unlike(node, left, right);
  }

  #in(node: Of<"binary">): void {
    const item = this.typeOf(node.left);
    const all = this.typeOf(node.right);
    this.steps += this.#times * itemsOf(all) * (1 + depthCost(item));
    if (all.kind === "list") {
      if (commonType(item, all.element) === null) this.#unlike(node, item, all.element);
    } else if (all.kind !== "struct" && all.kind !== "dyn") {
      this.report("WRONG_TYPE", `${typeText(all)} holds no items.`, node.right);
    } else if (item.kind !== "string" && item.kind !== "dyn" && all.kind === "struct") {
      this.report("WRONG_TYPE", "The name of a field is a text.", node.left);
    }
  }

  /** Two values that are never equal, or have no order between them. */
  #unlike(node: Of<"binary">, left: CelType, right: CelType): void {
    if (left.kind === "double" && right.kind === "double") {
      this.#units(node, node.operator, left.dimension, right.dimension);
      return;
    }
    const message = `${typeText(left)} is not compared with ${typeText(right)}.`;
    this.report("WRONG_TYPE", message, node);
  }

  #units(at: CelNode, operator: BinaryOperator, left: CelDimension, right: CelDimension): void {
    const [a, b] = [left, right].map((one) => (typeof one === "string" ? one : formatBase(one)));
    const verb = operator === "+" || operator === "-" ? "added to" : "compared with";
    const message = `${a} is not ${verb} ${b}.`;
    this.report("WRONG_UNIT", message, at);
  }

  #sum(node: Of<"binary">): CelDimension {
    const left = this.typeOf(node.left);
    const right = this.typeOf(node.right);
    const a = this.#dimension(left, node.left);
    const b = this.#dimension(right, node.right);
    const common = commonDimension(a, b);
    if (common === null) this.#units(node, node.operator, a, b);
    return common ?? "unknown";
  }

  #product(node: Of<"binary">, operator: "*" | "/"): CelDimension {
    const a = this.#dimensionOf(node.left);
    const b = this.#dimensionOf(node.right);
    try {
      return operator === "*" ? productDimension(a, b) : quotientDimension(a, b, dimensionless);
    } catch (error) {
      if (!(error instanceof DimensionRangeError)) throw error;
      this.report("WRONG_UNIT", error.message, node);
      return "unknown";
    }
  }

  #common(nodes: readonly CelNode[], at: CelNode, what: string): CelType {
    const [first = DYN, ...others] = nodes.map((node) => this.typeOf(node));
    let common = first;
    for (const type of others) {
      const next = commonType(common, type);
      if (next === null) {
        const code =
          common.kind === "double" && type.kind === "double" ? "WRONG_UNIT" : "WRONG_TYPE";
        const message = `${what} have one type: ${typeText(common)} and ${typeText(type)} do not.`;
        this.report(code, message, at);
        return DYN;
      }
      common = next;
    }
    return common;
  }

  #list(node: Of<"list">): CelType {
    if (node.items.length > CEL_LIST_ITEMS_MAX) {
      this.report("TOO_MANY_STEPS", `A list has at most ${CEL_LIST_ITEMS_MAX} items.`, node);
    }
    return list(this.#common(node.items, node, "The items of a list"), node.items.length);
  }

  #map(node: Of<"map">): CelType {
    const fields = new Map<string, CelType>();
    for (const { key, value } of node.entries) {
      const type = this.typeOf(value);
      this.steps += this.#times;
      if (key.kind !== "literal" || typeof key.value !== "string") {
        this.report("WRONG_TYPE", "A name of a map is a text in quotes.", key);
      } else if (fields.has(key.value)) {
        this.report("WRONG_TYPE", `The map names ${key.value} twice.`, key);
      } else {
        fields.set(key.value, type);
      }
    }
    return { kind: "struct", fields };
  }

  #call(node: Of<"call">): CelType {
    const target = node.target === null ? null : this.typeOf(node.target);
    const args = node.args.map((argument) => this.typeOf(argument));
    return callType(node, target, args, this);
  }

  #macro(node: Of<"macro">): CelType {
    const range = this.typeOf(node.range);
    if (range.kind !== "list" && range.kind !== "struct" && range.kind !== "dyn") {
      const message = `${node.macro} goes over a list, and this is ${typeText(range)}.`;
      this.report("WRONG_TYPE", message, node.range);
    }
    const type = range.kind === "list" ? range.element : range.kind === "struct" ? STRING : DYN;
    const most = itemsOf(range);
    const times = this.#times;
    this.#variables.push({ name: node.variable, type });
    this.#times = times * most;
    this.steps += this.#times;
    if (node.filter !== null) this.#demand(node.filter, BOOL);
    let body = BOOL;
    if (node.macro === "map") body = this.typeOf(node.body);
    else this.#demand(node.body, BOOL);
    this.#times = times;
    this.#variables.pop();
    if (node.macro === "map") return list(body, most);
    return node.macro === "filter" ? list(type, most) : BOOL;
  }
}

function literalType(value: number | string | boolean | null): CelType {
  if (typeof value === "number") return double("literal");
  if (typeof value === "string") return STRING;
  return value === null ? { kind: "null" } : BOOL;
}

function itemsOf(type: CelType): number {
  if (type.kind === "list") return type.itemsMax;
  return type.kind === "struct" ? type.fields.size : CEL_LIST_ITEMS_MAX;
}

/** Values that a comparison of two such values looks at. */
function depthCost(type: CelType): number {
  if (type.kind === "list") return 1 + type.itemsMax * depthCost(type.element);
  if (type.kind === "dyn") return CEL_LIST_ITEMS_MAX;
  if (type.kind !== "struct") return 0;
  let cost = type.fields.size;
  for (const field of type.fields.values()) cost += depthCost(field);
  return cost;
}
