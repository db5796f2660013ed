/**
 * Turns a tree into a closure. Values are JSON values; members are read only where they are own
 * ones. A number that is not finite is an error, never a value.
 */
import { isObject } from "../encoding/json.js";
import { CEL_LIST_ITEMS_MAX, CEL_STEPS_MAX, CelError } from "./ast.js";
import type { CelNode, CelScope, CelValue } from "./ast.js";
import {
  NUMBER_FUNCTIONS,
  TEXT_METHODS,
  compareTexts,
  doubleOf,
  equalValues,
  isList,
  sizeOf,
} from "./functions.js";
import type { Members } from "./functions.js";

export type Compiled = (scope: CelScope) => CelValue;

/** One evaluation: what its loops may still do, and the values of their variables. */
interface Run {
  left: number;
  readonly slots: CelValue[];
}

type Of<K extends CelNode["kind"]> = Extract<CelNode, { kind: K }>;

/** What an error costs that a loop goes over: making it takes as long as this many steps. */
const ERROR_STEPS = 50;

/** @param steps what one evaluation may take; a loop past it throws TOO_MANY_STEPS */
export function compileExpression(ast: CelNode, steps: number = CEL_STEPS_MAX): Compiled {
  const run: Run = { left: steps, slots: [] };
  const compiled = new Compiler(run).compile(ast, []);
  return (scope) => {
    run.left = steps;
    return compiled(scope);
  };
}

class Compiler {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  /** @param variables of the loops around, outermost first */
  compile(node: CelNode, variables: readonly string[]): Compiled {
    const sub = (child: CelNode): Compiled => this.compile(child, variables);
    switch (node.kind) {
      case "literal": {
        const { value } = node;
        return () => value;
      }
      case "name":
        return this.#name(node, variables);
      case "field":
        return fieldOf(node, sub(node.of));
      case "has": {
        const of = sub(node.of);
        return (scope) => Object.hasOwn(membersOf(of(scope), node), node.name);
      }
      case "index":
        return indexOf(node, sub(node.of), sub(node.index));
      case "unary":
        return unaryOf(node, sub(node.operand));
      case "binary":
        return binaryOf(node, sub(node.left), sub(node.right));
      case "choice": {
        const [test, yes, no] = [sub(node.test), sub(node.yes), sub(node.no)];
        return (scope) => (truth(test(scope), node) ? yes(scope) : no(scope));
      }
      case "list": {
        const items = node.items.map(sub);
        return (scope) => items.map((item) => item(scope));
      }
      case "map":
        return mapOf(
          node,
          node.entries.map(({ key, value }) => [sub(key), sub(value)]),
        );
      case "call":
        return callOf(
          node,
          [...(node.target === null ? [] : [node.target]), ...node.args].map(sub),
        );
      case "macro":
        return this.#macro(node, variables);
    }
  }

  #name(node: Of<"name">, variables: readonly string[]): Compiled {
    const { name } = node;
    const slot = variables.lastIndexOf(name);
    if (slot >= 0) {
      const { slots } = this.#run;
      return () => slots[slot]!;
    }
    return (scope) => {
      if (Object.hasOwn(scope, name)) return scope[name]!;
      throw new CelError("NO_SUCH_NAME", `${name} has no value.`, node.position);
    };
  }

  #macro(node: Of<"macro">, variables: readonly string[]): Compiled {
    const range = this.compile(node.range, variables);
    const inner = [...variables, node.variable];
    const body = this.compile(node.body, inner);
    const filter = node.filter === null ? null : this.compile(node.filter, inner);
    const slot = variables.length;
    const run = this.#run;
    /** Takes the next item, and its step. */
    const step = (item: CelValue, steps = 1): void => {
      run.left -= steps;
      if (run.left < 0) {
        throw new CelError("TOO_MANY_STEPS", "The expression takes too long.", node.position);
      }
      run.slots[slot] = item;
    };
    const items = (scope: CelScope): readonly CelValue[] => itemsOf(range(scope), node);
    const passes = (scope: CelScope): boolean => truth(body(scope), node);
    switch (node.macro) {
      case "all":
      case "exists":
        return this.#quantifier(node, items, passes, step);
      case "exists_one":
        return (scope) => {
          let count = 0;
          for (const item of items(scope)) {
            step(item);
            if (passes(scope)) count++;
          }
          return count === 1;
        };
      case "filter":
        return (scope) =>
          items(scope).filter((item) => {
            step(item);
            return passes(scope);
          });
      case "map":
        return (scope) => {
          const mapped: CelValue[] = [];
          for (const item of items(scope)) {
            step(item);
            if (filter === null || truth(filter(scope), node)) mapped.push(body(scope));
          }
          return mapped;
        };
    }
  }

  /** An item that decides outweighs errors of others, as in a chain of && or ||. */
  #quantifier(
    { macro, position }: Of<"macro">,
    items: (scope: CelScope) => readonly CelValue[],
    passes: (scope: CelScope) => boolean,
    step: (item: CelValue, steps?: number) => void,
  ): Compiled {
    const decides = macro === "exists";
    return (scope) => {
      let failed: CelError | null = null;
      for (const item of items(scope)) {
        step(item);
        try {
          if (passes(scope) === decides) return decides;
        } catch (error) {
          if (!isAbsorbed(error)) throw error;
          failed ??= error;
          step(item, ERROR_STEPS);
        }
      }
      if (failed !== null) throw new CelError(failed.code, failed.message, position);
      return !decides;
    };
  }
}

