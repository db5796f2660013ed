/**
 * Runs the statements of a case file on its tables. Arithmetic, indices, loops and conditions are
 * those of MATLAB; what is beyond them is refused at its line, never skipped.
 */
import { pow } from "../../../math/index.js";
import { badInput } from "../../refusal.js";
import {
  callFunction,
  constantOf,
  defineConstants,
  indexResults,
  isFunction,
} from "./functions.js";
import { parseScript } from "./parse.js";
import { tokensOf } from "./tokens.js";
import type { Expr, Statement } from "./tree.js";
import {
  combined,
  joined,
  matrixOf,
  placeOf,
  product,
  rowOf,
  scalar,
  transposed,
  type Matrix,
} from "./values.js";

/** Entries that are computed in all, so that no loop goes on for ever. */
const WORK_MAX = 50_000_000;

/** A text, or names in braces: kept, and refused where numbers are wanted. */
type Value = Matrix | { readonly words: string | null };

/** Variables, members as `mpc.bus`. */
export type Workspace = ReadonlyMap<string, Value>;

export function isMatrix(value: Value | undefined): value is Matrix {
  return value !== undefined && "data" in value;
}

/** @throws SolverRefusal INVALID_BODY that names the line */
export function runScript(source: string): {
  readonly variables: Workspace;
  readonly results: readonly string[];
} {
  const { body, results } = parseScript(tokensOf(source));
  const machine = new Machine();
  machine.block(body);
  return { variables: machine.variables, results };
}

type Left = "break" | "continue" | "return" | null;

const COMPARE: Readonly<Record<string, (x: number, y: number) => number>> = {
  "<": (x, y) => (x < y ? 1 : 0),
  "<=": (x, y) => (x <= y ? 1 : 0),
  ">": (x, y) => (x > y ? 1 : 0),
  ">=": (x, y) => (x >= y ? 1 : 0),
  "==": (x, y) => (x === y ? 1 : 0),
  "~=": (x, y) => (x !== y ? 1 : 0),
  "!=": (x, y) => (x !== y ? 1 : 0),
  "&": (x, y) => (x !== 0 && y !== 0 ? 1 : 0),
  "|": (x, y) => (x !== 0 || y !== 0 ? 1 : 0),
  "+": (x, y) => x + y,
  "-": (x, y) => x - y,
  ".*": (x, y) => x * y,
  "./": (x, y) => x / y,
  ".^": pow,
};
/** Conditions: as an index they choose where they are not 0. */
const LOGICAL: ReadonlySet<string> = new Set([
  "<",
  "<=",
  ">",
  ">=",
  "==",
  "~=",
  "!=",
  "&",
  "|",
  "&&",
  "||",
  "~",
]);
const LOGICAL_CALLS: ReadonlySet<string> = new Set([
  "all",
  "any",
  "isfinite",
  "isinf",
  "ismember",
  "isnan",
  "logical",
  "not",
]);

class Machine {
  readonly variables = new Map<string, Value>();
  /** Variables that hold conditions. */
  private readonly conditions = new Set<string>();
  /** Size along the axis that an index runs over. */
  private readonly lasts: number[] = [];
  private work = 0;

  private spend(entries: number, line: number): void {
    this.work += 1 + entries;
    if (this.work > WORK_MAX)
      throw badInput("/case", `line ${line}: the statements of the case compute too much`);
  }

  block(body: readonly Statement[]): Left {
    for (const statement of body) {
      const left = this.statement(statement);
      if (left !== null) return left;
    }
    return null;
  }

  private statement(statement: Statement): Left {
    const { line } = statement;
    this.spend(0, line);
    switch (statement.kind) {
      case "assign":
        this.assign(statement.name, statement.at, statement.value, line);
        return null;
      case "names":
        this.several(statement.names, statement.value, line);
        return null;
      case "run":
        this.run(statement.value);
        return null;
      case "leave":
        return statement.how;
      case "if": {
        const chosen = statement.branches.find(({ when }) => when === null || this.holds(when));
        return chosen === undefined ? null : this.block(chosen.body);
      }
      case "while":
        while (this.holds(statement.when)) {
          this.spend(0, line);
          const left = this.block(statement.body);
          if (left === "return") return left;
          if (left === "break") break;
        }
        return null;
      case "for": {
        const over = this.number(statement.over);
        for (let j = 0; j < over.columns; j += 1) {
          this.spend(over.rows, line);
          const column = matrixOf(over.rows, 1, line);
          for (let i = 0; i < over.rows; i += 1) column.data[i] = over.data[i * over.columns + j]!;
          this.variables.set(statement.name, column);
          const left = this.block(statement.body);
          if (left === "return") return left;
          if (left === "break") break;
        }
        return null;
      }
    }
  }

