/**
 * Contracts from sentences. The fixture says for each sentence what a person means by it; a draft
 * that does something else is the one outcome that must not be.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { computingHere } from "../../../protocol/log/computing.js";
import {
  initialState,
  prepareProgram,
  trace,
  validateProgram,
} from "../../../protocol/contracts/index.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { JsonObject } from "../../../protocol/ports.js";
import {
  ARCHETYPES,
  archetypeId,
  archetypeProgram,
} from "../../../protocol/templates/archetypes.js";
import { catalogue, programOf } from "../../../protocol/templates/catalogue.js";
import { generate, type Draft } from "../../../protocol/templates/generate/generate.js";

interface Expected {
  readonly templateId?: string;
  readonly params?: Readonly<Record<string, number>>;
  readonly plain?: {
    readonly inputs: readonly string[];
    readonly trigger: JsonObject;
    readonly params: Readonly<Record<string, number | string>>;
  };
  readonly asked?: readonly string[];
  readonly refusal?: string;
}

interface Case {
  readonly category: string;
  readonly sentence: string;
  readonly expected: Expected;
}

const VECTORS = "test/vectors/contracts";
/** Of the sentences; a question in the place of a draft is not right, and does no harm. */
const RIGHT = 0.9;
/** Of the searches; those that are not first are among the first three. */
const FIRST = 0.9;

const textOf = (file: string): string => readFileSync(join(VECTORS, file), "utf8");
const registry = builtinRegistry();

function shown(draft: Draft): Expected {
  const { asked, filled, params, program, refusal, templateId } = draft;
  if (refusal !== null) return { refusal: refusal.kind };
  if (asked.length > 0) return { asked: asked.map(({ slot }) => slot) };
  if (templateId !== null) {
    const said = new Set(filled.map(({ slot }) => slot));
    const own = Object.entries(params ?? {}).filter(([name]) => said.has(name));
    return { templateId, params: Object.fromEntries(own) };
  }
  const { inputs = {}, params: declared = {}, trigger } = JSON.parse(JSON.stringify(program));
  const values = Object.entries<{ default: number; unit?: string }>(declared)
    .filter(([name]) => name !== "calcond")
    .map(([name, { default: value, unit }]) => [
      name,
      unit === undefined ? value : `${value} ${unit}`,
    ]);
  return {
    plain: { inputs: Object.keys(inputs), trigger, params: Object.fromEntries(values) },
  };
}

/** Where it goes with these readings, in turn. */
async function states(
  program: JsonObject | null,
  events: readonly {
    readonly data: JsonObject;
    readonly calcond?: number;
    readonly type?: string;
  }[],
): Promise<readonly string[]> {
  const validated = validateProgram(program ?? {}, registry);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  const prepared = prepareProgram(nodeCrypto, validated.checked);
  const { trigger } = prepared.program;
  const own = "event" in trigger ? trigger.event : "tick";
  const { steps } = await trace(
    prepared,
    initialState(prepared),
    events.map(({ calcond, data, type }, i) => ({
      type: type ?? own,
      data,
      calcond: calcond ?? 2_311_000_000 + i,
    })),
    computingHere(nodeCrypto, registry),
  );
  return steps.map(({ fault, to }) => fault?.code ?? to);
}

/** 60 s are 77.2 calconds, 600 s 772.2, and 7,200 s 9,266.4. */
const at = (calconds: number): number => 2_311_000_000 + calconds;

const program = (sentence: string): JsonObject => {
  const draft = generate(sentence);
  expect(draft.refusal, sentence).to.equal(null);
  expect(draft.asked, sentence).to.deep.equal([]);
  return draft.program ?? {};
};

