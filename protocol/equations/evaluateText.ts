/** An equation with its numbers put in: the text is laid out once, an evaluation only fills the holes. */
import type { BinaryExpr, Expr } from "./ast.js";
import type { NameTable } from "./bindNames.js";
import { functionSpelling } from "./functions.js";

const SUM_LEVEL = 10;
const PRODUCT_LEVEL = 20;
const SIGN_LEVEL = 30;
const POWER_LEVEL = 40;
const ATOM_LEVEL = 60;

const LEVELS = { "+": SUM_LEVEL, "-": SUM_LEVEL, "*": PRODUCT_LEVEL, "/": PRODUCT_LEVEL, "^": POWER_LEVEL } as const;

export class TextTemplate {
  /** Text before each hole, and after the last. */
  private readonly pieces: string[] = [""];
  private readonly holes: number[] = [];
  /** A hole where a negative number needs brackets. */
  private readonly guarded: boolean[] = [];
  private readonly names: NameTable;

  /** @param label left side as shown; null for the expression alone. */
  constructor(label: string | null, expr: Expr, names: NameTable) {
    this.names = names;
    if (label !== null) this.write(`${label} = `);
    this.print(expr, 0);
  }

  /** Shortest decimals that read back as the same doubles. */
  fill(values: Float64Array): string {
    let text = this.pieces[0]!;
    for (let i = 0; i < this.holes.length; i += 1) {
      const value = values[this.holes[i]!]!;
      text += value < 0 && this.guarded[i]! ? `(${value})` : value;
      text += this.pieces[i + 1]!;
    }
    return text;
  }

  private write(text: string): void {
    this.pieces[this.pieces.length - 1] += text;
  }

  private print(expr: Expr, level: number): void {
    const own = levelOf(expr);
    if (own < level) this.write("(");
    this.printBare(expr, level);
    if (own < level) this.write(")");
  }

  private printBare(expr: Expr, level: number): void {
    switch (expr.type) {
      case "number": this.write(expr.text); return;
      case "name": this.printName(expr.name, level); return;
      case "unary":
        this.write(expr.op);
        this.print(expr.arg, SIGN_LEVEL + 1);
        return;
      case "binary": this.printBinary(expr); return;
      case "call":
        this.write(`${functionSpelling(expr.fn)}(`);
        expr.args.forEach((arg, i) => {
          if (i > 0) this.write(", ");
          this.print(arg, 0);
        });
        this.write(")");
        return;
      default: throw new RangeError(`A ${expr.type} has no numbers to put in.`);
    }
  }

  private printBinary({ op, left, right }: BinaryExpr): void {
    const own = LEVELS[op];
    this.print(left, op === "^" ? own + 1 : own);
    this.write(op === "^" ? "^" : op === "/" ? "/" : ` ${op} `);
    this.print(right, op === "^" ? ATOM_LEVEL : own + 1);
  }

  private printName(name: string, level: number): void {
    const binding = this.names.bindings.get(name);
    if (binding === undefined) {
      this.write(name);
      return;
    }
    if (binding.kind === "constant") {
      this.write(binding.value < 0 && level > 0 ? `(${binding.value})` : String(binding.value));
      return;
    }
    this.holes.push(binding.slot);
    this.guarded.push(level > 0);
    this.pieces.push("");
  }
}

function levelOf(expr: Expr): number {
  if (expr.type === "binary") return LEVELS[expr.op];
  return expr.type === "unary" ? SIGN_LEVEL : ATOM_LEVEL;
}
