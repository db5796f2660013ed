/** Jobs as they are answered. */
import { isObject } from "../../protocol/encoding/json.js";
import { readResult } from "../../protocol/market/result.js";
import type { DrawReading } from "../../protocol/market/drawCheck.js";
import type { JobFacts, Said } from "../../protocol/market/facts.js";
import type { Progress } from "../../protocol/market/progress.js";
import type { Crypto, JsonObject, JsonValue } from "../../protocol/ports.js";
import type { JobOrderRecord, ShardRecord } from "../../storage/records/marketRecords.js";
import type { Standing } from "../../protocol/witness/standing.js";
import type { Beacons } from "./beacons.js";
import type { MarketBook } from "./book.js";
import type { Checks } from "./checks.js";
import type { JobDocuments } from "./documents.js";

interface ShownModules {
  readonly crypto: Crypto;
  readonly marketBook: MarketBook;
  readonly jobDocuments: JobDocuments;
  readonly checks: Checks;
  readonly beacons: Beacons;
  readonly witnessing: {
    standing(author: string, event: { readonly seq: number; readonly calcond: number }): Standing;
  };
}

type State = "open" | "done" | "failed" | "expired" | "cancelled";

/** Done where all parts are; else the worst of what ended, once all have ended. */
function stateOf({ shards }: Pick<JobOrderRecord, "shards">): State {
  const outcomes = shards.map(({ end }) => end?.outcome ?? "open");
  for (const state of ["open", "failed", "expired", "cancelled"] as const)
    if (outcomes.includes(state)) return state;
  return "done";
}

function sumOf(shards: readonly ShardRecord[], figure: (shard: ShardRecord) => number): number {
  return shards.reduce((sum, shard) => sum + figure(shard), 0);
}

/** In short. */
export function shownJob(order: JobOrderRecord) {
  const { chain, class: kind, createdCalcond, deadline, funding, id, k, shards } = order;
  return {
    id,
    state: stateOf(order),
    chain: [...chain],
    class: kind,
    k,
    createdCalcond,
    deadline,
    funding,
    locked: sumOf(shards, ({ end, locked }) => (end === null ? locked : 0)),
    spent: sumOf(shards, ({ end }) => end?.spent ?? 0),
    returned: sumOf(shards, ({ end }) => end?.returned ?? 0),
    parts: shards.length,
    ended: shards.filter(({ end }) => end !== null).length,
    value: null,
    unit: null,
  };
}

/** With its parts. */
export async function shownOrder(modules: ShownModules, order: JobOrderRecord, now: number) {
  const [first] = order.shards;
  const document =
    order.shards.length === 1 && first !== undefined && first.rows === null
      ? await documentOf(modules, first)
      : null;
  return {
    ...shownJob(order),
    value: numberIn(document, "value"),
    unit: textIn(document, "unit"),
    shards: order.shards.map((shard) => shownShard(modules, shard, now)),
  };
}

function shownShard(modules: ShownModules, shard: ShardRecord, now: number) {
  const { beacons, checks, marketBook } = modules;
  const { end, job, locked, rows } = shard;
  const facts = job === null ? undefined : marketBook.jobs.get(job);
  const progress = facts === undefined ? null : marketBook.progress(facts, now);
  return {
    job,
    rows,
    phase:
      end?.outcome ?? (job === null ? ("locked" as const) : (progress?.phase ?? ("open" as const))),
    locked,
    spent: end?.spent ?? 0,
    returned: end?.returned ?? 0,
    replicas: progress?.quorum ?? 0,
    result: end?.result ?? null,
    why: end?.why ?? null,
    standing: standingIn(modules, facts?.settled ?? facts?.open ?? null),
    beacon: facts === undefined ? null : shownBeacon(beacons.reading(facts, facts.id)),
    wrong: job !== null && checks.isWrong(job),
    others: othersOf(modules, facts, progress),
    nodes: nodesOf(modules, progress, shard),
  };
}

/** Who could choose the nodes: none of a quorum; one node that speaks alone could have tried. */
function shownBeacon(reading: DrawReading | null) {
  if (reading === null) return null;
  const { by, fault, kind } = reading;
  return { kind, by: [...by], fault };
}

/** How surely an event of a job stays; null where there is none. */
function standingIn({ witnessing }: ShownModules, said: Said<unknown> | null): Standing | null {
  if (said === null || said.seq === undefined) return null;
  return witnessing.standing(said.author, { seq: said.seq, calcond: said.calcond });
}

/** How many beside the nodes that agree on a result ever agreed with one of them. */
function othersOf(
  { marketBook }: ShownModules,
  facts: JobFacts | undefined,
  progress: Progress | null,
): number | null {
  if (facts?.open == null || progress === null || progress.agreed.length === 0) return null;
  const { credibility, withheld } = marketBook;
  const { engine_version: version } = facts.open.body;
  return credibility.beside(progress.agreed, version, (node) => withheld.has(node));
}

function nodesOf(modules: ShownModules, progress: Progress | null, { end }: ShardRecord) {
  const { withheld } = modules.marketBook;
  // Where the node has computed the job itself, it ended with that.
  const accepted = end?.result ?? progress?.accepted ?? null;
  return (progress?.callers ?? []).map(({ node, reveal, stage }) => ({
    node,
    stage,
    agrees: reveal === null || accepted === null ? null : reveal.body.result_hash === accepted,
    standing: standingIn(modules, reveal),
    token: reveal?.body.token_id ?? null,
    credits: end?.settle?.paid.find((one) => one.node === node)?.credits ?? 0,
    withheld: withheld.has(node),
  }));
}

