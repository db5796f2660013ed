/**
 * Runs the statements of a case file on its tables. Arithmetic, indices, loops and conditions are
 * those of MATLAB; what is beyond them is refused at its line, never skipped.
 */
import { badInput } from "../../refusal.js";
import {
  callFunction,
  constantOf,
  defineConstants,
  indexResults,
  isFunction,
} from "./functions.js";
import { entriesOf, replaced, tableOf, without, type Indices } from "./entries.js";
import { parseScript } from "./parse.js";
import {
  CaseError,
  COMPARE,
  isMatrix,
  isSame,
  LOGICAL,
  LOGICAL_CALLS,
  PRINTS,
  sizeOf,
  WORDS,
  type Value,
} from "./terms.js";
import { tokensOf } from "./tokens.js";
import type { Expr, Routine, Statement } from "./tree.js";
import { combined, joined, matrixOf, product, scalar, transposed, type Matrix } from "./values.js";

/** Entries that are computed in all, so that no loop goes on for ever. */
const WORK_MAX = 50_000_000;

/** Variables, members as `mpc.bus`. */
export type Workspace = ReadonlyMap<string, Value>;

/** @throws SolverRefusal INVALID_BODY that names the line */
export function runScript(source: string): {
  readonly variables: Workspace;
  readonly results: readonly string[];
} {
  const { body, others, results } = parseScript(tokensOf(source));
  const routines = new Map(others.map((routine) => [routine.name, routine]));
  const machine = new Machine({ routines, left: WORK_MAX }, 0, 0);
  try {
    machine.block(body);
  } catch (error) {
    if (!(error instanceof CaseError)) throw error;
    throw badInput("/case", `line ${error.line}: the case ends in an error: ${error.message}`);
  }
  return { variables: machine.variables, results };
}

interface Shared {
  readonly routines: ReadonlyMap<string, Routine>;
  /** Entries that may still be computed. */
  left: number;
}

/** Calls inside of each other. */
const CALLS_MAX = 40;
type Left = "break" | "continue" | "return" | null;

class Machine {
  readonly variables = new Map<string, Value>();
  /** Variables that hold conditions. */
  readonly #conditions = new Set<string>();
  /** Whether a function of the file last returned a condition. */
  readonly #answers = new Map<string, boolean>();
  /** Size along the axis that an index runs over. */
  readonly #lasts: number[] = [];
  readonly #shared: Shared;
  readonly #depth: number;
  readonly #given: number;

  constructor(shared: Shared, depth: number, given: number) {
    this.#shared = shared;
    this.#depth = depth;
    this.#given = given;
  }

  #spend(entries: number, line: number): void {
    this.#shared.left -= 1 + entries;
    if (this.#shared.left < 0)
      throw badInput("/case", `line ${line}: the statements of the case compute too much`);
  }

  block(body: readonly Statement[]): Left {
    for (const statement of body) {
      const left = this.#statement(statement);
      if (left !== null) return left;
    }
    return null;
  }

