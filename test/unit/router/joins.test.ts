/** Questions that no single law answers: laws joined, proposed, and sealed when sent back. */
import { expect } from "chai";
import { derive } from "../../../protocol/derivation/derive.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { requestOf } from "../../../protocol/router/typed/readReading.js";
import type { TypedReading } from "../../../protocol/router/typed/readingFormat.js";
import { openOrBeside, valueSentBack } from "../../kit/words/openOrBeside.js";

const registry = builtinRegistry();
const g = 9.80665;

function valueOf(reading: TypedReading): number | string {
  const request = requestOf(registry, reading);
  if (!("by" in request) || request.by !== "kinds" || request.steps === null)
    return JSON.stringify(request);
  const { cases, known, steps, wanted } = request;
  const derived = derive(registry, { known, wanted, cases, steps });
  return derived.status === "answer" ? derived.kernel.value : JSON.stringify(derived);
}

/** Values by hand. */
const JOINED: readonly (readonly [question: string, value: number])[] = [
  ["A crane lifts 800 kg by 15 m in 20 s. What power does it need?", (800 * g * 15) / 20],
  [
    "A current of 3 A flows through a wire of 20 m and cross section 1.5 mm^2, resistivity 1.7e-8 ohm m. " +
      "What voltage drops along it?",
    (3 * 1.7e-8 * 20) / 1.5e-6,
  ],
  ["A car of 1200 kg speeds up from rest to 27 m/s in 9 s. What net force acts on it?", 3600],
];

/** A law that is said, behind one that gives what it lacks; values by hand. */
const LED: readonly (readonly [question: string, last: string, value: number])[] = [
  [
    "A flywheel is a solid disc of 60 kg and 0.4 m radius. Stored energy at 1200 rpm in kJ?",
    "RBD3",
    0.25 * 60 * 0.4 ** 2 * (40 * Math.PI) ** 2,
  ],
  [
    "A child of 30 kg sits 3 m from the middle of a roundabout that does a turn every 5 seconds. What force holds it?",
    "RBD29",
    (4 * Math.PI ** 2 * 30 * 3) / 25,
  ],
  [
    "Downlink at 10 GHz over 40,000 km: transmit 20 W, transmit gain 1000, receive gain 3000. Received power?",
    "EM22",
    20 * 1000 * 3000 * (299_792_458 / 1e10 / (4 * Math.PI * 4e7)) ** 2,
  ],
];

/** A word changes what is asked, or no law leads to what is lacking. */
const NOT_LED: readonly string[] = [
  "A flywheel is a solid disc of twice 60 kg and 0.4 m radius. Stored energy at 1200 rpm in kJ?",
  "A child of 30 kg sits 3 m from the middle of a roundabout of 5 ohm. What force holds it?",
  // Another dimension is no way to the input that is lacking.
  "kinetic energy of a mass of 3 m at 2 m/s",
  "A 2.0 kg body has a speed of 6. What is its kinetic energy?",
  "period of simple pendulum, L=2kg, g=9.81m/s^2",
  // The law takes all numbers by itself, and something else speaks against it.
  "A cricket ball, 160 g, comes at 30 m/s and goes straight back at 40 m/s after 5 ms on the bat. Average force?",
];

describe("laws that join for a question", () => {
  for (const [question, last, value] of LED)
    it(`are led by the one that is said: ${question}`, () => {
      const reading = openOrBeside(question);
      expect(reading.derivation?.at(-1)?.law).to.equal(last);
      expect(valueSentBack(reading)).to.be.closeTo(value, 1e-9 * value);
    });

  for (const question of NOT_LED)
    it(`are led by none: ${question}`, () => {
      const { operators, reading, refusal } = routeQuery(registry, question);
      expect(refusal).to.not.equal(null);
      expect([operators, reading?.derivation ?? null]).to.deep.equal([null, null]);
    });

  for (const [question, value] of JOINED)
    it(`are proposed: ${question}`, () => {
      expect(valueSentBack(openOrBeside(question))).to.be.closeTo(value, 1e-9 * value);
    });

  it("say each step, what is supposed, and from where each number is", () => {
    const { derivation, given, open, wanted } = openOrBeside(JOINED[0]![0]);
    expect(wanted).to.deep.equal({ kind: "power" });
    expect(given.map(({ kind, said, unit, value }) => [kind, value, unit, said])).to.deep.equal([
      ["mass", 800, "kg", "800 kg"],
      ["height", 15, "m", "15 m"],
      ["time", 20, "s", "20 s"],
    ]);
    expect(derivation?.map(({ bind, for: symbol, law }) => [law, symbol, bind])).to.deep.equal([
      ["LH21", "U", { m: "given 0", H: "given 1" }],
      ["RBD36", "P", { W: "step 0", t: "given 2" }],
    ]);
    expect(open.map(({ message }) => message).join()).to.match(/9.80665 is supposed/);
  });

  it("take a value that was changed, and refuse a kind that stands nowhere", () => {
    const reading = openOrBeside(JOINED[0]![0]);
    const given = reading.given.map((one, at) => (at === 1 ? { ...one, value: 30 } : one));
    expect(valueOf({ ...reading, given }))
      .to.be.a("number")
      .and.closeTo(800 * g * 1.5, 1e-6);
    const turned = reading.given.map((one, at) => (at === 1 ? { ...one, kind: "time" } : one));
    expect(valueOf({ ...reading, given: turned }))
      .to.be.a("string")
      .and.match(/is not measured in m/);
    const [first, ...others] = reading.derivation!;
    const unbound = [{ ...first!, bind: { m: "given 0" } }, ...others];
    expect(valueOf({ ...reading, derivation: unbound })).to.match(/"refused"/);
  });

  it("take no number in an input of another dimension", () => {
    const reading = openOrBeside(JOINED[0]![0]);
    const [first, ...others] = reading.given;
    const counted = { kind: "weight", value: Number(first!.value) };
    expect(valueOf({ ...reading, given: [counted, ...others] })).to.match(/"refused"/);
  });

  it("are none where two of them differ, and leave out no number but as a suggestion beside the refusal", () => {
    const differing = routeQuery(registry, "A bullet of 10 g and a block of 2 kg. What momentum?");
    expect(differing.reading?.derivation).to.equal(undefined);
    const left = "A crane lifts 800 kg by 15 m in 20 s at 7 V. What power does it need?";
    const { operators, reading, refusal, rivals } = routeQuery(registry, left);
    expect([operators, refusal?.kind === "OPEN_READING"]).to.deep.equal([null, false]);
    for (const one of [reading, ...rivals].filter((some) => some !== null))
      expect(one.setAside.map(({ text }) => text)).to.include("7 V");
  });
});
