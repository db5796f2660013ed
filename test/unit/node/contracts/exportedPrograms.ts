/** Contracts of every trigger, fired, and their exports; and what a forger makes of one. */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { toHex } from "../../../../protocol/encoding/hex.js";
import { machineOrigin, signLogCheckpoint } from "../../../../protocol/log/checkpoint.js";
import { foldAll } from "../../../../protocol/log/fold.js";
import { genesisHash, rowHash } from "../../../../protocol/log/row.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import { leafHash, merkleRoot } from "../../../../protocol/seal/merkle.js";
import type { ServedContracts } from "./servedContracts.js";

const NDJSON = { headers: { accept: "application/x-ndjson" } };

const machine = (guard: string, back: string, more: object = {}) => ({
  initial: "calm",
  context: { n: 0 },
  states: {
    calm: { on: [{ guard, target: "high", assign: { n: "ctx.n + 1.0" } }] },
    high: { on: [{ guard: back, target: "calm" }] },
  },
  ...more,
});

const TEMPERATURE = { t: { type: "double", unit: "degC" } };

/** A dead band between two limits in degrees. */
const BAND = {
  schema: "calc-contract/1",
  name: "band",
  params: {
    limit: { type: "double", unit: "degC", default: 80 },
    width: { type: "double", unit: "K", default: 5 },
  },
  inputs: TEMPERATURE,
  trigger: { type: "on-event", event: "reading" },
  machine: machine("input.t >= params.limit", "input.t < params.limit - params.width"),
};

/** The mean of three readings. */
const WINDOW = {
  schema: "calc-contract/1",
  name: "window",
  inputs: { p: { type: "double", unit: "kPa" } },
  trigger: { type: "on-aggregate", event: "reading", field: "p", fn: "mean", window: { count: 3 } },
  machine: machine("agg.value >= 200000.0", "agg.value < 150000.0"),
};

/** A law, of whose value the guard is told. */
const FORCE = {
  schema: "calc-contract/1",
  name: "force",
  inputs: { m: { type: "double", unit: "kg" }, a: { type: "double", unit: "m/s^2" } },
  trigger: { type: "on-event", event: "reading" },
  compute: [{ as: "f", operators: ["NM19"], inputs: { m: "input.m", a: "input.a" } }],
  machine: machine("f.value >= 10.0", "f.value < 8.0"),
};

/** A count of the clock. */
const CLOCK = {
  schema: "calc-contract/1",
  name: "clock",
  trigger: { type: "every-calcond", every: 10 },
  machine: machine("true", "true"),
};

/** A time that is told of the readings since the last one. */
const REPORT = {
  schema: "calc-contract/1",
  name: "report",
  inputs: { t: { type: "double", unit: "degC", optional: true } },
  trigger: {
    type: "every-calcond",
    every: 10,
    listen: { event: "reading", aggregate: { field: "t", fn: "max", window: { calconds: 50 } } },
  },
  machine: machine("last.count >= 2.0 && agg.value >= 353.0", "last.count == 0.0"),
};

/** Held for 20 calconds, with no two readings more than 10 apart. */
const HELD = {
  schema: "calc-contract/1",
  name: "held",
  inputs: { t: { type: "double", unit: "degC" } },
  trigger: { type: "on-event", event: "reading" },
  machine: {
    initial: "calm",
    context: { since: 0 },
    states: {
      calm: {
        on: [{ guard: "input.t >= 353.15", target: "watch", assign: { since: "tick.calcond" } }],
      },
      watch: {
        on: [
          { guard: "input.t < 353.15", target: "calm" },
          { guard: "tick.gap > 10.0", target: "watch", assign: { since: "tick.calcond" } },
          { guard: "tick.calcond - ctx.since >= 20.0", target: "high" },
        ],
      },
      high: { on: [{ guard: "input.t < 353.15", target: "calm" }] },
    },
  },
};

/**
 * Rows of its export: deployed, watch at the first reading, watch anew behind a gap of 50 calconds,
 * high 20 calconds later. In front of the last row two readings are held, 10 calconds apart.
 */
export async function exportOfHeld(contracts: ServedContracts): Promise<string> {
  const id = await contracts.deploy(HELD);
  for (const calconds of [0, 50, 5, 10, 10]) {
    contracts.wait(calconds);
    const fired = await contracts.fire(id, { t: 81 });
    expect(fired.status, fired.text).to.equal(201);
  }
  return exportOf(contracts, id);
}

