/**
 * Sentences of two readings whose difference is compared, and of changes from one reading to the
 * next. Their drafts are run just inside and just outside of their limits, which were worked out by
 * hand from the definitions of their units.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
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

/** Of readings in SI, so many calconds apart, a value for each input. */
async function isAlert(
  program: JsonObject,
  readings: readonly (readonly number[])[],
  apart: number,
): Promise<boolean> {
  const validated = validateProgram(program, registry);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  const prepared = prepareProgram(nodeCrypto, validated.checked);
  const inputs = Object.entries(prepared.program.inputs ?? {});
  const { steps } = await trace(
    prepared,
    initialState(prepared),
    readings.map((si, nth) => ({
      type: "reading",
      data: Object.fromEntries(inputs.map(([name, input], i) => [name, written(input, si[i]!)])),
      calcond: START + nth * apart,
    })),
    computingHere(nodeCrypto, registry),
  );
  expect(steps.find(({ fault }) => fault !== null)?.fault ?? null).to.equal(null);
  return steps.some(({ to }) => to === "alert");
}

/** To fewer digits than a double has: the readings of people. */
function written(input: object, si: number): number {
  const read = parseUnit("unit" in input ? String(input.unit) : "1");
  if (!read.ok) throw new Error(read.message);
  const zero = toSI(0, read);
  return Number(((si - zero) / (toSI(1, read) - zero)).toPrecision(12));
}

const compared: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
};

const sizes: Readonly<Record<string, (first: number, second: number) => number>> = {
  minus: (first, second) => first - second,
  turned: (first, second) => second - first,
  size: (first, second) => Math.abs(first - second),
};

const guardOf = (program: JsonObject): string =>
  Object(program["machine"]).states.nominal.on[0].guard;

describe("differences in words", () => {
  for (const [sentence = "", form = "", comparator = "", text = ""] of rowsOf(
    "conditions-differences.tsv",
  )) {
    it(`are drafted: ${sentence}`, async () => {
      const program = drafted(sentence);
      const limit = Number(text);
      for (const base of [300, 300 + 40 * limit]) {
        for (const share of [-1.01, -0.99, 0, 0.99, 1.01]) {
          const [first, second] = [base + share * limit, base];
          const isBad = compared[comparator]!(sizes[form]!(first, second), limit);
          expect(await isAlert(program, [[first, second]], 1), `${share} of it`).to.equal(isBad);
        }
      }
      expect(guardOf(program)).to.match(new RegExp(`\\) ${comparator} params\\.limit$`, "u"));
    });
  }
});

describe("ratios in words", () => {
  for (const [sentence = "", comparator = "", text = ""] of rowsOf("conditions-ratios.tsv")) {
    it(`are drafted: ${sentence}`, async () => {
      const program = drafted(sentence);
      const limit = Number(text);
      for (const second of [0.5, 4, 300]) {
        for (const share of [0.5, 0.99, 1, 1.01, 3]) {
          const ratio = share * limit;
          const isBad = compared[comparator]!(ratio, limit);
          expect(await isAlert(program, [[ratio * second, second]], 1), `${ratio}`).to.equal(isBad);
        }
      }
      // A ratio to nought is none, and no fault.
      expect(await isAlert(program, [[1, 0]], 1)).to.equal(false);
    });
  }
});

describe("two readings without a number", () => {
  for (const [sentence = "", side] of rowsOf("conditions-which.tsv")) {
    it(`are drafted: ${sentence}`, async () => {
      const program = drafted(sentence);
      for (const [first, second] of [
        [301, 300],
        [300, 301],
        [300, 300],
      ] as const) {
        const isBad = side === "first" ? first > second : second > first;
        expect(await isAlert(program, [[first, second]], 1)).to.equal(isBad);
      }
    });
  }
});

describe("steps in words", () => {
  for (const [sentence = "", direction, comparator = "", text = "", unit] of rowsOf(
    "conditions-steps.tsv",
  )) {
    it(`are drafted: ${sentence}`, async () => {
      const program = drafted(sentence);
      const [change, isShare] = [Number(text), unit === "share"];
      const base = isShare ? 40 : 300 + 20 * change;
      const found = (share: number, apart: number, between: readonly number[] = []) => {
        const moved = share * change * (isShare ? base : 1);
        return isAlert(
          program,
          [base, ...between, base + moved].map((one) => [one]),
          apart,
        );
      };
      for (const apart of [1, 77, 100_000]) {
        for (const way of [1, -1]) {
          const isMeant = direction === "both" || (direction === "rise") === (way === 1);
          expect(await found(1.02 * way, apart), `${way}, so far`).to.equal(isMeant);
          expect(await found(0.98 * way, apart), `${way}, not quite`).to.equal(false);
        }
      }
      // What two steps make together is no step.
      const way = direction === "fall" ? -1 : 1;
      const half = base + 0.51 * way * change * (isShare ? base : 1);
      expect(await found(1.02 * way, 1, [half]), "in two steps").to.equal(
        isShare && 0.51 * change * way < 0
          ? (base + 1.02 * way * change * base) / half - 1 <= -change
          : false,
      );
      expect(guardOf(program).includes(`${comparator} params.limit`), comparator).to.equal(true);
    });
  }
});