describe("contracts from sentences", () => {
  const cases: readonly Case[] = JSON.parse(textOf("sentences.json"));

  it("are what is meant, or a question, or a refusal: no draft is a wrong one", () => {
    expect(cases.length).to.be.greaterThan(60);
    const others: string[] = [];
    for (const { expected, sentence } of cases) {
      const draft = generate(sentence);
      const found = shown(draft);
      if (JSON.stringify(found) === JSON.stringify(expected)) continue;
      others.push(sentence);
      // A plain monitor does what the words say, also where a template would do more.
      const isHarmless = draft.program === null || draft.templateId === null;
      expect(isHarmless, `${sentence}: ${JSON.stringify(found)}`).to.equal(true);
      expect(expected.refusal ?? null, sentence).to.equal(null);
    }
    expect(others.length, others.join("\n")).to.be.at.most(cases.length * (1 - RIGHT));
  });

  it("take a bearing for a thing, and not for what something bears", () => {
    const { program, templateId } = generate(
      "alert me when the bearing temperature exceeds 85 degC",
    );
    expect([templateId, Object(program)["name"]]).to.deep.equal([
      null,
      "Bearing temperature exceeds 85 degC",
    ]);
  });

  it("can be deployed, and are the program of their template with their params", () => {
    for (const { sentence } of cases) {
      const { asked, params, program, refusal, templateId } = generate(sentence);
      if (refusal !== null || asked.length > 0) {
        expect(program, sentence).to.equal(null);
        continue;
      }
      const validated = validateProgram(program ?? {}, registry);
      expect(validated.ok ? [] : validated.problems, sentence).to.deep.equal([]);
      if (templateId === null) continue;
      expect(program).to.deep.equal(programOf(catalogue.get(templateId)!, params ?? {}));
    }
  });

  it("put every number into a slot, into the name of what is watched, or stop at it", () => {
    const numbers = fc.integer({ min: 11, max: 997 });
    const place = fc.constantFrom(
      (n: number) => `alert me when the limit ${n} has a bearing temperature above 85 degC`,
      (n: number) => `alert me when pump ${n} to 1200 has a bearing temperature above 85 degC`,
      (n: number) => `alert me when the bearing temperature exceeds 85 degC and ${n} other things`,
      (n: number) => `for ${n} alert me when the wall is above 85 degC`,
      (n: number) => `tell me when the tank level, ${n} kg, is below 2 m`,
      (n: number) => `alert me when a car tyre of ${n} mol leaks slowly`,
    );
    fc.assert(
      fc.property(numbers, place, (n, sentence) => {
        const { program, refusal } = generate(sentence(n));
        expect(program, sentence(n)).to.equal(null);
        expect(refusal?.kind, sentence(n)).to.equal("UNREAD");
      }),
      { numRuns: 60 },
    );
    const named = fc.constantFrom(
      (n: number) => `alert me when pump ${n} has a bearing temperature above 85 degC`,
      (n: number) => `alert me when the temperature in hall ${n} exceeds 85 degC`,
      (n: number) => `alert me when the temperature of T-${n} exceeds 85 degC`,
    );
    fc.assert(
      fc.property(numbers, named, (n, sentence) => {
        const { asked, program, refusal } = generate(sentence(n));
        expect([refusal, asked], sentence(n)).to.deep.equal([null, []]);
        const [input = "", ...others] = Object.keys(Object(program).inputs);
        expect(others, sentence(n)).to.deep.equal([]);
        expect(input, sentence(n)).to.match(new RegExp(`(?<!\\d)${n}(?!\\d)`, "u"));
      }),
      { numRuns: 60 },
    );
  });

  it("are the same each time, and read any text without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        expect(generate(text)).to.deep.equal(generate(text));
      }),
      { numRuns: 100 },
    );
  });

  it("hold a limit for a time", async () => {
    const draft = program("alert me when the bearing temperature exceeds 85 degC for 10 minutes");
    // Ten minutes are 772.2 calconds of 0.777000777 s.
    const events = [
      [80, 0],
      [86, 1],
      [86, 772],
      [86, 774],
      [85, 775],
      [84, 776],
      [90, 777],
      [80, 778],
    ].map(([T, after]) => ({ data: { bearing_temperature: T! }, calcond: at(after!) }));
    expect(await states(draft, events)).to.deep.equal([
      "nominal",
      "watch",
      "watch",
      "alert",
      "resolved",
      "nominal",
      "watch",
      "nominal",
    ]);
  });

  it("begin a hold anew behind a gap that is longer than the hold, or than they say", async () => {
    const hot = (after: number) => ({ data: { bearing_temperature: 90 }, calcond: at(after) });
    const alert = "alert me when the bearing temperature exceeds 85 degC for 10 minutes";
    const apart = await states(program(alert), [0, 9_267, 9_900, 10_039, 10_040].map(hot));
    expect(apart).to.deep.equal(["watch", "watch", "watch", "watch", "alert"]);
    const often = program(`${alert}, with gaps of at most 60 s`);
    const each = [0, 77, 154, 233, 310, 387, 464, 541, 618, 695, 772, 849, 926, 1_003, 1_006];
    const found = await states(often, each.map(hot));
    expect(found.slice(0, -1)).to.deep.equal(Array(14).fill("watch"));
    // 154 to 233 are more than 60.6 s apart: ten minutes run from there on.
    expect(found.at(-1)).to.equal("alert");
    // A reading a minute has gaps of a minute, whatever the part of a calcond that it falls into.
    const minute = 60e9 / 777_000_777;
    for (const part of [0, 0.2, 0.4, 0.6, 0.8, 0.99]) {
      const regular = Array.from({ length: 12 }, (_, i) => hot(Math.floor(part + i * minute)));
      const held = await states(often, regular);
      expect(held.slice(0, 10), `${part}`).to.deep.equal(Array(10).fill("watch"));
      expect(held.slice(10), `${part}`).to.include("alert");
    }
    const named = generate(alert);
    expect(named.kept.find(({ slot }) => slot === "gap")).to.include({ value: 10, unit: "min" });
  });

  it("hold nothing at a time where the last reading is too old", async () => {
    const level = program("check every minute whether the tank level is below 2 m for 10 minutes");
    const read = (after: number) => ({
      type: "reading",
      data: { tank_level: 1 },
      calcond: at(after),
    });
    const tick = (after: number) => ({ data: {}, calcond: at(after) });
    const late = [read(0), tick(1), tick(700), tick(774), tick(9_266), read(9_267), tick(9_268)];
    expect(await states(level, late)).to.deep.equal([
      "nominal",
      "watch",
      "watch",
      "nominal",
      "nominal",
      "nominal",
      "watch",
    ]);
    const whole = [read(0), tick(1), read(600), tick(601), read(770), tick(774)];
    expect((await states(level, whole)).at(-1)).to.equal("alert");
  });

  it("ask for a hold where only a gap is said", () => {
    const { asked } = generate(
      "alert me when the oven temperature is above 250 degC, with gaps of at most 5 minutes",
    );
    expect(asked.map(({ slot }) => slot)).to.deep.equal(["hold"]);
  });

  it("hold a limit for readings in a row, with a watch, a band and both sides", async () => {
    const pressed = program(
      "alert me when the oil pressure is below 2 bar for 3 readings in a row, with a band of 0.1 bar",
    );
    const readings = [3, 1.9, 1.9, 2.5, 1.9, 1.9, 1.9, 2.05, 2.2];
    expect(
      await states(
        pressed,
        readings.map((bar) => ({ data: { oil_pressure: bar } })),
      ),
    ).to.deep.equal([
      "nominal",
      "watch",
      "watch",
      "nominal",
      "watch",
      "watch",
      "alert",
      "alert",
      "resolved",
    ]);
    const watched = program(
      "alert me when the oven temperature is above 250 degC, warn me at 240 degC, with a band of 2 K",
    );
    const degrees = [230, 241, 251, 249, 247, 239, 237];
    expect(
      await states(
        watched,
        degrees.map((T) => ({ data: { oven_temperature: T } })),
      ),
    ).to.deep.equal(["nominal", "watch", "alert", "alert", "resolved", "resolved", "nominal"]);
    const fridge = program("make sure the vaccine fridge stays between 2 and 8 degC");
    expect(
      await states(
        fridge,
        [5, 8, 8.1, 7, 1.9].map((T) => ({ data: { vaccine_fridge: T } })),
      ),
    ).to.deep.equal(["nominal", "nominal", "alert", "resolved", "alert"]);
  });

  it("judge the last reading at a time, count, take means, and hear silence", async () => {
    const level = program("check every hour whether the tank level is below 2 m");
    expect(
      await states(level, [
        { data: {} },
        { type: "reading", data: { tank_level: 1.5 } },
        { data: {} },
        { type: "reading", data: { tank_level: 2.5 } },
        { data: {} },
      ]),
    ).to.deep.equal(["nominal", "nominal", "alert", "alert", "resolved"]);
    const failures = program("tell me when more than 2 login failures happen in 5 minutes");
    const after = [0, 100, 200, 300, 800];
    expect(
      await states(
        failures,
        after.map((calconds) => ({ data: {}, calcond: 2_311_000_000 + calconds })),
      ),
    ).to.deep.equal(["nominal", "nominal", "alert", "alert", "resolved"]);
    const silent = program("page me if there is no message from the pump for 15 minutes");
    const ticks = [0, 115, 1_100, 1_300];
    expect(
      await states(silent, [
        ...ticks.map((calconds) => ({ data: {}, calcond: 2_311_000_000 + calconds })),
        { type: "heartbeat", data: {}, calcond: 2_311_001_310 },
      ]),
    ).to.deep.equal(["nominal", "nominal", "nominal", "alert", "resolved"]);
  });

  for (const [sentence, slot] of [
    ["daily at 06:00 check that the dam level is above 12 m", "trigger"],
    ["daily at 06:00 CET check that the dam level is above 12 m", "trigger"],
    ["alert me above 85 degC", "input"],
    ["alert me when the oven is above 250 degC, warn me at 260 degC", "early"],
    ["alert me when the oven is above 250 degC with a band of 3 bar", "band"],
    ["tell me when the brake disc is above 500 degC, warn at 520 degC", "early"],
  ] as const) {
    it(`ask about ${slot}: ${sentence}`, () => {
      const { asked, program } = generate(sentence);
      expect(program).to.equal(null);
      expect(asked.map((one) => one.slot)).to.deep.equal([slot]);
    });
  }

  it("take an answer in hints", () => {
    const sentence = "daily at 06:00 UTC check that the chlorine residual is above 0.2 mg/L";
    expect(generate(sentence).asked).to.have.length(1);
    const { program } = generate(sentence, { templateId: "plain" });
    expect(program?.["trigger"]).to.deep.equal({ type: "cron", cron: "0 6 * * *" });
    const tyre = generate("watch my car", {
      templateId: "transport-vehicles/tyre-slow-leak",
      params: { target: 2.4 },
    });
    expect(tyre.params).to.deep.equal({ target: 2.4 });
    expect(generate("watch my car", { templateId: "none/such" }).refusal?.kind).to.equal(
      "NO_PLACE",
    );
  });

  it("begin with five archetypes, each of which runs", async () => {
    expect(ARCHETYPES).to.have.length(5);
    for (const one of ARCHETYPES) {
      const { data, state } = one.example;
      expect(await states(archetypeProgram(one), [{ data }]), one.name).to.deep.equal([state]);
    }
    const { templateId } = generate("keep a record of every delivery at the gate");
    expect(templateId).to.equal(archetypeId(ARCHETYPES[0]!));
  });
});

