/**
 * Sealed values a second in tables, beside single requests, a bare echo handler and Fastify with
 * mathjs, which evaluates the same rows, in the same rounds; numpy's arithmetic of them follows in
 * the same run. A table seals one envelope over all of its rows.
 */
import { spawnSync } from "node:child_process";
import { startNode, temporaryDir } from "../devnet/daemons.js";
import {
  BODY,
  measuredAt,
  rest,
  resting,
  round,
  startPeer,
  partOf,
  type Measured,
} from "./http.js";
import { load } from "./load.js";
import { median, type Row } from "./report.js";

const ROUNDS = 3;
const WARM_S = 4;
/** Few suffice to keep the node busy: each asks for many values. */
const CONNECTIONS = 8;
const SIZES = [100, 1_000] as const;
const TABLE = "/api/calc/compute/table";
const NUMPY = "scripts/bench/peers/table_rows.py";
const AIMS: Readonly<Record<number, string>> = { 100: "at least 2.5", 1_000: "at least 3.5" };

const BATCH_SIZE = 100;
const BATCH = JSON.stringify({
  computations: Array.from({ length: BATCH_SIZE }, (_, i) => ({
    operators: ["NM21"],
    inputs: { m1: 5.9722e24, m2: i + 1, r: 3.844e8 },
  })),
});
/** What `Prefer: return=minimal` gives. */
const SHORT = "?fields=value,unit,uncertainty,receipt_id";
const TOOL_CALL = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "calc_compute", arguments: { ...JSON.parse(BODY), prefer: "return=minimal" } },
});
const US_PER_S = 1e6;

type Others = Readonly<Record<"batch" | "alone" | "tool" | "unkeyed", Measured>>;

function tableOf(rows: number): string {
  return JSON.stringify({
    operators: ["NM21"],
    columns: { m1: 5.9722e24, m2: { from: 1, to: rows, step: 1 }, r: 3.844e8 },
  });
}

export async function benchTables(): Promise<readonly Row[]> {
  const dir = temporaryDir("bench");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  const peer = await startPeer("echo");
  const keyed = { token: node.api.token, keyed: true };
  const at = (path: string, body: string, connections?: number): Measured =>
    measuredAt(
      {
        ...keyed,
        url: `${node.api.http}${path}`,
        body,
        ...(connections === undefined ? {} : { connections }),
      },
      node.child.pid!,
    );
  const single = at("/api/calc/compute", BODY);
  const others: Others = {
    batch: at(`/api/calc/compute/batch${SHORT}`, BATCH, CONNECTIONS),
    alone: at("/api/calc/compute", BODY, 1),
    tool: measuredAt(
      { token: node.api.token, url: `${node.api.http}/api/mcp`, body: TOOL_CALL },
      node.child.pid!,
    ),
    unkeyed: measuredAt(
      { token: node.api.token, url: `${node.api.http}/api/calc/compute`, body: BODY },
      node.child.pid!,
    ),
  };
  const own = [single, ...Object.values(others)];
  const tables = SIZES.map((rows) => ({
    rows,
    measured: at(TABLE, tableOf(rows), CONNECTIONS),
  }));
  const mathjs = await Promise.all(
    SIZES.map(async (rows) => {
      const { child, measured } = await startPeer("fastify", TABLE, tableOf(rows));
      return {
        rows,
        child,
        measured: { ...measured, target: { ...measured.target, connections: CONNECTIONS } },
      };
    }),
  );
  const peers = [peer.measured, ...mathjs.map(({ measured }) => measured)];
  try {
    for (const { target } of [...peers, ...own, ...tables.map(({ measured }) => measured)])
      await load(target, WARM_S);
    await resting(node.child.pid!);
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const one of peers) await round(one);
      for (const one of [...own, ...tables.map(({ measured }) => measured)]) {
        await round(one);
        await rest(one);
      }
    }
  } finally {
    for (const { child } of [peer, ...mathjs]) child.kill();
    await node.stop();
    dir.remove();
  }
  const echo = median(peer.measured.rates);
  return [
    { name: "bare uWebSockets.js echo", value: echo, unit: "requests/s" },
    { name: "single, sealed", value: median(single.rates), unit: "values/s" },
    ...tables.flatMap(({ measured, rows }) => rowsOf(measured, rows, echo)),
    ...otherRows(single, others),
    ...mathjs.flatMap(({ measured, rows }) => mathjsRows(measured, rows)),
    ...numpyRows(),
  ];
}

function otherRows(single: Measured, { alone, batch, tool, unkeyed }: Others): readonly Row[] {
  const answers = BATCH_SIZE * median(batch.rates);
  return [
    { name: `batches of ${BATCH_SIZE}, minimal answers`, value: answers, unit: "values/s" },
    {
      name: `batches of ${BATCH_SIZE} / single`,
      value: answers / median(single.rates),
      unit: "ratio",
      target: "at least 3",
    },
    {
      name: "processor time of an answer there",
      value: costOf(batch) / BATCH_SIZE,
      unit: "us",
    },
    { name: "processor time of a single request", value: costOf(single), unit: "us" },
    { name: "time of a request, 1 connection", value: US_PER_S / median(alone.rates), unit: "us" },
    { name: "processor time of it", value: costOf(alone), unit: "us" },
    { name: "its serving thread", value: partOf(alone, "serving"), unit: "us" },
    {
      name: "processor time of tools/call beyond compute over HTTP, neither with a key",
      value: costOf(tool) - costOf(unkeyed),
      unit: "us",
      target: "at most 60",
    },
    { name: "processor time of the latter", value: costOf(unkeyed), unit: "us" },
  ];
}

function mathjsRows(measured: Measured, rows: number): readonly Row[] {
  return [
    {
      name: `Fastify + mathjs, ${rows} rows, seals nothing`,
      value: rows * median(measured.rates),
      unit: "values/s",
    },
    {
      name: `processor time of a value there, ${rows} rows`,
      value: costOf(measured) / rows,
      unit: "us",
    },
  ];
}

/** Without a server: values a second of processor time. Nothing where numpy is not installed. */
function numpyRows(): readonly Row[] {
  const run = spawnSync("python3", [NUMPY, ...SIZES.map(String)], { encoding: "utf8" });
  if (run.status !== 0) {
    process.stderr.write("numpy is left out: python3 has none\n");
    return [];
  }
  const rates: Readonly<Record<string, number>> = JSON.parse(run.stdout);
  return SIZES.map((rows) => ({
    name: `numpy, arithmetic of ${rows} rows alone`,
    value: rates[String(rows)]!,
    unit: "values/s",
  }));
}

function rowsOf(measured: Measured, rows: number, echo: number): readonly Row[] {
  const values = rows * median(measured.rates);
  return [
    { name: `tables of ${rows} rows, sealed`, value: values, unit: "values/s" },
    {
      name: `tables of ${rows} rows / echo`,
      value: values / echo,
      unit: "ratio",
      ...(AIMS[rows] === undefined ? {} : { target: AIMS[rows] }),
    },
    {
      name: `processor time of a value, ${rows} rows`,
      value: costOf(measured) / rows,
      unit: "us",
      target: "at most 4, aiming at 2.5",
    },
  ];
}

/** Of all threads of the node, in us a request. */
function costOf(measured: Measured): number {
  return (["serving", "second", "rest"] as const).reduce(
    (sum, part) => sum + partOf(measured, part),
    0,
  );
}
