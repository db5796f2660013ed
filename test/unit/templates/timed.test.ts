/** Detectors fired by time and by events alike: silence, and readings that are carried forward. */
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { checkTemplate } from "../../../scripts/records/templates/check.js";
import type { Template } from "../../../protocol/templates/template.js";

type Vector = Pick<Template["vectors"][number], "events" | "states">;

/** Half of the reading is left after ten calconds. */
function halving(side: "high" | "low", limit: number, early: number): Template {
  const reason = "of the test";
  return {
    slug: "halving",
    name: "Halving",
    purpose: "Halves a reading every ten calconds.",
    signal: "a reading that halves",
    detector: "carried-forward",
    source: "exponential decay",
    synonyms: [],
    inputs: { level: { unit: "Bq", optional: true, about: "a reading" } },
    params: {
      limit: { default: limit, unit: "Bq", reason },
      early: { default: early, unit: "Bq", reason },
      band: { default: 0, unit: "Bq", reason },
    },
    trigger: { type: "every-calcond", every: 1 },
    slots: {
      fresh: "has(input.level)",
      reading: "input.level",
      model: "ctx.last * pow(0.5, (tick.calcond - ctx.at) / 10.0)",
      side,
    },
    vectors: [],
    checked: "powers of two",
  };
}

const heartbeat: Template = {
  ...halving("high", 0, 0),
  slug: "heartbeat",
  detector: "heartbeat",
  params: {
    limit: { default: 20, reason: "of the test" },
    early: { default: 10, reason: "of the test" },
  },
  slots: { alive: "has(input.level) && input.level > 1.0" },
};

const tick = (after: number) => ({ data: {}, after });
const read = (level: number, after: number) => ({ data: { level }, after });

async function differences(template: Template, vectors: readonly Vector[]): Promise<string[]> {
  const named = vectors.map((one, i) => ({ ...one, name: `case ${i}` }));
  const found = await checkTemplate(nodeCrypto, builtinRegistry(), "test", {
    ...template,
    vectors: named,
  });
  return found.filter((one) => one.startsWith("vector"));
}

describe("timed detectors", () => {
  it("carry a reading forward until the next one, on the side that is bad", async () => {
    const high = await differences(halving("high", 60, 30), [
      { events: [tick(0), tick(50)], states: ["nominal", "nominal"] },
      { events: [read(100, 0), tick(7), tick(8)], states: ["alert", "alert", "resolved"] },
      { events: [read(100, 0), tick(8), tick(17), tick(18)], states: ["resolved", "nominal"] },
      // A new reading counts from its own time.
      { events: [read(50, 0), read(50, 7), tick(14)], states: ["watch", "watch", "watch"] },
      { events: [read(50, 0), tick(8)], states: ["watch", "nominal"] },
    ]);
    const low = await differences(halving("low", 30, 60), [
      { events: [tick(0), tick(50)], states: ["nominal", "nominal"] },
      { events: [read(100, 0), tick(8), tick(18)], states: ["nominal", "watch", "alert"] },
      { events: [read(100, 0), tick(18), read(90, 19)], states: ["alert", "resolved"] },
    ]);
    expect([...high, ...low]).to.deep.equal([]);
  });

  it("hear silence from the first firing on, and each sign of life", async () => {
    const found = await differences(heartbeat, [
      { events: [tick(0), tick(9), tick(10), tick(20)], states: ["nominal", "watch", "alert"] },
      { events: [tick(0), read(5, 9), tick(18), tick(19)], states: ["nominal", "watch"] },
      // A message that is no sign of life does not count.
      { events: [read(5, 0), read(1, 15), tick(20)], states: ["watch", "alert"] },
      { events: [read(5, 0), tick(30), tick(40), read(5, 41)], states: ["alert", "resolved"] },
      { events: [read(5, 0), tick(30), read(5, 31), read(5, 32)], states: ["resolved", "nominal"] },
      { events: [read(5, 0), tick(30), read(5, 31), tick(51)], states: ["resolved", "alert"] },
    ]);
    expect(found).to.deep.equal([]);
  });
});
