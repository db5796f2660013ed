/**
 * One row of a sealed table: its place under the root that the receipt commits, and its value,
 * computed again alone.
 */
import * as z from "zod";
import { canonicalize } from "../../encoding/jcs.js";
import { fromHex, toHex } from "../../encoding/hex.js";
import { compute } from "../../chains/compute.js";
import { planChain } from "../../chains/plan.js";
import { TABLE_ROWS_MAX } from "../../limits.js";
import type { Registry } from "../../operators/registry.js";
import type { Crypto, JsonObject } from "../../ports.js";
import { solverOf } from "../../seal/envelope.js";
import { leafHash, rootFromPath } from "../../seal/merkle.js";
import type { ReceiptV3 } from "../../seal/receiptFormat.js";
import type { Checked } from "../../seal/verdict.js";
import { ENGINE_VERSION } from "../../version.js";
import { Table, tableOf } from "../../table/columns.js";
import { rowLeafBytes, type RowLeaf } from "../../table/leaves.js";
import { leafOf } from "./rows.js";
import { solverTableOf } from "./solverRows.js";

interface RowModules {
  readonly crypto: Crypto;
  readonly registry: Registry;
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const rowNumber = z
  .int()
  .min(0)
  .max(TABLE_ROWS_MAX - 1);
/** Halves of a table of 10,000 rows down to one. */
const PATH_HASHES_MAX = 14;
const common = {
  row: rowNumber,
  inputs: z.record(z.string(), z.number()),
  path: z.array(hash).max(PATH_HASHES_MAX),
  receipt: z.looseObject({}),
};
const rowProof = z.union([
  z.strictObject({ ...common, value: z.null(), refused: z.string() }),
  z.strictObject({
    ...common,
    value: z.number(),
    unit: z.string().nullable(),
    uncertainty: z.number(),
    precision_actual: z.number(),
  }),
]);
type RowProof = z.output<typeof rowProof>;

/** Whether something held claims to be a row of a table. */
export function isRowProof(held: unknown): held is JsonObject & { readonly receipt: JsonObject } {
  if (typeof held !== "object" || held === null || Array.isArray(held)) return false;
  return (
    "row" in held &&
    "path" in held &&
    "receipt" in held &&
    typeof held.receipt === "object" &&
    held.receipt !== null &&
    !Array.isArray(held.receipt)
  );
}

/** @param receipt of the table, whose own parts were checked */
export function rowChecks(
  modules: RowModules,
  held: JsonObject,
  receipt: ReceiptV3,
): readonly Checked[] {
  const read = rowProof.safeParse(held);
  if (!read.success) {
    const [issue] = read.error.issues;
    return [
      failed("row", `not a row of a table: ${issue?.path.join(".") ?? ""}: ${issue?.message}`),
    ];
  }
  const { engine_version: engine, rows_count: count, rows_root: root } = receipt.envelope.core;
  const { unit } = receipt.envelope.core;
  const isSolver = solverOf(engine) !== null;
  const table = isSolver ? solverTableOf(receipt.inputs) : tableOf(receipt.inputs);
  if ("refusal" in table || root === undefined)
    return [failed("row", "its receipt is of a single computation")];
  const proof = read.data;
  if (table.table.count !== count || proof.row >= count)
    return [failed("row", `its receipt has ${count} rows and columns of ${table.table.count}`)];
  return [
    inputsCheck(proof, table.table),
    unitCheck(proof, unit),
    inclusionCheck(modules.crypto, proof, count, root),
    table.table instanceof Table
      ? valueCheck(modules, proof, table.table, receipt)
      : { name: "value", ok: null, detail: "its solver was not run again here" },
  ];
}

function inputsCheck({ inputs, row }: RowProof, table: Pick<Table, "inputsAt">): Checked {
  const ok = canonicalize(inputs) === canonicalize(table.inputsAt(row));
  return {
    name: "row-inputs",
    ok,
    detail: ok ? `those of row ${row}` : `row ${row} of the columns has other inputs`,
  };
}

function unitCheck(proof: RowProof, unit: string | null): Checked {
  const ok = proof.value === null || proof.unit === unit;
  return { name: "row-unit", ok, detail: ok ? "that of the table" : "not that of the table" };
}

function inclusionCheck(crypto: Crypto, proof: RowProof, count: number, root: string): Checked {
  const leaf = leafHash(crypto, rowLeafBytes(crypto, statedLeaf(proof)));
  const path = proof.path.map((one) => fromHex(one)!);
  const found = rootFromPath(crypto, leaf, proof.row, count, path);
  const ok = found !== null && toHex(found) === root;
  return {
    name: "row-inclusion",
    ok,
    detail: ok
      ? `row ${proof.row} of ${count} under the root of the receipt`
      : "the path does not lead from this row to the root that the receipt commits",
  };
}

function statedLeaf(proof: RowProof): RowLeaf {
  if (proof.value === null) return { refused: proof.refused };
  const { precision_actual: precisionActual, uncertainty, value } = proof;
  return { precisionActual, uncertainty, value };
}

/** A row in another unit than the first is refused for that; only the table tells. */
const OF_THE_TABLE = "another-unit";

function valueCheck(
  { crypto, registry }: RowModules,
  proof: RowProof,
  table: Table,
  { envelope: { core } }: ReceiptV3,
): Checked {
  const name = "row-value";
  if (core.engine_version !== ENGINE_VERSION)
    return {
      name,
      ok: null,
      detail: `it was computed by ${core.engine_version}, this is ${ENGINE_VERSION}`,
    };
  if (core.registry_version !== registry.registryVersion)
    return { name, ok: null, detail: "it was computed with another registry" };
  const plan = planChain(registry, core.operatorChain);
  if (plan.status === "invalid") return failed(name, plan.message);
  const { row } = proof;
  const result = compute(plan, {
    inputs: table.inputsAt(row),
    uncertainties: table.uncertaintiesAt(row),
  });
  const isOtherUnit =
    proof.value === null && proof.refused === OF_THE_TABLE && result.status === "value";
  if (isOtherUnit && result.unit !== core.unit)
    return { name, ok: true, detail: `computed again: its unit is ${result.unit}` };
  const again = rowLeafBytes(crypto, leafOf(result));
  const ok = toHex(again) === toHex(rowLeafBytes(crypto, statedLeaf(proof)));
  return {
    name,
    ok,
    detail: ok
      ? `computed again: ${result.status === "value" ? `${result.value}, the same bits` : "refused alike"}`
      : `computed again, it is ${result.status === "value" ? String(result.value) : "refused"}`,
  };
}

function failed(name: string, detail: string): Checked {
  return { name, ok: false, detail };
}
