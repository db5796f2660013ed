/** Facts about the parts of an equation: whether the unknown stands in one, and its exact value. */
import type { Node } from "../evaluation/node.js";
import {
  fromDecimal,
  fromDouble,
  negated,
  over,
  plus,
  power,
  times,
  type Rational,
} from "./rational.js";
import { partsOf } from "./trees.js";

export class KnownParts {
  readonly #unknown: number;
  readonly #values: ArrayLike<number>;
  readonly #held = new Map<Node, boolean>();
  readonly #keys = new Map<Node, number>();
  readonly #texts = new Map<string, number>();

  /** @param values of the slots; the unknown's is not looked at */
  constructor(unknown: number, values: ArrayLike<number>) {
    this.#unknown = unknown;
    this.#values = values;
  }

  isZero(node: Node): boolean {
    return !this.holds(node) && this.exactOf(node)?.n === 0n;
  }

  /** Whether the unknown stands in it. */
  holds(node: Node): boolean {
    const known = this.#held.get(node);
    if (known !== undefined) return known;
    const found =
      node.op === "slot"
        ? node.slot === this.#unknown
        : partsOf(node).some((part) => this.holds(part));
    this.#held.set(node, found);
    return found;
  }

  /** Value of what holds no unknown, where it is a rational number. */
  exactOf(node: Node): Rational | null {
    switch (node.op) {
      case "constant":
        if (node.exact) return fromDouble(node.value);
        return node.constant === null && node.expr.type === "number"
          ? fromDecimal(node.expr.text)
          : null;
      case "slot":
        return node.slot === this.#unknown ? null : fromDouble(this.#values[node.slot]!);
      case "neg":
        return negated(this.exactOf(node.a));
      case "add":
        return plus(this.exactOf(node.a), this.exactOf(node.b));
      case "sub":
        return plus(this.exactOf(node.a), negated(this.exactOf(node.b)));
      case "mul":
        return times(this.exactOf(node.a), this.exactOf(node.b));
      case "div":
        return over(this.exactOf(node.a), this.exactOf(node.b));
      case "powi":
        return power(this.exactOf(node.a), node.n);
      case "call1":
        return node.rule.name === "abs" ? absolute(this.exactOf(node.a)) : null;
      case "call2":
      case "many":
        return null;
    }
  }

  /** Equal trees have equal keys. */
  keyOf(node: Node): number {
    const known = this.#keys.get(node);
    if (known !== undefined) return known;
    const parts = partsOf(node).map((part) => this.keyOf(part));
    const own =
      node.op === "slot"
        ? node.slot
        : node.op === "constant"
          ? `${node.value} ${node.exact ? "" : node.expr.type === "number" ? node.expr.text : ""}`
          : node.op === "powi"
            ? node.n
            : node.op === "call1" || node.op === "call2"
              ? node.rule.name
              : node.op === "many"
                ? `${this.#texts.size}`
                : "";
    const text = `${node.op} ${own} ${parts.join(" ")}`;
    const key = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, key);
    this.#keys.set(node, key);
    return key;
  }
}

function absolute(a: Rational | null): Rational | null {
  return a !== null && a.n < 0n ? negated(a) : a;
}
