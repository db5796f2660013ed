/** Contracts of every trigger as files that anyone replays: forged in any leaf, they are turned down. */
import { expect } from "chai";
import { logVerdict } from "../../../../scripts/cli/records/verifyLog.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import { ServedContracts } from "./servedContracts.js";

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

/** Kinds of the lines of an export. */
type Line = JsonObject;

function linesOf(text: string): readonly Line[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line): Line => JSON.parse(line));
}

async function verdictOf(text: string) {
  return logVerdict([Buffer.from(text)]);
}

describe("exported contracts", () => {
  let contracts: ServedContracts;

  before(async () => {
    contracts = await ServedContracts.open();
  });
  beforeEach(() => contracts.newAccount());
  after(() => contracts.served.close());

  const exported = async (id: string): Promise<string> => {
    const { status, text } = await contracts.call(
      "GET",
      `/api/contracts/${id}/export`,
      undefined,
      NDJSON,
    );
    expect(status, text).to.equal(200);
    return text;
  };
  const firedAll = async (program: object, all: readonly object[]): Promise<string> => {
    const id = await contracts.deploy(program);
    for (const data of all) await contracts.fire(id, data);
    return id;
  };

  async function exportOfBand(): Promise<string> {
    const id = await firedAll(BAND, [{ t: 20 }, { t: 81 }, { t: 78 }, {}, { t: 74.5 }]);
    return exported(id);
  }

  it("of each trigger are made again from the file alone", async () => {
    const ids = [
      await firedAll(BAND, [{ t: 20 }, { t: 81 }, { t: 78 }, { t: 74.5 }]),
      await firedAll(WINDOW, [{ p: 100 }, { p: 250 }, { p: 260 }, { p: 90 }, { p: 80 }, { p: 99 }]),
      await firedAll(FORCE, [
        { m: 1, a: 2 },
        { m: 2, a: 5.5 },
        { m: 2, a: 4.5 },
        { m: 1, a: 2 },
      ]),
      await firedAll(CLOCK, []),
    ];
    await contracts.pass(25);
    for (const [i, id] of ids.entries()) {
      const text = await exported(id);
      const verdict = await verdictOf(text);
      expect(verdict, JSON.stringify(verdict)).to.include({ verdict: "valid", firstBad: null });
      expect(verdict.replay, `${i}`).to.include({ notReplayed: 0, firstDifference: null });
      expect(Object(verdict.replay)["firings"], `${i}`).to.be.greaterThan(0);
    }
  });

  it("of a machine are told of its readings, and of the times between", async () => {
    const spun = await contracts.call("POST", "/api/state", { slug: "report-oven" });
    expect(spun.status, spun.text).to.equal(201);
    const id = await contracts.deploy(REPORT, { machine: "report-oven" });
    for (const t of [60, 82]) {
      const sent = { type: "reading", data: { t } };
      const { status } = await contracts.call("POST", "/api/state/report-oven/events", sent);
      expect(status).to.equal(201);
    }
    await contracts.settled();
    await contracts.pass(12);
    await contracts.pass(10);
    const verdict = await verdictOf(await exported(id));
    expect(verdict, JSON.stringify(verdict)).to.include({ verdict: "valid" });
    expect(verdict.replay).to.include({ firings: 2, replayed: 2, notReplayed: 0 });
  });

  it("are invalid with any leaf changed, and name a row", async function () {
    this.timeout(120_000);
    const text = await exportOfBand();
    expect(await verdictOf(text)).to.include({ verdict: "valid" });
    const lines = linesOf(text);
    let forgeries = 0;
    for (const [at, line] of lines.entries())
      for (const path of leavesOf(line)) {
        const forged = lines.map((one, i) => (i === at ? changedAt(one, path) : one));
        const { verdict } = await verdictOf(`${forged.map((one) => canonical(one)).join("\n")}\n`);
        expect(verdict, `line ${at}: ${path.join(".")}`).to.equal("invalid");
        forgeries += 1;
      }
    expect(forgeries).to.be.greaterThan(250);
  });

  it("are sound at best without any one of their lines, but for those that nothing needs", async () => {
    const lines = (await exportOfBand()).trimEnd().split("\n");
    for (const [at, line] of lines.entries()) {
      const { verdict } = await verdictOf(`${lines.filter((_, i) => i !== at).join("\n")}\n`);
      const isOfRows = line.startsWith('{"actor":') || line.startsWith('{"calc-log":');
      expect(verdict, line.slice(0, 80)).to.be.oneOf(isOfRows ? ["invalid"] : ["sound", "invalid"]);
    }
  });
});

function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((one: JsonValue) => canonical(one)).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(",")}}`;
}

type Path = readonly (string | number)[];

function leavesOf(value: JsonValue, path: Path = []): readonly Path[] {
  if (value === null || typeof value !== "object") return [path];
  const inner: readonly (readonly [string | number, JsonValue])[] = Array.isArray(value)
    ? value.map((one: JsonValue, i) => [i, one] as const)
    : Object.entries(value);
  return inner.flatMap(([name, one]) => leavesOf(one, [...path, name]));
}

function changedAt(value: JsonValue, [first, ...rest]: Path): JsonValue {
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