/** What the other side of && and || may outweigh. A spent budget ends the evaluation. */
function isAbsorbed(error: unknown): error is CelError {
  return error instanceof CelError && error.code !== "TOO_MANY_STEPS";
}

type Placed = Pick<CelNode, "position">;

function noOverload(what: string, { position }: Placed): CelError {
  return new CelError("NO_SUCH_OVERLOAD", what, position);
}

function truth(value: CelValue, node: Placed): boolean {
  if (typeof value === "boolean") return value;
  throw noOverload("A condition is needed here.", node);
}

function number(value: CelValue, node: Placed): number {
  if (typeof value === "number") return value;
  throw noOverload("A number is needed here.", node);
}

function finite(value: number, node: Placed): number {
  if (Number.isFinite(value)) return value;
  throw new CelError("NON_FINITE", "The result is no finite number.", node.position);
}

function membersOf(value: CelValue, node: Placed): Members {
  if (isObject(value)) return value;
  throw noOverload("Only an object has fields.", node);
}

/** Items of a list; of an object its names in the order of UTF-16 units. */
function itemsOf(value: CelValue, node: Placed): readonly CelValue[] {
  const items = isList(value) ? value : Object.keys(membersOf(value, node)).sort();
  return bounded(items, node);
}

function bounded<T>(items: readonly T[], { position }: Placed): readonly T[] {
  if (items.length <= CEL_LIST_ITEMS_MAX) return items;
  const message = `A list has at most ${CEL_LIST_ITEMS_MAX} items; this one has ${items.length}.`;
  throw new CelError("OUT_OF_RANGE", message, position);
}

function fieldOf(node: Of<"field">, of: Compiled): Compiled {
  const { name } = node;
  return (scope) => {
    const members = membersOf(of(scope), node);
    if (Object.hasOwn(members, name)) return members[name]!;
    throw new CelError("NO_SUCH_FIELD", `There is no ${name}.`, node.position);
  };
}

function indexOf(node: Of<"index">, of: Compiled, index: Compiled): Compiled {
  return (scope) => {
    const value = of(scope);
    const at = index(scope);
    if (isList(value)) {
      const place = number(at, node);
      if (Number.isInteger(place) && place >= 0 && place < value.length) {
        return value[place]!;
      }
      const message = `There is no item ${place} in a list of ${value.length}.`;
      throw new CelError("OUT_OF_RANGE", message, node.position);
    }
    const members = membersOf(value, node);
    if (typeof at !== "string") throw noOverload("A field is named by a text.", node);
    if (Object.hasOwn(members, at)) return members[at]!;
    throw new CelError("NO_SUCH_FIELD", `There is no ${at}.`, node.position);
  };
}

function unaryOf(node: Of<"unary">, operand: Compiled): Compiled {
  return node.operator === "!"
    ? (scope) => !truth(operand(scope), node)
    : (scope) => -number(operand(scope), node);
}

