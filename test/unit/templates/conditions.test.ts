/**
 * Conditions in words, of both signs: sentences that are drafted, with the comparator, threshold,
 * hold and window that a person means by them, and sentences that must be asked about or refused.
 * Thresholds in SI were worked out by hand from the definitions of their units.
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
import { generate, type Draft } from "../../../protocol/templates/generate/generate.js";
import { parseUnit, toSI } from "../../../protocol/units/index.js";
import { runs } from "../../kit/runs.js";

interface Drafted {
  readonly sentence: string;
  readonly comparator: string;
  readonly thresholds: readonly number[];
  readonly holdS: number;
  /** Over seconds, or over so many readings. */
  readonly window: { readonly fn: string; readonly length: string } | null;
}

const VECTORS = "test/vectors/contracts";
const CALCOND_S = 0.777000777;
const START = 2_311_000_000;
const registry = builtinRegistry();

const rowsOf = (file: string): readonly (readonly string[])[] =>
  readFileSync(join(VECTORS, file), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));

const drafted: readonly Drafted[] = rowsOf("conditions-drafted.tsv").map(
  ([sentence = "", comparator = "", thresholds = "", , hold = "", window = ""]) => {
    const [fn, length = ""] = window.split(" ");
    return {
      sentence,
      comparator,
      thresholds: thresholds.split(" ").map(Number),
      holdS: Number(hold),
      window: fn === "" || fn === undefined ? null : { fn, length },
    };
  },
);
const asked = rowsOf("conditions-asked.tsv").map(([sentence = ""]) => sentence);

const isDraft = ({ asked: open, program, refusal }: Draft): boolean =>
  program !== null && open.length === 0 && refusal === null;

/** Of its only input: from SI into the unit that the program declares. */
function written(unit: string | undefined, si: number): number {
  const read = parseUnit(unit ?? "1");
  if (!read.ok) throw new Error(read.message);
  const zero = toSI(0, read);
  return Number(((si - zero) / (toSI(1, read) - zero)).toPrecision(13));
}

/** Where the program is after readings of one value, at moments in calconds. */
async function stateAfter(
  program: JsonObject,
  si: number,
  moments: readonly number[],
): Promise<string> {
  const validated = validateProgram(program, registry);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  const prepared = prepareProgram(nodeCrypto, validated.checked);
  const { inputs = {}, trigger } = prepared.program;
  const [[name, declared] = ["", undefined], ...others] = Object.entries(inputs);
  expect(others, "one input").to.deep.equal([]);
  const unit = declared !== undefined && "unit" in declared ? declared.unit : undefined;
  const { steps } = await trace(
    prepared,
    initialState(prepared),
    moments.map((after) => ({
      type: "event" in trigger ? trigger.event : "tick",
      data: { [name]: written(unit, si) },
      calcond: START + after,
    })),
    computingHere(nodeCrypto, registry),
  );
  const last = steps.at(-1)!;
  return last.fault?.code ?? last.to;
}

const compared: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
};

/** Values on both sides of each threshold, and the threshold, with what each of them is. */
function probes({ comparator, thresholds }: Drafted): readonly (readonly [number, boolean])[] {
  const [low = Number.NaN, high = low] = thresholds;
  const isBad = (si: number): boolean =>
    comparator === "outside" ? si < low || si > high : compared[comparator]!(si, low);
  const beside = (si: number): readonly number[] => [si - Math.abs(si) / 400, si, si * 1.0025];
  return [...new Set([...beside(low), ...beside(high)])].map((si) => [si, isBad(si)]);
}