/** The first zero of zeta has the ordinate 14.13, the second 21.02. */
const SOLVED = {
  schema: "calc-contract/1",
  name: "zeta",
  inputs: { i: { type: "double" } },
  trigger: { type: "on-event", event: "reading" },
  compute: [{ as: "z", solver: "zeta", inputs: { index: "input.i" } }],
  machine: machine("z.value > 20.0", "z.value < 15.0"),
};

/** Calm to high at the second, and back at the first. */
export async function exportOfSolved(contracts: ServedContracts): Promise<string> {
  return exportOf(contracts, await firedAll(contracts, SOLVED, [{ i: 2 }, { i: 1 }]));
}

/** What a forger makes of it: as in `forgeriesOf`. */
export function gapForgeriesOf(lines: readonly Line[]): readonly Forgery[] {
  const anew = lines.findIndex((line) => line["seq"] === 2) + 1;
  const ofGap = (change: (payload: JsonObject) => JsonObject): readonly Line[] =>
    lines.map((line, i) => (i === anew ? { payload: change(Object(line["payload"])) } : line));
  const guarded = lines.map((line) => {
    const text = JSON.stringify(line);
    const isProgram = text.includes("tick.gap > 10.0");
    return isProgram ? JSON.parse(text.replace("tick.gap > 10.0", "tick.gap > 60.0")) : line;
  });
  return [
    ["a gap that was shorter", 2, "replay of gap", ofGap((one) => ({ ...one, gap: 9 }))],
    ["a gap that is not told", 2, "replay of gap", ofGap(({ gap: _gap, ...one }) => one)],
    ["a longer gap that is allowed", 2, "replay of to", guarded],
  ];
}

export async function exportOf(contracts: ServedContracts, id: string): Promise<string> {
  const path = `/api/contracts/${id}/export`;
  const { status, text } = await contracts.call("GET", path, undefined, NDJSON);
  expect(status, text).to.equal(200);
  return text;
}

export async function firedAll(
  contracts: ServedContracts,
  program: object,
  all: readonly object[],
): Promise<string> {
  const id = await contracts.deploy(program);
  for (const data of all) await contracts.fire(id, data);
  return id;
}

export async function exportOfBand(contracts: ServedContracts): Promise<string> {
  const id = await firedAll(contracts, BAND, [{ t: 20 }, { t: 81 }, { t: 78 }, {}, { t: 74.5 }]);
  return exportOf(contracts, id);
}

/** Of events, a window, a law, the clock, a clock that is told of readings, and gaps between readings. */
export async function exportsOfTriggers(contracts: ServedContracts): Promise<readonly string[]> {
  const spun = await contracts.call("POST", "/api/state", { slug: "report-oven" });
  expect(spun.status, spun.text).to.equal(201);
  const report = await contracts.deploy(REPORT, { machine: "report-oven" });
  const ids = [
    await firedAll(contracts, BAND, [{ t: 20 }, { t: 81 }, { t: 78 }, { t: 74.5 }]),
    await firedAll(
      contracts,
      WINDOW,
      [100, 250, 260, 90, 80, 99].map((p) => ({ p })),
    ),
    await firedAll(contracts, FORCE, [
      { m: 1, a: 2 },
      { m: 2, a: 5.5 },
      { m: 2, a: 4.5 },
      { m: 1, a: 2 },
    ]),
    await firedAll(contracts, CLOCK, []),
    report,
  ];
  for (const t of [60, 82]) {
    const sent = { type: "reading", data: { t } };
    const { status } = await contracts.call("POST", "/api/state/report-oven/events", sent);
    expect(status).to.equal(201);
  }
  await contracts.settled();
  await contracts.pass(12);
  await contracts.pass(10);
  const texts: string[] = [];
  for (const id of ids) texts.push(await exportOf(contracts, id));
  return [...texts, await exportOfHeld(contracts)];
}

/** A line of an export. */
export type Line = JsonObject;

export function linesOf(text: string): readonly Line[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line): Line => JSON.parse(line));
}

export function textOf(lines: readonly JsonValue[]): string {
  return `${lines.map(canonical).join("\n")}\n`;
}

/** A key that a forger has. */
const SEED = new Uint8Array(32).fill(7);

/**
 * The log as its forger signs it anew, under a key of his own: all hashes, links, folds and the
 * checkpoint fit. Receipts are left out: only the node that sealed them has those.
 */
