/** Tables and batches among the orders of the rounds of kills: what is sealed of one, or nothing. */
import { expect } from "chai";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  fieldsOf,
  listOf,
  numberOf,
  parseFields,
  textOf,
  type Fields,
} from "../kit/requests.js";

export const TABLE = "/api/calc/compute/table";
export const BATCH = "/api/calc/compute/batch";
/** Of a row, and of a computation of NM21. */
const CREDITS = 3;
/** The first row has no value. */
const ROWS = 9;
const COMPUTATIONS = 6;

export function tableBody(mass: number): Fields {
  return {
    operators: ["NM21"],
    columns: { m1: mass, m2: 2, r: { from: 0, to: ROWS - 1, step: 1 } },
  };
}

/** The last computation has no value. */
export function batchBody(mass: number): Fields {
  return {
    computations: Array.from({ length: COMPUTATIONS + 1 }, (_, i) => ({
      operators: ["NM21"],
      inputs: { m1: mass, m2: 2, r: COMPUTATIONS - i },
    })),
  };
}

/** What an answer sealed, and what that costs. */
export interface SealedTogether {
  readonly receipts: readonly string[];
  readonly credits: number;
}

export function tableSealed(answer: Fields): SealedTogether {
  expect(fieldsOf(answer, "rows")["answered"]).to.equal(ROWS - 1);
  return { receipts: [textOf(answer, "receipt_id")], credits: CREDITS * (ROWS - 1) };
}

export function batchSealed(answer: Fields): SealedTogether {
  const answers = listOf(answer, "answers");
  expect(answers.at(-1)).to.not.have.property("receipt_id");
  expect(answer["sealed"]).to.equal(COMPUTATIONS);
  const receipts = answers.slice(0, -1).map((one) => textOf(one, "receipt_id"));
  return { receipts, credits: CREDITS * COMPUTATIONS };
}

/** Every receipt of an answer is there, and a table's last row with its proof. */
export async function checkSealed(
  node: RunningNode,
  { as, path, text }: { readonly as: string; readonly path: string; readonly text: string },
): Promise<void> {
  const answer = parseFields(text);
  const { receipts } = path === TABLE ? tableSealed(answer) : batchSealed(answer);
  for (const id of receipts) {
    const receipt = await call(node, "GET", `/api/receipts/${id}`, undefined, { key: as });
    expect(receipt.status, receipt.text).to.equal(200);
  }
  if (path !== TABLE) return;
  const at = `/api/receipts/${receipts[0]!}/rows/${ROWS - 1}`;
  const row = await call(node, "GET", at, undefined, { key: as });
  expect(row.status, row.text).to.equal(200);
  expect(row.body["value"]).to.equal(listOf(fieldsOf(answer, "rows"), "values").at(-1));
  const verdict = await call(node, "POST", "/api/calc/verify", row.body, { key: as });
  expect(verdict.body["verdict"], verdict.text).to.equal("valid");
  expect(numberOf(row.body, "row")).to.equal(ROWS - 1);
}