function mapOf(node: Of<"map">, entries: readonly (readonly [Compiled, Compiled])[]): Compiled {
  return (scope) => {
    const record: Record<string, CelValue> = Object.create(null);
    for (const [keyOf, valueOf] of entries) {
      const key = keyOf(scope);
      if (typeof key !== "string") throw noOverload("A name of a map is a text.", node);
      if (Object.hasOwn(record, key)) throw noOverload(`The map names ${key} twice.`, node);
      record[key] = valueOf(scope);
    }
    return record;
  };
}

function binaryOf(node: Of<"binary">, left: Compiled, right: Compiled): Compiled {
  switch (node.operator) {
    case "||":
      return logical(node, true, left, right);
    case "&&":
      return logical(node, false, left, right);
    case "==":
      return (scope) => equalValues(left(scope), right(scope));
    case "!=":
      return (scope) => !equalValues(left(scope), right(scope));
    case "<":
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        return typeof a === "number" && typeof b === "number" ? a < b : order(a, b, node) < 0;
      };
    case "<=":
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        return typeof a === "number" && typeof b === "number" ? a <= b : order(a, b, node) <= 0;
      };
    case ">":
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        return typeof a === "number" && typeof b === "number" ? a > b : order(a, b, node) > 0;
      };
    case ">=":
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        return typeof a === "number" && typeof b === "number" ? a >= b : order(a, b, node) >= 0;
      };
    case "in":
      return (scope) => isIn(left(scope), right(scope), node);
    case "+":
      return (scope) => sumOf(left(scope), right(scope), node);
    case "-":
      return (scope) => finite(number(left(scope), node) - number(right(scope), node), node);
    case "*":
      return (scope) => finite(number(left(scope), node) * number(right(scope), node), node);
    case "/":
      return (scope) => finite(number(left(scope), node) / number(right(scope), node), node);
  }
}

/** @param decides the value of one side that makes the other one matter no more, even an error */
function logical(node: Of<"binary">, decides: boolean, left: Compiled, right: Compiled): Compiled {
  return (scope) => {
    let first: boolean;
    try {
      first = truth(left(scope), node);
    } catch (error) {
      if (!isAbsorbed(error)) throw error;
      if (truth(right(scope), node) === decides) return decides;
      throw error;
    }
    return first === decides ? decides : truth(right(scope), node);
  };
}

function order(a: CelValue, b: CelValue, node: Placed): number {
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  throw noOverload("Two numbers or two texts can be ordered.", node);
}

function isIn(value: CelValue, all: CelValue, node: Placed): boolean {
  if (isList(all)) {
    return all.some((item) => equalValues(item, value));
  }
  const members = membersOf(all, node);
  return typeof value === "string" && Object.hasOwn(members, value);
}

function sumOf(a: CelValue, b: CelValue, node: Placed): CelValue {
  if (typeof a === "number" && typeof b === "number") return finite(a + b, node);
  throw noOverload("Numbers can be added.", node);
}

function callOf(node: Of<"call">, args: readonly Compiled[]): Compiled {
  const { name } = node;
  const [first, second] = args;
  const ofText = TEXT_METHODS.get(name);
  if (ofText !== undefined && node.target !== null && args.length === 2) {
    return (scope) => {
      const text = first!(scope);
      const part = second!(scope);
      if (typeof text === "string" && typeof part === "string") return ofText(text, part);
      throw noOverload(`${name} takes texts.`, node);
    };
  }
  if (name === "size" && args.length === 1) {
    return (scope) => {
      const size = sizeOf(first!(scope));
      if (size === null) throw noOverload("A text, a list or an object has a size.", node);
      return size;
    };
  }
  if (name === "double" && args.length === 1 && node.target === null) {
    return (scope) => finite(doubleOf(first!(scope)), node);
  }
  const ofNumbers = node.target === null ? NUMBER_FUNCTIONS.get(name) : undefined;
  if (ofNumbers !== undefined && args.length >= ofNumbers.least && args.length <= ofNumbers.most) {
    return (scope) =>
      finite(ofNumbers.run(args.map((argument) => number(argument(scope), node))), node);
  }
  return () => {
    throw noOverload(`${name} is not a function of these arguments.`, node);
  };
}