  private run(value: Expr): void {
    if (value.kind === "name" && value.name === "define_constants") {
      for (const [name, at] of defineConstants()) this.variables.set(name, scalar(at));
      return;
    }
    this.value(value);
  }

  private several(names: readonly (string | null)[], value: Expr, line: number): void {
    const called = value.kind === "call" ? value.of : value;
    const results = called.kind === "name" ? indexResults(called.name) : null;
    if (results !== null) {
      names.forEach((name, i) => {
        if (i >= results.length)
          throw badInput("/case", `line ${line}: there are ${results.length} results`);
        if (name !== null) this.variables.set(name, scalar(results[i]!));
      });
      return;
    }
    if (called.kind === "name" && called.name === "size" && value.kind === "call") {
      const { columns, rows } = this.number(value.args[0] ?? value);
      [rows, columns].forEach((size, i) => {
        const name = names[i];
        if (name !== null && name !== undefined) this.variables.set(name, scalar(size));
      });
      if (names.length <= 2) return;
    }
    const [only] = names;
    if (names.length === 1 && only !== null && only !== undefined) {
      this.assign(only, null, value, line);
      return;
    }
    throw badInput("/case", `line ${line}: this assignment to several names is not executed`);
  }

  private assign(name: string, at: readonly Expr[] | null, value: Expr, line: number): void {
    const made = this.value(value);
    if (at === null) {
      this.spend(isMatrix(made) ? made.data.length : 0, line);
      this.variables.set(name, made);
      if (this.isCondition(value)) this.conditions.add(name);
      else this.conditions.delete(name);
      return;
    }
    const old = this.variables.get(name) ?? matrixOf(0, 0, line);
    if (!isMatrix(old)) throw badInput("/case", `line ${line}: entries of ${name} are no numbers`);
    const isNothing = value.kind === "table" && value.rows.length === 0;
    if (!isMatrix(made)) throw badInput("/case", `line ${line}: ${name} is assigned no numbers`);
    this.spend(old.data.length + made.data.length, line);
    this.variables.set(
      name,
      isNothing ? this.without(old, at, line) : this.replaced(old, at, made, line),
    );
  }

  /** Indices from 0 along an axis. */
  private indices(expr: Expr, size: number, line: number): readonly number[] {
    if (expr.kind === "all") return Array.from({ length: size }, (_, i) => i);
    this.lasts.push(size);
    const found = this.number(expr);
    this.lasts.pop();
    if (this.isCondition(expr)) {
      const down = found.rows === 1 ? found : transposed(found);
      return [...down.data.keys()].filter((i) => down.data[i] !== 0);
    }
    return [...transposed(found).data].map((value) => {
      if (!Number.isInteger(value) || value < 1)
        throw badInput("/case", `line ${line}: ${value} is no index`);
      return value - 1;
    });
  }

  private isCondition(expr: Expr): boolean {
    if (expr.kind === "binary" || expr.kind === "unary") return LOGICAL.has(expr.op);
    if (expr.kind === "name")
      return this.conditions.has(expr.name) || expr.name === "true" || expr.name === "false";
    return (
      expr.kind === "call" &&
      expr.of.kind === "name" &&
      (this.variables.has(expr.of.name)
        ? this.conditions.has(expr.of.name)
        : LOGICAL_CALLS.has(expr.of.name))
    );
  }

  private places(
    m: Matrix,
    at: readonly Expr[],
    line: number,
  ): [readonly number[], readonly number[]] {
    const [i, j] = at;
    if (i === undefined || j === undefined || at.length > 2)
      throw badInput(
        "/case",
        `line ${line}: a table has rows and columns, ${at.length} indices are given`,
      );
    return [this.indices(i, m.rows, line), this.indices(j, m.columns, line)];
  }

  private without(old: Matrix, at: readonly Expr[], line: number): Matrix {
    if (at.length === 1) {
      const gone = new Set(this.indices(at[0]!, old.data.length, line));
      const left = [...transposed(old).data].filter((_, k) => !gone.has(k));
      return old.columns === 1 ? transposed(rowOf(left)) : rowOf(left);
    }
    const [rows, columns] = this.places(old, at, line);
    const [goneRows, goneColumns] = [new Set(rows), new Set(columns)];
    const isAll = (gone: ReadonlySet<number>, size: number): boolean => gone.size === size;
    if (!isAll(goneRows, old.rows) && !isAll(goneColumns, old.columns))
      throw badInput("/case", `line ${line}: only whole rows or columns can be taken out`);
    const keep = (size: number, gone: ReadonlySet<number>): number[] =>
      Array.from({ length: size }, (_, i) => i).filter((i) => !gone.has(i));
    return isAll(goneColumns, old.columns)
      ? pick(old, keep(old.rows, goneRows), keep(old.columns, new Set()), line)
      : pick(old, keep(old.rows, new Set()), keep(old.columns, goneColumns), line);
  }