export function resealed(lines: readonly Line[]): string {
  const key = toHex(nodeCrypto.ed25519PublicKey(SEED));
  const [identity] = lines;
  const { genesisCalcond, machine, owner } = Object(identity);
  const net = String(Object(identity)["origin"]).split("/")[1]!;
  const origin = machineOrigin(net, key, machine);
  const genesis = genesisHash(nodeCrypto, { genesisCalcond, machine, owner });
  const written: JsonValue[] = [{ ...identity, genesis, origin, public_key: key }];
  const hashes: Uint8Array[] = [];
  let [prev, calcond] = [genesis, 0];
  let events: JsonObject[] = [];
  /** Hash of the program as the rows name it, and as it is. */
  let [named, held]: readonly [JsonValue, string] = [null, ""];
  lines.forEach((line, i) => {
    if (line["evaluation"] !== undefined) {
      events.push(Object(line["evaluation"]));
      written.push(line);
    }
    if (line["transitionType"] === undefined) return;
    const payload = lines[i + 1]!["payload"]!;
    const program = Object(payload)["program"];
    if (program !== undefined)
      [named, held] = [line["programHash"]!, sha(`calc-program/1\u0000${canonical(program)}`)];
    const folded = events.map((one) => ({
      calcond: Number(one["calcond"]),
      state: typeof one["state"] === "string" ? one["state"] : "",
      inputHash: sha(
        canonical({
          data: one["data"]!,
          emittedBefore: one["emittedBefore"]!,
          missed: one["missed"]!,
          type: one["type"]!,
        }),
      ),
      resultsHash: sha(canonical(one["results"]!)),
    }));
    const evalRoot = events.length === 0 ? null : foldAll(nodeCrypto, prev, folded);
    const row = {
      ...line,
      ...(line["programHash"] === named ? { programHash: held } : {}),
      prev,
      seq: hashes.length,
      payloadHash: sha(canonical(payload)),
      evalCount: events.length,
      evalRoot,
    };
    events = [];
    const hash = rowHash(nodeCrypto, canonical(row));
    hashes.push(hash);
    [prev, calcond] = [toHex(hash), Number(line["calcond"])];
    written.push(row, { payload });
  });
  const leaves = hashes.map((hash) => leafHash(nodeCrypto, hash));
  const root = merkleRoot(nodeCrypto, leaves);
  const mark = { origin, size: hashes.length, root, calcond };
  written.push({ checkpoint: signLogCheckpoint(nodeCrypto, mark, SEED) });
  return textOf(written);
}

function sha(text: string): string {
  return nodeCrypto.sha256Hex(text);
}

