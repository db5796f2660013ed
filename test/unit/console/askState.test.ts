/**
 * The screen of a question over random walks of a person: after each step the value that is shown is
 * what the fields compute, the address leads to the same again, and what is sealed is what is shown.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import {
  canSeal,
  currentAnswer,
  opened,
  questionOf,
  step,
  type AskEvent,
  type AskState,
} from "../../../api/console/ask/askState.js";
import { questionOfReading, type Routed } from "../../../api/console/ask/routed.js";
import { evaluateEquation } from "../../../api/console/engine/equations.js";
import type { Answered, Question, Understood } from "../../../api/console/engine/messages.js";
import { evaluateChain } from "../../../api/console/engine/registry.js";
import { understand } from "../../../api/console/engine/understand.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";

const registry = builtinRegistry();
const read = (line: string): Understood =>
  understand(line, (id) => {
    const found = registry.get(id);
    return found === undefined ? null : { id, name: found.record.name };
  });
const computed = (question: Question): Answered =>
  question.equation === undefined ? evaluateChain(registry, question) : evaluateEquation(question);

/** Words as a node reads them, as it answered when it was asked for the price of this question. */
const FALL = "time for a ball to fall from 20 m";
const READING = {
  format: "calc-reading/1",
  text: FALL,
  law: "KIN7",
  wanted: { symbol: "t", kind: "time", name: "time" },
  given: [
    { symbol: "H", kind: "height", name: "height", unit: "m", value: 20, said: "20 m" },
    { symbol: "g", kind: "gravity", name: "gravity", unit: "m/s^2", value: 9.80665, of: "earth" },
  ],
};
function routed(line: string): Routed {
  const known = line === FALL;
  return {
    reading: known ? READING : null,
    rivals: [],
    restated: "",
    refusal: known ? null : { kind: "NO_MATCH" },
    question: known ? questionOfReading(READING) : null,
  };
}

/** The answer to a line that is opened anew. */
function answerTo(line: string): Answered | null {
  const opening = step(opened(line), { kind: "read", line, understood: read(line) }).state;
  const { state } = step(opening, { kind: "routed", line, routed: routed(line) });
  const question = questionOf(state);
  return question === null ? null : computed(question);
}

/** A tab with its history; the engine and the node answer when they are let. */
class Tab {
  state: AskState;
  readonly sealed: { readonly line: string; readonly question: Question | null }[] = [];
  #entries: string[];
  #at = 0;
  /** What waits to be written to the address. */
  #late: string | null = null;
  #sealing: { readonly line: string; readonly question: Question | null }[] = [];

  constructor(line: string) {
    this.#entries = [line];
    this.state = opened(line);
  }

  get address(): string {
    return this.#entries[this.#at]!;
  }
  get length(): number {
    return this.#entries.length;
  }

