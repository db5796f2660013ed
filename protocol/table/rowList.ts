/** The rows of a table as they come: their tree, their texts, and why some have no value. */
import type { Crypto } from "../ports.js";
import { RowTree, type RowLeaf } from "./leaves.js";

/** Rows that are refused for one reason. */
export interface RowsRefused {
  readonly kind: string;
  readonly message: string;
  readonly rows: readonly number[];
}

export class RowList {
  readonly tree: RowTree;
  readonly count: number;
  readonly #refused = new Map<string, { kind: string; message: string; rows: number[] }>();
  #size = 0;
  #answered = 0;
  #precisionActual = 0;
  #values = "";
  #uncertainties = "";

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
    const comma = row === 0 ? "" : ",";
    if ("refused" in leaf) {
      this.#values += `${comma}null`;
      this.#uncertainties += `${comma}null`;
      this.#refuse(row, leaf.refused, message);
      return;
    }
    this.#answered += 1;
    if (leaf.precisionActual > this.#precisionActual) this.#precisionActual = leaf.precisionActual;
    this.#values += comma + leaf.value;
    this.#uncertainties += comma + leaf.uncertainty;
  }

  /** Members of the answer, with a comma before them. */
  members(): string {
    return (
      `,"rows":{"answered":${this.#answered},"values":[${this.#values}],` +
      `"uncertainties":[${this.#uncertainties}],"refused":${JSON.stringify(this.refused)}}`
    );
  }

  #refuse(row: number, kind: string, message: string): void {
    const key = `${kind}\u0000${message}`;
    const known = this.#refused.get(key);
    if (known === undefined) this.#refused.set(key, { kind, message, rows: [row] });
    else known.rows.push(row);
  }
}