interface Search {
  readonly q: string;
  /** Several where more than one watches that. */
  readonly templateId: string | readonly string[];
}

describe("search of templates", () => {
  it("shows nothing where nothing fits, and is not led by words of every template", () => {
    const first = (q: string): string | undefined => catalogue.find({ q })[0]?.id;
    expect(first("water hammer")).to.equal(undefined);
    expect(first("transformer oil")).to.equal(undefined);
    // Rails buckle in one; a lens is warmed, and its focus shifts by a part of a wave.
    expect(catalogue.find({ q: "heat wave" }).map(({ id }) => id)).to.deep.equal([
      "transport-vehicles/rail-buckling",
    ]);
    // One of three words that is common to several, or meant otherwise, is no sign of the thing.
    for (const q of ["pig barn ammonia", "carbon monoxide garage", "electric car range"])
      expect(first(q), q).to.equal(undefined);
    expect(first("frost orchard")).to.equal("agriculture-soil/frost-night-minimum");
    expect(first("earthquake early warning")).to.match(/^seismic-geophysics/);
    expect(catalogue.find({ q: "insulin" }).map(({ category }) => category)).to.include(
      "physiology-medicine",
    );
  });

  it("finds them first by what people call it", () => {
    const searches: readonly Search[] = JSON.parse(textOf("searches.json"));
    const places = searches.map(({ q, templateId }) =>
      catalogue.find({ q }).findIndex(({ id }) => [templateId].flat().includes(id)),
    );
    const first = places.filter((place) => place === 0).length;
    expect(first, places.join(" ")).to.be.at.least(FIRST * searches.length);
    expect(places.every((place) => place >= 0)).to.equal(true);
  });
});