  send(event: AskEvent): void {
    const { address, state } = step(this.state, event);
    this.state = state;
    for (const { how, line } of address) {
      this.#late = null;
      if (how === "soon") this.#late = line;
      else if (how === "replace") this.#replace(line);
      else {
        this.#entries = [...this.#entries.slice(0, this.#at + 1), line];
        this.#at += 1;
        this.send({ kind: "opened", line });
      }
    }
  }
  /** The time of the throttle is over. */
  write(): void {
    if (this.#late !== null) this.#replace(this.#late);
    this.#late = null;
  }
  #replace(line: string): void {
    this.send({ kind: "saved", line });
    this.#entries[this.#at] = line;
    this.send({ kind: "opened", line });
  }
  move(by: number): void {
    const to = this.#at + by;
    if (to < 0 || to >= this.#entries.length) return;
    this.#at = to;
    if (this.address !== this.state.saved) this.#late = null;
    this.send({ kind: "opened", line: this.address });
  }
  reload(): void {
    // A page that goes writes its address first.
    this.write();
    this.#sealing = [];
    this.state = opened(this.address);
  }
  seal(): void {
    if (!canSeal(this.state)) return;
    const { line } = this.state;
    this.#sealing.push({ line, question: questionOf(this.state) });
    this.send({ kind: "sealed", line, seal: { state: "asking" } });
  }
  node(): void {
    for (const one of this.#sealing.splice(0)) {
      this.sealed.push(one);
      const answer = { value: one.question === null ? 0 : valueOf(computed(one.question)) };
      this.send({ kind: "sealed", line: one.line, seal: { state: "answered", answer } });
    }
  }
  /** The engine answers all that is asked now. */
  engine(): void {
    const { line } = this.state;
    if (this.state.reading === null) this.send({ kind: "read", line, understood: read(line) });
    if (this.state.reading?.kind === "words" && this.state.reading.routed === null)
      this.send({ kind: "routed", line, routed: routed(line) });
    const question = questionOf(this.state);
    if (question !== null)
      this.send({ kind: "answered", line: this.state.line, answered: computed(question) });
  }
}

function valueOf(answered: Answered): number | null {
  return answered.status === "value" ? answered.value : null;
}

const LINES = [
  "F = m a, m = 2 kg, a = 9.8 m/s^2",
  "F = m a, m = 3 kg, a = 9.8 m/s^2",
  "NM21, m1 = 5.9722e24 kg, m2 = 7.342e22 kg, r = 384400 ± 20 km",
  "NM21",
  "m = 2 kg, v = 3 m/s, E = 0.5 m v^2",
  "E = m c^2, m = 2.0(1) kg",
  "2+2",
  "5 ft in m",
  "what is the weight of a cat",
  FALL,
];
const NAMES = ["H", "m", "a", "m1", "m2", "r", "v"];
const TEXTS = [
  "5 kg",
  "1,500 kg",
  "1 500 kg",
  "−3 m/s^2",
  "2.0(1) kg",
  "7 blorg",
  "",
  "  ",
  "5 kg,",
  "-",
  "3 kg, a = 4 m/s^2",
  "4 m/s",
  "1e9 m",
];

type Act = (tab: Tab) => void;
const sent =
  (event: AskEvent): Act =>
  (tab) =>
    tab.send(event);
const acts: fc.Arbitrary<readonly [string, Act]> = fc.oneof(
  fc.constantFrom(...LINES).map((text): [string, Act] => [
    `ask ${text}`,
    (tab) => {
      tab.send({ kind: "typed", text });
      tab.send({ kind: "entered" });
    },
  ]),
  fc
    .constantFrom(...LINES)
    .map((text): [string, Act] => [`type ${text}`, sent({ kind: "typed", text })]),
  fc.constant<[string, Act]>(["enter", sent({ kind: "entered" })]),
  fc
    .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...TEXTS))
    .map(([name, text]): [string, Act] => [
      `edit ${name}: ${text}`,
      sent({ kind: "edited", name, text }),
    ]),
  fc
    .tuple(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 9 }))
    .map(([name, n]): [string, Act] => [
      `slide ${name}: ${n}`,
      sent({ kind: "slid", name, text: `${n} kg` }),
    ]),
  fc.constant<[string, Act]>(["seal", (tab) => tab.seal()]),
  fc.constant<[string, Act]>(["the node answers", (tab) => tab.node()]),
  fc.constant<[string, Act]>(["back", (tab) => tab.move(-1)]),
  fc.constant<[string, Act]>(["forward", (tab) => tab.move(1)]),
  fc.constant<[string, Act]>(["reload", (tab) => tab.reload()]),
  fc.constant<[string, Act]>(["the engine answers", (tab) => tab.engine()]),
  fc.constant<[string, Act]>(["the address is written", (tab) => tab.write()]),
  fc.constantFrom(...LINES).map((line): [string, Act] => [
    `a late answer to ${line}`,
    (tab) => {
      tab.send({ kind: "read", line, understood: read(line) });
      tab.send({ kind: "routed", line, routed: routed(line) });
      const answered = answerTo(line);
      if (answered !== null) tab.send({ kind: "answered", line, answered });
    },
  ]),
);

