/** The rows of a table as they come: their tree, their texts, and why some have no value. */
import type { TableRows } from "../../chains/result.js";
import type { Crypto } from "../../ports.js";
import { RowTree, type RowLeaf } from "../../table/leaves.js";

/** Rows that are refused for one reason. */
export interface RowsRefused {
  readonly kind: string;
  readonly message: string;
  readonly rows: readonly number[];
}

/** Consecutive rows as plain data. Rows that are refused are numbered from the first of these. */
export interface ListedRows {
  readonly size: number;
  readonly answered: number;
  readonly precisionActual: number;
  readonly leaves: Uint8Array;
  readonly values: string;
  readonly uncertainties: string;
  readonly refused: readonly RowsRefused[];
}

/**
 * Numbers as members of a JSON list. They are written together: one by one, a text of a thousand
 * parts is joined twice, and each part is an object that waits for it.
 */
class FigureTexts {
  #written = "";
  #waiting: number[] = [];

  /** @param figure NaN for none, which is written as null */
  add(figure: number): void {
    this.#waiting.push(figure);
  }

  /** @param texts of another list, not empty */
  append(texts: string): void {
    const before = this.text();
    this.#written = before === "" ? texts : `${before},${texts}`;
  }

  /** All so far, with commas between them. */
  text(): string {
    if (this.#waiting.length > 0) {
      const more = JSON.stringify(this.#waiting).slice(1, -1);
      this.#written = this.#written === "" ? more : `${this.#written},${more}`;
      this.#waiting = [];
    }
    return this.#written;
  }
}

export class RowList {
  readonly tree: RowTree;
  readonly count: number;
  readonly #refused = new Map<string, { kind: string; message: string; rows: number[] }>();
  readonly #values = new FigureTexts();
  readonly #uncertainties = new FigureTexts();
  #size = 0;
  #answered = 0;
  #precisionActual = 0;

  constructor(crypto: Pick<Crypto, "sha256">, count: number) {
    this.tree = new RowTree(crypto, count);
    this.count = count;
  }

  /** Rows that have a value. */
  get answered(): number {
    return this.#answered;
  }
  /** The largest of all rows. */
  get precisionActual(): number {
    return this.#precisionActual;
  }
  get refused(): readonly RowsRefused[] {
    return [...this.#refused.values()];
  }

  /** @param message why it has no value */
  add(leaf: RowLeaf, message = ""): void {
    const row = this.#size++;
    this.tree.add(leaf);
    if ("refused" in leaf) {
      this.#values.add(Number.NaN);
      this.#uncertainties.add(Number.NaN);
      this.#refuse(row, leaf.refused, message);
      return;
    }
    this.#answered += 1;
    if (leaf.precisionActual > this.#precisionActual) this.#precisionActual = leaf.precisionActual;
    this.#values.add(leaf.value);
    this.#uncertainties.add(leaf.uncertainty);
  }

  /** All rows so far. */
  listed(): ListedRows {
    return {
      size: this.#size,
      answered: this.#answered,
      precisionActual: this.#precisionActual,
      leaves: this.tree.leaves,
      values: this.#values.text(),
      uncertainties: this.#uncertainties.text(),
      refused: this.refused,
    };
  }

  /** Adds rows that another list had, as if they had been added here one by one. */
  append({ answered, leaves, refused, size, ...rows }: ListedRows): void {
    if (size === 0) return;
    this.#values.append(rows.values);
    this.#uncertainties.append(rows.uncertainties);
    for (const one of refused)
      for (const row of one.rows) this.#refuse(this.#size + row, one.kind, one.message);
    this.#answered += answered;
    this.#precisionActual = Math.max(this.#precisionActual, rows.precisionActual);
    this.tree.append(leaves);
    this.#size += size;
  }

  /** Members of the answer, with a comma before them. */
  members(): string {
    return (
      `,"rows":{"answered":${this.#answered},"values":[${this.#values.text()}],` +
      `"uncertainties":[${this.#uncertainties.text()}],"refused":${JSON.stringify(this.refused)}}`
    );
  }

  #refuse(row: number, kind: string, message: string): void {
    const key = `${kind}\u0000${message}`;
    const known = this.#refused.get(key);
    if (known === undefined) this.#refused.set(key, { kind, message, rows: [row] });
    else known.rows.push(row);
  }
}

/** What rows add to the value of their table. @param block rows under each root that is kept */
export function rowsOf(list: RowList, block: number): TableRows {
  const { count, tree } = list;
  const blocks = { rows: block, roots: tree.roots(block) };
  return { count, root: tree.root(), blocks, members: list.members() };
}