export function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((one: JsonValue) => canonical(one)).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(",")}}`;
}

type Path = readonly (string | number)[];

export function leavesOf(value: JsonValue, path: Path = []): readonly Path[] {
  if (value === null || typeof value !== "object") return [path];
  const inner: readonly (readonly [string | number, JsonValue])[] = Array.isArray(value)
    ? value.map((one: JsonValue, i) => [i, one] as const)
    : Object.entries(value);
  return inner.flatMap(([name, one]) => leavesOf(one, [...path, name]));
}

export function changedAt(value: JsonValue, [first, ...rest]: Path): JsonValue {
  if (first === undefined) return otherThan(value);
  if (Array.isArray(value))
    return value.map((one: JsonValue, i) => (i === first ? changedAt(one, rest) : one));
  const members = Object(value);
  return { ...members, [first]: changedAt(members[first], rest) };
}

function otherThan(value: JsonValue): JsonValue {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return "other";
  const last = value.at(-1) === "0" ? "1" : "0";
  return value === "" ? "x" : `${value.slice(0, -1)}${last}`;
}

type Change = (payload: JsonObject) => JsonObject;

/** A forgery: what it is, the row that is named, the rule that it breaks, and the lines. */
export type Forgery = readonly [what: string, seq: number, rule: string, lines: readonly Line[]];

/**
 * Rows of the export of the band: deployed, calm to high at 81 degC, fault without a reading, high to
 * calm at 74.5 degC. In front of row 1 one event is held, in front of row 2 another.
 */
export function forgeriesOf(lines: readonly Line[]): readonly Forgery[] {
  const payloadAt = (seq: number, change: Change): readonly Line[] => {
    let at = -1;
    return lines.map((line) => {
      if (line["transitionType"] !== undefined) at += 1;
      const { payload } = line;
      return payload === undefined || at !== seq ? line : { payload: change(Object(payload)) };
    });
  };
  const rowAt = (seq: number, change: Change): readonly Line[] =>
    lines.map((line) => (line["seq"] === seq ? change(line) : line));
  const programOf = (change: (program: JsonObject) => JsonObject): readonly Line[] =>
    payloadAt(0, (payload) => ({ ...payload, program: change(Object(payload["program"])) }));
  const guardsOf = (guard: string): readonly Line[] =>
    programOf((program) => {
      const { machine: own } = program;
      const { states } = Object(own);
      const calm = { on: [{ ...Object(states.calm.on[0]), guard }] };
      return { ...program, machine: { ...Object(own), states: { ...states, calm } } };
    });
  const eventOf = (seq: number, data: JsonObject): readonly Line[] =>
    payloadAt(seq, (payload) => ({ ...payload, event: { ...Object(payload["event"]), data } }));
  const held = (change: (event: JsonObject) => JsonObject): readonly Line[] => {
    let isFirst = true;
    return lines.map((line) => {
      if (line["evaluation"] === undefined || !isFirst) return line;
      isFirst = false;
      return { evaluation: change(Object(line["evaluation"])) };
    });
  };
  const of = (name: string, value: JsonValue): Change => {
    return (members) => ({ ...members, [name]: value });
  };
  const calcond = Number(lines.find((line) => line["seq"] === 1)!["calcond"]);
  return [
    ["a state to which no guard leads", 1, "replay of to", payloadAt(1, of("to", "calm"))],
    ["a row of another state", 1, "replay of to", rowAt(1, of("to", "calm"))],
    ["a row from another state", 1, "replay of from", rowAt(1, of("from", "high"))],
    ["another beginning", 1, "replay of from", payloadAt(1, of("from", "high"))],
    ["a context", 1, "replay of context", payloadAt(1, of("context", { n: 7 }))],
    ["a reading below the limit", 1, "replay of kind", eventOf(1, { t: 79.9 })],
    ["a reading within the dead band", 3, "replay of kind", eventOf(3, { t: 76 })],
    ["a reading of a fault", 2, "replay of kind", eventOf(2, { t: 78 })],
    ["a held reading that moves", 1, "replay of evaluation", held(of("data", { t: 90 }))],
    ["a held reading in another state", 1, "replay of evaluation.state", held(of("state", "high"))],
    [
      "an event later than its row",
      1,
      "replay of calcond",
      payloadAt(1, of("calcond", calcond + 1)),
    ],
    ["a held event later than its row", 1, "replay of calcond", held(of("calcond", calcond + 1))],
    [
      "an emission that no transition has",
      1,
      "replay of emitted",
      payloadAt(1, of("emitted", [{ type: "a", data: {} }])),
    ],
    [
      "a result of no compute",
      1,
      "replay of results",
      payloadAt(
        1,
        of("results", [
          {
            as: "f",
            value: 1,
            value_bits: "3ff0000000000000",
            unit: "N",
            uncertainty: 0,
            credits: 3,
          },
        ]),
      ),
    ],
    [
      "an aggregate of no window",
      1,
      "replay of agg",
      payloadAt(1, of("agg", { value: 1, count: 1 })),
    ],
    [
      "a number of another event",
      1,
      "replay of event",
      payloadAt(1, (payload) => ({ ...payload, event: { ...Object(payload["event"]), seq: 9 } })),
    ],
    [
      "a fault of another kind",
      2,
      "replay of fault",
      payloadAt(2, (payload) => ({
        ...payload,
        fault: { ...Object(payload["fault"]), code: "LOOP_LIMIT" },
      })),
    ],
    ["a guard with another limit", 1, "replay of kind", guardsOf("input.t >= params.limit + 10.0")],
    ["a guard that always holds", 1, "replay of evaluation", guardsOf("true")],
    [
      "a limit in other units",
      1,
      "replay of kind",
      programOf((program) => ({
        ...program,
        params: {
          ...Object(program["params"]),
          limit: { type: "double", unit: "degC", default: 90 },
        },
      })),
    ],
    ["an initial state", 0, "replay of state", payloadAt(0, of("state", "high"))],
    [
      "a transition without a receipt",
      1,
      "replay of token",
      rowAt(1, (row) => ({ ...row, token: null, proof: null })),
    ],
    [
      "a fault that is called a transition",
      2,
      "replay of token",
      rowAt(2, of("transitionType", "transition")),
    ],
    [
      "a program that the row does not name",
      1,
      "replay of programHash",
      rowAt(1, of("programHash", "0".repeat(64))),
    ],
  ];
}