  #statement(statement: Statement): Left {
    const { line } = statement;
    this.#spend(0, line);
    switch (statement.kind) {
      case "assign":
        this.#assign(statement.name, statement.at, statement.value, line);
        return null;
      case "names":
        this.#several(statement.names, statement.value, line);
        return null;
      case "run":
        this.#run(statement.value);
        return null;
      case "leave":
        return statement.how;
      case "if": {
        const chosen = statement.branches.find(({ when }) => when === null || this.#holds(when));
        return chosen === undefined ? null : this.block(chosen.body);
      }
      case "switch": {
        const value = this.#value(statement.of);
        const chosen = statement.branches.find(
          ({ values }) => values === null || values.some((one) => isSame(value, this.#value(one))),
        );
        return chosen === undefined ? null : this.block(chosen.body);
      }
      case "try":
        try {
          return this.block(statement.body);
        } catch (error) {
          // A case refused here is no error of the case: that it could be caught is not known.
          if (!(error instanceof CaseError)) throw error;
          return this.block(statement.otherwise);
        }
      case "while":
        while (this.#holds(statement.when)) {
          this.#spend(0, line);
          const left = this.block(statement.body);
          if (left === "return") return left;
          if (left === "break") break;
        }
        return null;
      case "for": {
        const over = this.#number(statement.over);
        for (let j = 0; j < over.columns; j += 1) {
          this.#spend(over.rows, line);
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

  #run(value: Expr): void {
    if (value.kind === "name" && value.name === "define_constants") {
      for (const [name, at] of defineConstants()) this.variables.set(name, scalar(at));
      return;
    }
    const called = value.kind === "call" ? value.of : value;
    if (called.kind === "name" && this.#isOutside(called.name)) {
      if (PRINTS.has(called.name)) return;
      if (called.name === "error") this.#raise(value);
      if (this.#shared.routines.has(called.name)) {
        this.#results(called.name, value, 0);
        return;
      }
    }
    this.#value(value);
  }

  #isOutside(name: string): boolean {
    return !this.variables.has(name);
  }

  #raise(call: Expr): never {
    const [first] = call.kind === "call" ? call.args : [];
    throw new CaseError(first?.kind === "text" ? first.text : "no message", call.line);
  }

  /** What a function of the file returns, each with whether it is a condition. */
  #results(
    name: string,
    call: Expr,
    wanted: number,
  ): readonly { readonly members: Map<string, Value>; readonly isCondition: boolean }[] {
    const { line } = call;
    const routine = this.#shared.routines.get(name)!;
    const args = call.kind === "call" ? call.args : [];
    if (args.length > routine.parameters.length)
      throw badInput("/case", `line ${line}: ${name} takes ${routine.parameters.length} arguments`);
    if (wanted > routine.results.length)
      throw badInput("/case", `line ${line}: ${name} has ${routine.results.length} results`);
    if (this.#depth >= CALLS_MAX)
      throw badInput("/case", `line ${line}: functions call each other too deep`);
    const inner = new Machine(this.#shared, this.#depth + 1, args.length);
    args.forEach((arg, i) => {
      const parameter = routine.parameters[i]!;
      for (const [member, value] of this.#membersOf(arg))
        inner.variables.set(parameter + member, value);
      if (this.#isCondition(arg)) inner.#conditions.add(parameter);
    });
    this.#spend(
      [...inner.variables.values()].reduce((sum, value) => sum + sizeOf(value), 0),
      line,
    );
    inner.block(routine.body);
    return routine.results.slice(0, wanted).map((result) => {
      const members = inner.#withMembers(result);
      if (members.size === 0)
        throw badInput("/case", `line ${line}: ${name} does not set its result ${result}`);
      return { members, isCondition: inner.#conditions.has(result) };
    });
  }

  /** A variable under the name "", or the members of a struct under names that begin with ".". */
  #withMembers(name: string): Map<string, Value> {
    const found = new Map<string, Value>();
    for (const [at, value] of this.variables)
      if (at === name || at.startsWith(`${name}.`)) found.set(at.slice(name.length), value);
    return found;
  }

  #membersOf(arg: Expr): ReadonlyMap<string, Value> {
    const members = arg.kind === "name" ? this.#withMembers(arg.name) : new Map<string, Value>();
    return members.size > 0 ? members : new Map([["", this.#value(arg)]]);
  }

  #put(name: string, members: ReadonlyMap<string, Value>, isCondition: boolean): void {
    for (const at of this.#withMembers(name).keys()) this.variables.delete(name + at);
    for (const [at, value] of members) this.variables.set(name + at, value);
    if (isCondition) this.#conditions.add(name);
    else this.#conditions.delete(name);
  }

  #several(names: readonly (string | null)[], value: Expr, line: number): void {
    const called = value.kind === "call" ? value.of : value;
    if (called.kind === "name" && this.#isRoutine(called.name)) {
      this.#results(called.name, value, names.length).forEach(({ isCondition, members }, i) => {
        const name = names[i]!;
        if (name !== null) this.#put(name, members, isCondition);
      });
      return;
    }
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
      const { columns, rows } = this.#number(value.args[0] ?? value);
      [rows, columns].forEach((size, i) => {
        const name = names[i];
        if (name !== null && name !== undefined) this.variables.set(name, scalar(size));
      });
      if (names.length <= 2) return;
    }
    const [only] = names;
    if (names.length === 1 && only !== null && only !== undefined) {
      this.#assign(only, null, value, line);
      return;
    }
    throw badInput("/case", `line ${line}: this assignment to several names is not executed`);
  }

  #isRoutine(name: string): boolean {
    return this.#shared.routines.has(name) && this.#isOutside(name);
  }

  /** `b = a` of a struct, and `b = f(a)` of a function of the file. */
  #assignMembers(name: string, value: Expr): boolean {
    const called = value.kind === "call" ? value.of : value;
    if (called.kind !== "name") return false;
    if (this.#isRoutine(called.name)) {
      const [result] = this.#results(called.name, value, 1);
      this.#put(name, result!.members, result!.isCondition);
      return true;
    }
    if (value.kind !== "name" || !this.#isOutside(value.name)) return false;
    const members = this.#withMembers(value.name);
    if (members.size > 0 && value.name !== name) this.#put(name, members, false);
    return members.size > 0;
  }

  #assign(name: string, at: readonly Expr[] | null, value: Expr, line: number): void {
    if (at === null && this.#assignMembers(name, value)) return;
    const result = this.#value(value);
    if (at === null) {
      this.#spend(isMatrix(result) ? result.data.length : 0, line);
      this.variables.set(name, result);
      if (this.#isCondition(value)) this.#conditions.add(name);
      else this.#conditions.delete(name);
      return;
    }
    const old = this.variables.get(name) ?? matrixOf(0, 0, line);
    if (!isMatrix(old)) throw badInput("/case", `line ${line}: entries of ${name} are no numbers`);
    const isNothing = value.kind === "table" && value.rows.length === 0;
    if (!isMatrix(result)) throw badInput("/case", `line ${line}: ${name} is assigned no numbers`);
    this.#spend(old.data.length + result.data.length, line);
    this.variables.set(
      name,
      isNothing
        ? without(old, this.#chosen(at, line), line)
        : replaced(old, this.#chosen(at, line), result, line),
    );
  }

  /** Indices from 0 along an axis. */
  #indices(expr: Expr, size: number, line: number): readonly number[] {
    if (expr.kind === "all") return Array.from({ length: size }, (_, i) => i);
    this.#lasts.push(size);
    const found = this.#number(expr);
    this.#lasts.pop();
    if (this.#isCondition(expr)) {
      const down = found.rows === 1 ? found : transposed(found);
      return [...down.data.keys()].filter((i) => down.data[i] !== 0);
    }
    return [...transposed(found).data].map((value) => {
      if (!Number.isInteger(value) || value < 1)
        throw badInput("/case", `line ${line}: ${value} is no index`);
      return value - 1;
    });
  }

  #isCondition(expr: Expr): boolean {
    if (expr.kind === "binary" || expr.kind === "unary") return LOGICAL.has(expr.op);
    if (expr.kind === "name")
      return this.#conditions.has(expr.name) || expr.name === "true" || expr.name === "false";
    return (
      expr.kind === "call" &&
      expr.of.kind === "name" &&
      (this.variables.has(expr.of.name)
        ? this.#conditions.has(expr.of.name)
        : LOGICAL_CALLS.has(expr.of.name) || this.#answers.get(expr.of.name) === true)
    );
  }

  /** What the indices choose, once the size of their axis is known. */
  #chosen(at: readonly Expr[], line: number): Indices {
    return {
      count: at.length,
      isAll: (k) => at[k]!.kind === "all",
      isCondition: (k) => this.#isCondition(at[k]!),
      along: (k, size) => this.#indices(at[k]!, size, line),
    };
  }

  #holds(when: Expr): boolean {
    const { data } = this.#number(when);
    return data.length > 0 && data.every((value) => value !== 0);
  }

  #number(expr: Expr): Matrix {
    const value = this.#value(expr);
    if (isMatrix(value)) return value;
    throw badInput("/case", `line ${expr.line}: a number is expected, no text`);
  }

  #value(expr: Expr): Value {
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
          expr.rows.map((row) => row.map((one) => this.#number(one))),
          line,
        );
      case "all":
        throw badInput("/case", `line ${line}: ":" stands outside of an index`);
      case "last": {
        const last = this.#lasts.at(-1);
        if (last === undefined)
          throw badInput("/case", `line ${line}: "end" stands outside of an index`);
        return scalar(last);
      }
      case "name":
        return this.#named(expr.name, line);
      case "unary":
        return this.#unary(expr.op, this.#number(expr.of), line);
      case "binary":
        return this.#binary(expr.op, expr.left, expr.right, line);
      case "range":
        return this.#range(expr, line);
      case "call":
        return this.#call(expr.of, expr.args, line);
    }
  }