  private replaced(old: Matrix, at: readonly Expr[], made: Matrix, line: number): Matrix {
    if (at.length === 1) return this.replacedInLine(old, at[0]!, made, line);
    const isAllRows = at[0]!.kind === "all" && old.data.length === 0;
    const sized = isAllRows ? matrixOf(made.rows, 0, line) : old;
    const [rows, columns] = this.places(sized, at, line);
    const isOne = made.data.length === 1;
    if (!isOne && (made.rows !== rows.length || made.columns !== columns.length)) {
      const isVector =
        made.data.length === rows.length * columns.length &&
        (rows.length === 1 || columns.length === 1);
      if (!isVector)
        throw badInput(
          "/case",
          `line ${line}: ${made.rows} x ${made.columns} is assigned to ${rows.length} x ${columns.length} entries`,
        );
    }
    const height = rows.reduce((most, i) => Math.max(most, i + 1), sized.rows);
    const width = columns.reduce((most, j) => Math.max(most, j + 1), sized.columns);
    const next = matrixOf(height, width, line);
    for (let i = 0; i < sized.rows; i += 1)
      next.data.set(sized.data.subarray(i * sized.columns, (i + 1) * sized.columns), i * width);
    rows.forEach((i, p) => {
      columns.forEach((j, q) => {
        next.data[i * width + j] = made.data[isOne ? 0 : p * columns.length + q]!;
      });
    });
    return next;
  }

  private replacedInLine(old: Matrix, at: Expr, made: Matrix, line: number): Matrix {
    const places = this.indices(at, old.data.length, line);
    if (made.data.length !== 1 && made.data.length !== places.length)
      throw badInput(
        "/case",
        `line ${line}: ${made.data.length} numbers are assigned to ${places.length} entries`,
      );
    const most = places.reduce((size, k) => Math.max(size, k + 1), 0);
    const sized = this.lengthened(old, most, line);
    const next = { ...sized, data: Float64Array.from(sized.data) };
    const values = transposed(made).data;
    places.forEach((k, i) => {
      next.data[placeOf(next, k)] = values[values.length === 1 ? 0 : i]!;
    });
    return next;
  }

  private lengthened(old: Matrix, most: number, line: number): Matrix {
    if (most <= old.data.length) return old;
    if (old.data.length > 0 && old.rows !== 1 && old.columns !== 1)
      throw badInput("/case", `line ${line}: an index lies outside of the table`);
    const isColumn = old.columns === 1 && old.rows > 1;
    const next = matrixOf(isColumn ? most : 1, isColumn ? 1 : most, line);
    next.data.set(old.data);
    return next;
  }

  private holds(when: Expr): boolean {
    const { data } = this.number(when);
    return data.length > 0 && data.every((value) => value !== 0);
  }

  private number(expr: Expr): Matrix {
    const value = this.value(expr);
    if (isMatrix(value)) return value;
    throw badInput("/case", `line ${expr.line}: a number is expected, no text`);
  }

  private value(expr: Expr): Value {
    const { line } = expr;
    switch (expr.kind) {
      case "number":
        return scalar(expr.value);
      case "text":
        return { words: expr.text };
      case "cell":
        return { words: null };
      case "table":
        return tableOf(expr.rows, line);
      case "matrix":
        return joined(
          expr.rows.map((row) => row.map((one) => this.number(one))),
          line,
        );
      case "all":
        throw badInput("/case", `line ${line}: ":" stands outside of an index`);
      case "last": {
        const last = this.lasts.at(-1);
        if (last === undefined)
          throw badInput("/case", `line ${line}: "end" stands outside of an index`);
        return scalar(last);
      }
      case "name":
        return this.named(expr.name, line);
      case "unary":
        return this.unary(expr.op, this.number(expr.of), line);
      case "binary":
        return this.binary(expr.op, expr.left, expr.right, line);
      case "range":
        return this.range(expr, line);
      case "call":
        return this.call(expr.of, expr.args, line);
    }
  }

  private named(name: string, line: number): Value {
    const found = this.variables.get(name);
    if (found !== undefined) return found;
    const constant = constantOf(name);
    if (constant !== undefined) return scalar(constant);
    throw badInput("/case", `line ${line}: "${name}" is unknown here`);
  }