function agrees(tab: Tab): void {
  const { state } = tab;
  const question = questionOf(state);
  const shown = currentAnswer(state);
  // The value is that of the fields, and of the line in the address.
  expect(shown).to.deep.equal(question === null ? null : computed(question));
  expect(tab.address).to.equal(state.line);
  const again = answerTo(tab.address);
  expect(again === null ? null : valueOf(again)).to.equal(shown === null ? null : valueOf(shown));
  const seal = state.seals[state.line];
  if (seal?.state === "answered" && shown?.status === "value")
    expect(seal.answer["value"]).to.equal(shown.value);
}

describe("the screen of a question", () => {
  it("shows and seals what its fields compute, whatever a person does", () => {
    fc.assert(
      fc.property(fc.constantFrom(...LINES), fc.array(acts, { maxLength: 24 }), (line, walk) => {
        const tab = new Tab(line);
        for (const [, act] of walk) {
          act(tab);
          const { state } = tab;
          // At any time: nothing is shown as the answer that is none to what is asked.
          const shown = currentAnswer(state);
          const question = questionOf(state);
          if (shown !== null && question !== null) expect(shown).to.deep.equal(computed(question));
        }
        tab.write();
        tab.engine();
        agrees(tab);
        tab.seal();
        tab.node();
        agrees(tab);
        for (const { line: of, question } of tab.sealed)
          if (question !== null)
            expect(valueOf(computed(question))).to.equal(valueOf(answerTo(of)!));
      }),
      { numRuns: 400 },
    );
  });
  it("asks a second question with its own inputs, as a step of history", () => {
    const tab = new Tab(LINES[0]!);
    tab.engine();
    tab.send({ kind: "edited", name: "m", text: "5 kg" });
    tab.send({ kind: "typed", text: LINES[1]! });
    tab.send({ kind: "entered" });
    tab.engine();
    expect(tab.state.box).to.equal(LINES[1]);
    expect(currentAnswer(tab.state)).to.have.property("value", 3 * 9.8);
    tab.move(-1);
    tab.engine();
    expect(tab.state.box).to.equal("F = m a, m = 5 kg, a = 9.8 m/s^2");
    expect(currentAnswer(tab.state)).to.have.property("value", 5 * 9.8);
    expect(tab.length).to.equal(2);
  });
  it("computes what words were read as, and makes an edit a question of the operator", () => {
    const tab = new Tab(FALL);
    tab.engine();
    // sqrt(2 * 20 / 9.80665), by hand.
    expect(currentAnswer(tab.state)).to.have.property("value").that.is.closeTo(2.01962, 1e-6);
    expect(canSeal(tab.state)).to.equal(true);
    tab.send({ kind: "edited", name: "H", text: "45 m" });
    expect(tab.state.line).to.equal("KIN7, H = 45 m, g = 9.80665 m/s^2");
    tab.engine();
    expect(currentAnswer(tab.state)).to.have.property("value").that.is.closeTo(3.02943, 1e-6);
    const lost = new Tab("what is the weight of a cat");
    lost.engine();
    expect(canSeal(lost.state)).to.equal(false);
  });
  it("takes a sentence with a value by its name for words, and long names for an equation", () => {
    for (const line of [
      "buckling load of a 3 m long column with E = 200 GPa and I = 1e-6 m^4",
      "pressure of the gas for n = 2 mol",
      "what is F with m = 2 kg",
    ])
      expect(read(line).kind, line).to.equal("words");
    for (const line of [
      "force = mass acceleration, mass = 2 kg, acceleration = 3 m/s^2",
      "force = mass acceleration",
      "s = u t + a t^2/2, u = 1 m/s, t = 2 s, a = 3 m/s^2",
    ])
      expect(read(line).kind, line).to.equal("question");
  });
  it("has one step of history where the same is asked again", () => {
    const tab = new Tab(LINES[0]!);
    tab.engine();
    tab.send({ kind: "edited", name: "m", text: "5 kg" });
    tab.send({ kind: "entered" });
    tab.engine();
    expect(currentAnswer(tab.state)).to.have.property("value", 5 * 9.8);
    expect(tab.length).to.equal(1);
  });
});