describe("conditions in words", () => {
  it("are a corpus of both signs", () => {
    expect(drafted.length).to.be.at.least(75);
    expect(asked.length).to.be.at.least(75);
  });

  for (const one of drafted) {
    it(`are drafted: ${one.sentence}`, async () => {
      const draft = generate(one.sentence);
      expect(draft.refusal).to.equal(null);
      expect(draft.asked).to.deep.equal([]);
      const program = draft.program!;
      const holdCalconds = Math.ceil(one.holdS / CALCOND_S);
      const long = Array.from({ length: 12 }, (_, i) => Math.ceil((i * holdCalconds) / 10));
      for (const [si, isBad] of probes(one)) {
        const count = Number(/#(\d+)/.exec(one.window?.length ?? "")?.[1] ?? 1);
        const soon = Array.from({ length: count }, (_, i) => i);
        const state = await stateAfter(program, si, one.holdS === 0 ? soon : long);
        expect(state === "alert", `${si} SI: ${state}`).to.equal(isBad);
        if (one.holdS === 0) continue;
        const short = await stateAfter(program, si, [0, Math.floor(holdCalconds * 0.9)]);
        expect(short, `${si} SI, too short`).to.not.equal("alert");
      }
      const trigger = Object(program["trigger"]);
      if (one.window === null) expect(trigger.type).to.equal("on-event");
      else {
        expect([trigger.type, trigger.fn]).to.deep.equal(["on-aggregate", one.window.fn]);
        const { length } = one.window;
        if (length.startsWith("#"))
          expect(trigger.window).to.deep.equal({ count: Number(length.slice(1)) });
        else expect(trigger.window.calconds).to.be.closeTo(Number(length) / CALCOND_S, 0.5);
      }
    });
  }

  for (const sentence of asked) {
    it(`are asked about: ${sentence}`, () => {
      const draft = generate(sentence);
      expect(isDraft(draft), JSON.stringify(draft.program?.["machine"])).to.equal(false);
      expect(draft.asked.length + Number(draft.refusal !== null)).to.be.greaterThan(0);
    });
  }

  it("say who is set aside: a contract tells all that listen", () => {
    const { program, why } = generate("Alert the competitor when the temperature exceeds 90 degC");
    expect(Object.keys(Object(program?.["inputs"]))).to.deep.equal(["temperature"]);
    expect(why.at(-1)).to.include({ words: "competitor" });
  });

  const ACT = /^(?:alert|warn|notify|alarm|tell|let|raise|send|page|give|sound|trigger|report)\b/iu;

  it("never come to the same where the act is denied", () => {
    const acts = drafted.map(({ sentence }) => sentence).filter((one) => ACT.test(one));
    expect(acts.length).to.be.greaterThan(40);
    const denials = [
      "Never",
      "Do not",
      "Don't",
      "Stop",
      "Avoid to",
      "You must not",
      "No need to",
      "Forget to",
      "I would hate it if you",
      "Cease to",
      "Under no circumstances",
      "Refuse to",
      "Hardly",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...acts), fc.constantFrom(...denials), (act, denial) => {
        const sentence = `${denial} ${act.charAt(0).toLowerCase()}${act.slice(1)}`;
        expect(isDraft(generate(sentence)), sentence).to.equal(false);
      }),
      { numRuns: runs(200, 400) },
    );
  });

  it("turn with their comparator", () => {
    const pairs = [
      ["above", "below"],
      ["over", "under"],
      ["more than", "less than"],
      ["higher than", "lower than"],
      ["at least", "at most"],
      ["greater than or equal to", "less than or equal to"],
      [">", "<"],
      [">=", "<="],
    ] as const;
    const frames = [
      "alert when the X is C Q",
      "warn me if the X stays C Q for 5 min",
      "the X must be C Q",
      "make sure that the X is C Q",
      "alert when the X is not C Q",
      "when the X is C Q, alert me",
      "alert me unless the X is C Q",
      "alert if the mean of the X over 1 h is C Q",
    ];
    const read = [
      ["temperature", "40 degC"],
      ["oil pressure", "4 bar"],
      ["wind speed", "9 m/s"],
    ];
    const opposite: Readonly<Record<string, string>> = {
      ">": "<",
      ">=": "<=",
      "<": ">",
      "<=": ">=",
    };
    const signOf = (sentence: string): string => {
      const draft = generate(sentence);
      expect(isDraft(draft), `${sentence}: ${JSON.stringify(draft.asked)}`).to.equal(true);
      const { states } = Object(draft.program!["machine"]);
      return / ([<>]=?) params\.limit/.exec(states.nominal.on[0].guard)![1]!;
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.constantFrom(...frames),
        fc.constantFrom(...read),
        ([up, down], frame, [name = "", limit = ""]) => {
          const said = frame.replace("X", name).replace("Q", limit);
          const high = signOf(said.replace(/\bC\b/, up));
          expect(signOf(said.replace(/\bC\b/, down)), said).to.equal(opposite[high]);
        },
      ),
      { numRuns: runs(150, 300) },
    );
  });

  it("stop at a word that nobody knows, or show it", () => {
    const words = fc.constantFrom("blorp", "quux", "frobnicates", "zorply", "fnorded", "grumping");
    fc.assert(
      fc.property(fc.constantFrom(...drafted), words, fc.nat(), ({ sentence }, word, at) => {
        const parts = sentence.split(" ");
        parts.splice(at % (parts.length + 1), 0, word);
        const changed = parts.join(" ");
        const draft = generate(changed);
        if (!isDraft(draft)) return;
        // A name is cut at 32 characters: what it is about is shown whole.
        const inputs = Object.entries<{ about: string }>(Object(draft.program!["inputs"]));
        const names = inputs.flatMap(([name, { about }]) => [name, about]);
        const aside = draft.why.filter(({ rule }) => rule.startsWith("set aside"));
        const shown = [...names, ...aside.map((one) => one.words)].join(" ");
        expect(shown, changed).to.contain(word);
      }),
      { numRuns: runs(300, 600) },
    );
  });
});