/** The result, as far as it is there. */
export async function resultOf(modules: ShownModules, order: JobOrderRecord, now: number) {
  const all = await Promise.all(order.shards.map((shard) => documentOf(modules, shard)));
  const documents = ofOneUnit(all);
  const isTable = order.shards.some(({ rows }) => rows !== null);
  const single = isTable ? null : (documents[0] ?? null);
  const parts = partsOf(modules, order, now);
  return {
    id: order.id,
    state: stateOf(order),
    value: numberIn(single, "value"),
    unit: textIn(single ?? documents.find((one) => one?.["value"] != null) ?? null, "unit"),
    uncertainty: numberIn(single, "uncertainty"),
    values: isTable ? joined(order, documents, "values") : null,
    uncertainties: isTable ? joined(order, documents, "uncertainties") : null,
    refused: isTable ? refusedIn(parts, documents) : [],
    receipts: parts.flatMap(({ receipts }) => receipts),
    parts: isTable ? parts : [],
    documents: isTable ? [] : documents.filter((one) => one !== null),
  };
}

/**
 * A table has the unit of its first value: a part of another unit is told as refused, since its
 * numbers would be read in the wrong one.
 */
function ofOneUnit(documents: readonly (JsonObject | null)[]): readonly (JsonObject | null)[] {
  const first = documents.find((one) => numberIn(one, "value") !== null);
  if (first == null) return documents;
  return documents.map((one) =>
    numberIn(one, "value") === null || one?.["unit"] === first["unit"]
      ? one
      : { none: { code: "another-unit", message: OTHER_UNIT } },
  );
}

const OTHER_UNIT =
  "its unit is not that of the rows before: ask for such rows in a table of their own";

type ShownPart = {
  readonly from: number;
  readonly rows: number | null;
  readonly state: State;
  readonly why: string | null;
  readonly receipts: string[];
};

/** Where each part begins, and the receipts of the nodes that agree on it. */
function partsOf(modules: ShownModules, { shards }: JobOrderRecord, now: number): ShownPart[] {
  let from = 0;
  return shards.map((shard) => {
    const { end, rows } = shard;
    const receipts = shownShard(modules, shard, now).nodes.flatMap(({ agrees, token }) =>
      agrees === true && token !== null ? [token] : [],
    );
    const part = {
      from,
      rows,
      state: end?.outcome ?? ("open" as const),
      why: end?.why ?? null,
      receipts,
    };
    from += rows ?? 1;
    return part;
  });
}

type Refused = { readonly kind: string; readonly message: string; rows: number[] };

/** Rows without a value by why they have none, numbered over the whole table. */
function refusedIn(
  parts: readonly ShownPart[],
  documents: readonly (JsonObject | null)[],
): Refused[] {
  const byWhy = new Map<string, Refused>();
  const refuse = (kind: string, message: string, rows: readonly number[]): void => {
    const key = `${kind} ${message}`;
    const known = byWhy.get(key) ?? { kind, message, rows: [] };
    known.rows = [...known.rows, ...rows];
    byWhy.set(key, known);
  };
  for (const [at, { from, rows: count }] of parts.entries()) {
    const document = documents[at];
    const none = document?.["none"];
    const all = Array.from({ length: count ?? 1 }, (_, row) => from + row);
    if (isObject(none)) refuse(textIn(none, "code") ?? "", textIn(none, "message") ?? "", all);
    const table = document?.["rows"];
    const refused = isObject(table) ? table["refused"] : undefined;
    for (const one of Array.isArray(refused) ? (refused as readonly JsonValue[]) : []) {
      if (!isObject(one) || !Array.isArray(one["rows"])) continue;
      const rows = one["rows"].flatMap((row) => (typeof row === "number" ? [from + row] : []));
      refuse(textIn(one, "kind") ?? "", textIn(one, "message") ?? "", rows);
    }
  }
  return [...byWhy.values()];
}

function joined(
  { shards }: JobOrderRecord,
  documents: readonly (JsonObject | null)[],
  name: "values" | "uncertainties",
): (number | null)[] {
  return shards.flatMap(({ rows }, at) => {
    const table = documents[at]?.["rows"];
    const values = isObject(table) ? table[name] : undefined;
    return Array.isArray(values)
      ? values.map((value) => (typeof value === "number" ? value : null))
      : Array.from({ length: rows ?? 0 }, () => null);
  });
}

async function documentOf(
  { crypto, jobDocuments }: ShownModules,
  { end }: ShardRecord,
): Promise<JsonObject | null> {
  if (end?.outcome !== "done" || end.result === null) return null;
  const text = await jobDocuments.held(end.result);
  return text === undefined ? null : readResult(crypto, end.result, text);
}

function numberIn(document: JsonObject | null, name: string): number | null {
  const value = document?.[name];
  return typeof value === "number" ? value : null;
}

function textIn(document: JsonObject | null, name: string): string | null {
  const value = document?.[name];
  return typeof value === "string" ? value : null;
}
