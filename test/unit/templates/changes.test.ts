/**
 * Sentences of changes and of two readings: their drafts are run on readings that just change so
 * far, not quite, too slowly or the other way, and on each of the four cases of two conditions.
 * Changes and limits in SI were worked out by hand from the definitions of their units.
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
import { generate } from "../../../protocol/templates/generate/generate.js";
import { parseUnit, toSI } from "../../../protocol/units/index.js";

const VECTORS = "test/vectors/contracts";
const CALCOND_S = 0.777000777;
const START = 2_311_000_000;
const registry = builtinRegistry();

const rowsOf = (file: string): readonly (readonly string[])[] =>
  readFileSync(join(VECTORS, file), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));

function drafted(sentence: string): JsonObject {
  const { asked, program, refusal } = generate(sentence);
  expect(refusal, sentence).to.equal(null);
  expect(asked, sentence).to.deep.equal([]);
  return program!;
}

/** Readings in SI, each with its calconds since the first; a value for each input. */
type Readings = readonly (readonly [after: number, ...si: number[]])[];

async function statesOf(program: JsonObject, readings: Readings): Promise<readonly string[]> {
  const validated = validateProgram(program, registry);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  const prepared = prepareProgram(nodeCrypto, validated.checked);
  const inputs = Object.entries(prepared.program.inputs ?? {});
  const { steps } = await trace(
    prepared,
    initialState(prepared),
    readings.map(([after, ...si]) => ({
      type: "reading",
      data: Object.fromEntries(inputs.map(([name, input], i) => [name, written(input, si[i]!)])),
      calcond: START + after,
    })),
    computingHere(nodeCrypto, registry),
  );
  return steps.map(({ fault, to }) => fault?.code ?? to);
}

function written(input: object, si: number): number {
  const read = parseUnit("unit" in input ? String(input.unit) : "1");
  if (!read.ok) throw new Error(read.message);
  const zero = toSI(0, read);
  return Number(((si - zero) / (toSI(1, read) - zero)).toPrecision(13));
}

const isAlert = async (program: JsonObject, readings: Readings): Promise<boolean> =>
  (await statesOf(program, readings)).includes("alert");

/** A change in steps of the same size, over so many seconds. */
const ramp = (from: number, change: number, seconds: number): Readings =>
  Array.from({ length: 9 }, (_, i) => [
    Math.floor((seconds / CALCOND_S / 8) * i),
    from + (change * i) / 8,
  ]);

describe("changes in words", () => {
  for (const [sentence = "", direction, comparator, text, , time] of rowsOf(
    "conditions-changes.tsv",
  )) {
    it(`are drafted: ${sentence}`, async () => {
      const program = drafted(sentence);
      const [change, isSpeed] = [Number(text), time === "speed"];
      const within = isSpeed ? 600 : Number(time);
      const whole = isSpeed ? change * within : change;
      const from = 300 + 20 * whole;
      const way = direction === "fall" ? -1 : 1;
      const found = (share: number, seconds: number) =>
        isAlert(program, ramp(from, share * whole * way, seconds));
      expect(await found(1.02, within * 0.98), "so far").to.equal(true);
      expect(await found(0.97, within * 0.98), "not quite").to.equal(false);
      expect(await found(1.02, within * 3), "too slowly").to.equal(false);
      expect(await found(-1.02, within * 0.98), "the other way").to.equal(direction === "both");
      if (isSpeed) return;
      const atOnce = (share: number): Readings => [
        [0, 8 * whole],
        [Math.floor(within / CALCOND_S), (8 + share * way) * whole],
      ];
      // Two readings as far apart as the time are within it.
      expect(await isAlert(program, atOnce(1.01)), "two readings").to.equal(true);
      const guards = JSON.stringify(program["machine"]);
      expect(guards.includes(`${comparator} params.limit`), comparator).to.equal(true);
    });
  }

  it("end where the change is over", async () => {
    const program = drafted("alert when the level falls by 2 m within 10 minutes");
    const at = (minutes: number, level: number) =>
      [Math.floor((minutes * 60) / CALCOND_S), level] as const;
    const readings = [at(0, 9), at(5, 7), at(8, 7), at(16, 7), at(20, 7), at(21, 4)];
    expect(await statesOf(program, readings)).to.deep.equal([
      "nominal",
      "alert",
      "alert",
      "resolved",
      "nominal",
      "alert",
    ]);
  });

  it("take a speed from one reading to the next, however far apart they are", async () => {
    const program = drafted("alert when the temperature rises faster than 2 K per minute");
    for (const apart of [20, 77, 463, 4_633]) {
      const minutes = (apart * CALCOND_S) / 60;
      const at = (share: number): Readings => [
        [0, 300],
        [apart, 300 + 2 * minutes * share],
      ];
      expect(await isAlert(program, at(1.01)), `${apart}`).to.equal(true);
      expect(await isAlert(program, at(0.99)), `${apart}`).to.equal(false);
    }
  });
});

const compared: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
};

describe("two readings in words", () => {
  for (const [sentence = "", joint, ...limits] of rowsOf("conditions-joined.tsv")) {
    it(`are drafted: ${sentence}`, async () => {
      const program = drafted(sentence);
      const [first, second] = limits.map((one) => {
        const [comparator = "", limit = ""] = one.split(" ");
        return { is: compared[comparator]!, limit: Number(limit) };
      });
      for (const a of [0.996, 1, 1.004]) {
        for (const b of [0.996, 1, 1.004]) {
          const values = [first!.limit * a, second!.limit * b] as const;
          const [x, y] = [first!.is(values[0], first!.limit), second!.is(values[1], second!.limit)];
          const isBad = joint === "and" ? x && y : x || y;
          expect(await isAlert(program, [[0, ...values]]), values.join()).to.equal(isBad);
        }
      }
    });
  }

  it("come to the same the other way round", async () => {
    const conditions = [
      "the temperature exceeds 90 degC",
      "the pressure is below 2 bar",
      "its flow is at least 3 L/s",
      "the humidity is not above 40 %",
    ] as const;
    const values: readonly number[] = [350, 380];
    const pair = fc.uniqueArray(fc.constantFrom(...conditions), { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(
        pair,
        fc.constantFrom("and", "or"),
        fc.double({ min: 0.5, max: 1.5, noNaN: true }),
        async ([a = "", b = ""], joint, share) => {
          const [one, other] = [`alert when ${a} ${joint} ${b}`, `alert when ${b} ${joint} ${a}`];
          const guard = (sentence: string): string =>
            Object(drafted(sentence)["machine"]).states.nominal.on[0].guard;
          const parts = (text: string): readonly string[] =>
            text
              .replaceAll(/limit\d/gu, "limit")
              .split(/ (?:&&|\|\|) /u)
              .sort();
          expect(parts(guard(one))).to.deep.equal(parts(guard(other)));
          const [x = 0, y = 0] = values.map((value) => value * share);
          expect(await isAlert(drafted(one), [[0, x, y]])).to.equal(
            await isAlert(drafted(other), [[0, y, x]]),
          );
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