  #named(name: string, line: number): Value {
    const found = this.variables.get(name);
    if (found !== undefined) return found;
    if (this.#isRoutine(name)) return this.#routine({ kind: "name", name, line });
    if (name === "nargin") return scalar(this.#given);
    const constant = constantOf(name);
    if (constant !== undefined) return scalar(constant);
    throw badInput("/case", `line ${line}: "${name}" is unknown here`);
  }

  #unary(op: string, m: Matrix, line: number): Matrix {
    this.#spend(m.data.length, line);
    if (op === "'") return transposed(m);
    if (op === "+") return m;
    return { ...m, data: m.data.map((x) => (op === "-" ? -x : x === 0 ? 1 : 0)) };
  }

  #binary(op: string, left: Expr, right: Expr, line: number): Matrix {
    if (op === "&&") return scalar(this.#holds(left) && this.#holds(right) ? 1 : 0);
    if (op === "||") return scalar(this.#holds(left) || this.#holds(right) ? 1 : 0);
    const [a, b] = [this.#number(left), this.#number(right)];
    this.#spend(Math.max(a.data.length, b.data.length), line);
    const isPlain = a.data.length === 1 || b.data.length === 1;
    if (op === "*" && !isPlain) return product(a, b, line);
    const isDivided = b.data.length === 1;
    if ((op === "/" && !isDivided) || (op === "^" && !(isPlain && a.data.length === b.data.length)))
      throw badInput("/case", `line ${line}: "${op}" between matrices is not executed`);
    const each = COMPARE[op] ?? COMPARE[`.${op}`];
    if (each === undefined) throw badInput("/case", `line ${line}: "${op}" is not executed`);
    return combined(a, b, each, line);
  }

  #range({ from, step, to }: Expr & { kind: "range" }, line: number): Matrix {
    const [a, b] = [this.#number(from), this.#number(to)].map(({ data }) => data[0] ?? Number.NaN);
    const by = step === null ? 1 : (this.#number(step).data[0] ?? Number.NaN);
    const count = Math.max(0, Math.floor((b! - a!) / by + 1e-10) + 1);
    if (!Number.isFinite(count)) throw badInput("/case", `line ${line}: this range does not end`);
    const matrix = matrixOf(1, count, line);
    for (let i = 0; i < count; i += 1) matrix.data[i] = a! + i * by;
    return matrix;
  }

  /** The first result of a function of the file, which an expression can go on with. */
  #routine(call: Expr & { readonly kind: "call" | "name" }): Value {
    const name = call.kind === "name" ? call.name : call.of.kind === "name" ? call.of.name : "";
    const [result] = this.#results(name, call, 1);
    this.#answers.set(name, result!.isCondition);
    const value = result!.members.get("");
    if (value === undefined)
      throw badInput("/case", `line ${call.line}: ${name} returns a struct, a number is expected`);
    return value;
  }

  /** Functions of texts and names; null where the arguments are none that they are known for. */
  #words(name: string, args: readonly Expr[], line: number): Matrix | null {
    const text = (at: number): string | null => {
      const arg = args[at];
      if (arg === undefined) return null;
      const value = this.#value(arg);
      return isMatrix(value) ? null : value.words;
    };
    const [first] = args;
    const answer = (holds: boolean): Matrix => scalar(holds ? 1 : 0);
    if (first === undefined) return null;
    if (name === "isfield") {
      const member = text(1);
      if (first.kind !== "name" || member === null) return null;
      return answer(this.#withMembers(`${first.name}.${member}`).size > 0);
    }
    if (name === "exist") {
      const known = text(0);
      if (known === null || text(1) !== "var") return null;
      return answer(this.#withMembers(known).size > 0);
    }
    if (name === "ischar") return answer(!isMatrix(this.#value(first)) && text(0) !== null);
    if (name === "isnumeric") return answer(isMatrix(this.#value(first)));
    const [a, b] = [text(0), text(1)];
    if (a === null || b === null) throw badInput("/case", `line ${line}: ${name} takes two texts`);
    return answer(name === "strcmpi" ? a.toLowerCase() === b.toLowerCase() : a === b);
  }

  #call(of: Expr, args: readonly Expr[], line: number): Value {
    if (of.kind !== "name") throw badInput("/case", `line ${line}: this cannot be indexed`);
    const variable = this.variables.get(of.name);
    if (variable !== undefined) {
      if (!isMatrix(variable))
        throw badInput("/case", `line ${line}: entries of ${of.name} are no numbers`);
      const entries = entriesOf(variable, this.#chosen(args, line), line);
      this.#spend(entries.data.length, line);
      return entries;
    }
    if (this.#isRoutine(of.name)) return this.#routine({ kind: "call", of, args, line });
    if (WORDS.has(of.name)) {
      const answer = this.#words(of.name, args, line);
      if (answer === null)
        throw badInput("/case", `line ${line}: ${of.name} does not take these arguments`);
      return answer;
    }
    if (!isFunction(of.name))
      throw badInput(
        "/case",
        `line ${line}: the function or variable "${of.name}" is not known here`,
      );
    const result = callFunction(
      of.name,
      args.map((arg) => this.#number(arg)),
      line,
    );
    if (result === null)
      throw badInput("/case", `line ${line}: ${of.name} does not take these arguments`);
    this.#spend(result.data.length, line);
    return result;
  }
}