  private unary(op: string, m: Matrix, line: number): Matrix {
    this.spend(m.data.length, line);
    if (op === "'") return transposed(m);
    if (op === "+") return m;
    return { ...m, data: m.data.map((x) => (op === "-" ? -x : x === 0 ? 1 : 0)) };
  }

  private binary(op: string, left: Expr, right: Expr, line: number): Matrix {
    if (op === "&&") return scalar(this.holds(left) && this.holds(right) ? 1 : 0);
    if (op === "||") return scalar(this.holds(left) || this.holds(right) ? 1 : 0);
    const [a, b] = [this.number(left), this.number(right)];
    this.spend(Math.max(a.data.length, b.data.length), line);
    const isPlain = a.data.length === 1 || b.data.length === 1;
    if (op === "*" && !isPlain) return product(a, b, line);
    const isDivided = b.data.length === 1;
    if ((op === "/" && !isDivided) || (op === "^" && !(isPlain && a.data.length === b.data.length)))
      throw badInput("/case", `line ${line}: "${op}" between matrices is not executed`);
    const each = COMPARE[op] ?? COMPARE[`.${op}`];
    if (each === undefined) throw badInput("/case", `line ${line}: "${op}" is not executed`);
    return combined(a, b, each, line);
  }

  private range({ from, step, to }: Expr & { kind: "range" }, line: number): Matrix {
    const [a, b] = [this.number(from), this.number(to)].map(({ data }) => data[0] ?? Number.NaN);
    const by = step === null ? 1 : (this.number(step).data[0] ?? Number.NaN);
    const count = Math.max(0, Math.floor((b! - a!) / by + 1e-10) + 1);
    if (!Number.isFinite(count)) throw badInput("/case", `line ${line}: this range does not end`);
    const made = matrixOf(1, count, line);
    for (let i = 0; i < count; i += 1) made.data[i] = a! + i * by;
    return made;
  }

  private call(of: Expr, args: readonly Expr[], line: number): Value {
    if (of.kind !== "name") throw badInput("/case", `line ${line}: this cannot be indexed`);
    const variable = this.variables.get(of.name);
    if (variable !== undefined) {
      if (!isMatrix(variable))
        throw badInput("/case", `line ${line}: entries of ${of.name} are no numbers`);
      return this.entries(variable, args, line);
    }
    if (!isFunction(of.name))
      throw badInput(
        "/case",
        `line ${line}: the function or variable "${of.name}" is not known here`,
      );
    const made = callFunction(
      of.name,
      args.map((arg) => this.number(arg)),
      line,
    );
    if (made === null)
      throw badInput("/case", `line ${line}: ${of.name} does not take these arguments`);
    this.spend(made.data.length, line);
    return made;
  }

  private entries(m: Matrix, args: readonly Expr[], line: number): Matrix {
    if (args.length === 0) return m;
    if (args.length === 1) {
      const [at] = args;
      const places = this.indices(at!, m.data.length, line);
      this.spend(places.length, line);
      if (places.some((k) => k >= m.data.length))
        throw badInput("/case", `line ${line}: an index lies outside of the table`);
      const row = rowOf(places.map((k) => m.data[placeOf(m, k)]!));
      const isColumn = at!.kind === "all" || (m.columns === 1 && m.rows > 1);
      return isColumn || (m.rows > 1 && this.isCondition(at!)) ? transposed(row) : row;
    }
    const [rows, columns] = this.places(m, args, line);
    this.spend(rows.length * columns.length, line);
    return pick(m, rows, columns, line);
  }
}

function pick(
  m: Matrix,
  rows: readonly number[],
  columns: readonly number[],
  line: number,
): Matrix {
  if (rows.some((i) => i >= m.rows) || columns.some((j) => j >= m.columns))
    throw badInput("/case", `line ${line}: an index lies outside of the table`);
  const made = matrixOf(rows.length, columns.length, line);
  rows.forEach((i, p) => {
    columns.forEach((j, q) => {
      made.data[p * columns.length + q] = m.data[i * m.columns + j]!;
    });
  });
  return made;
}

function tableOf(rows: readonly (readonly number[])[], line: number): Matrix {
  const columns = rows[0]?.length ?? 0;
  const made = matrixOf(rows.length, columns, line);
  rows.forEach((row, i) => {
    if (row.length !== columns)
      throw badInput(
        "/case",
        `line ${line}: row ${i + 1} of the table has ${row.length} numbers, the first has ${columns}`,
      );
    made.data.set(row, i * columns);
  });
  return made;
}
