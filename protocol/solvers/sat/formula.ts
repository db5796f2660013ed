/** Formulas in conjunctive normal form: DIMACS text or lists, into one array of literals. */
import { badInput, tooLarge } from "../refusal.js";
import { LITERALS_MAX, VARIABLES_MAX } from "./card.js";

/** Literal codes: 2 (v - 1) for variable v, one more for its negation. */
export interface Formula {
  readonly variables: number;
  /**
   * Clause i is literals[starts[i]] to literals[starts[i + 1] - 1]: without repetition, tautologies
   * kept as they are.
   */
  readonly literals: Int32Array;
  readonly starts: Int32Array;
}

export function codeOf(literal: number): number {
  return literal > 0 ? 2 * (literal - 1) : -2 * literal - 1;
}

export function literalOf(code: number): number {
  return (code & 1) === 0 ? (code >> 1) + 1 : -(code >> 1) - 1;
}

const POINTER = "/cnf";
const LITERAL = /^-?\d{1,10}$/;

class Builder {
  readonly #codes: number[] = [];
  readonly #ends: number[] = [0];
  readonly #inClause = new Set<number>();
  highest = 0;

  get clauses(): number {
    return this.#ends.length - 1;
  }

  get isOpen(): boolean {
    return this.#codes.length > this.#ends[this.#ends.length - 1]!;
  }

  add(literal: number, limit: number, pointer: string): void {
    const variable = Math.abs(literal);
    if (variable > limit)
      throw badInput(
        pointer,
        `literal ${literal} is beyond the ${limit} variables that are declared`,
      );
    if (variable > this.highest) this.highest = variable;
    const code = codeOf(literal);
    if (this.#inClause.has(code)) return;
    this.#inClause.add(code);
    this.#codes.push(code);
    if (this.#codes.length > LITERALS_MAX)
      throw tooLarge("literals of all clauses", this.#codes.length, LITERALS_MAX);
  }

  close(): void {
    this.#inClause.clear();
    this.#ends.push(this.#codes.length);
  }

  formula(variables: number): Formula {
    return {
      variables,
      literals: Int32Array.from(this.#codes),
      starts: Int32Array.from(this.#ends),
    };
  }
}

interface Header {
  readonly variables: number;
  readonly clauses: number;
}

function headerOf(line: string, number: number): Header {
  const [p, cnf, variables, clauses, ...more] = line.split(/\s+/);
  const isCount = (text: string | undefined): text is string =>
    text !== undefined && /^\d{1,15}$/.test(text);
  if (p !== "p" || cnf !== "cnf" || !isCount(variables) || !isCount(clauses) || more.length > 0) {
    throw badInput(
      POINTER,
      `line ${number} is no header "p cnf VARIABLES CLAUSES": ${line.slice(0, 80)}`,
    );
  }
  const header = { variables: Number(variables), clauses: Number(clauses) };
  if (header.variables > VARIABLES_MAX)
    throw tooLarge("variables", header.variables, VARIABLES_MAX);
  if (header.clauses > LITERALS_MAX) throw tooLarge("clauses", header.clauses, LITERALS_MAX);
  return header;
}

/** What may follow a per cent sign: SATLIB ends its files with one, a zero and empty lines. */
function requireEnd(lines: readonly string[], from: number): void {
  for (let i = from; i < lines.length; i += 1) {
    const rest = lines[i]!.trim();
    if (rest !== "" && rest !== "0")
      throw badInput(
        POINTER,
        `line ${i + 1} stands after the end that % marks: ${rest.slice(0, 80)}`,
      );
  }
}

function readDimacs(text: string): Formula {
  const lines = text.split(/\r\n|\n|\r/);
  const builder = new Builder();
  let header: Header | null = null;
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i]!.trim();
    if (line === "" || line === "c" || line.startsWith("c ") || line.startsWith("c\t")) continue;
    if (line.startsWith("%")) {
      requireEnd([line.slice(1), ...lines.slice(i + 1)], 0);
      break;
    }
    if (line.startsWith("p")) {
      if (header !== null) throw badInput(POINTER, `line ${i + 1} is a second header`);
      header = headerOf(line, i + 1);
      continue;
    }
    if (header === null)
      throw badInput(POINTER, `line ${i + 1} stands before the header "p cnf VARIABLES CLAUSES"`);
    for (const token of line.split(/\s+/)) {
      if (!LITERAL.test(token) || token === "-0")
        throw badInput(POINTER, `line ${i + 1}: "${token.slice(0, 40)}" is no literal`);
      const literal = Number(token);
      if (literal === 0) builder.close();
      else builder.add(literal, header.variables, POINTER);
    }
  }
  if (header === null) throw badInput(POINTER, 'there is no header "p cnf VARIABLES CLAUSES"');
  if (builder.isOpen)
    throw badInput(POINTER, "the last clause is not ended by 0: the file may be cut off");
  if (builder.clauses !== header.clauses) {
    throw badInput(
      POINTER,
      `the header says ${header.clauses} clauses, the file holds ${builder.clauses}`,
      { declared: header.clauses, found: builder.clauses },
    );
  }
  return builder.formula(header.variables);
}

function readLists(clauses: readonly (readonly number[])[]): Formula {
  const builder = new Builder();
  clauses.forEach((clause, i) => {
    for (const [k, literal] of clause.entries()) {
      if (literal === 0)
        throw badInput(
          `${POINTER}/${i}/${k}`,
          "0 is no literal; in a list the clause ends where the list does",
        );
      if (Math.abs(literal) > VARIABLES_MAX)
        throw tooLarge("variables", Math.abs(literal), VARIABLES_MAX);
      builder.add(literal, VARIABLES_MAX, `${POINTER}/${i}/${k}`);
    }
    builder.close();
  });
  return builder.formula(builder.highest);
}

/**
 * @throws SolverRefusal INVALID_BODY for a header that does not tell the truth, TOO_LARGE beyond
 * the limits
 */
export function readFormula(cnf: string | readonly (readonly number[])[]): Formula {
  return typeof cnf === "string" ? readDimacs(cnf) : readLists(cnf);
}
