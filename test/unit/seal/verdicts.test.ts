/** The three verdicts, held against forgers whose hashes and signatures are right. */
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";
import { reasonsOf, verdictOf, VERDICTS, type Verdict } from "../../../protocol/seal/verdict.js";
import type { EnvelopeCore } from "../../../protocol/seal/members.js";
import {
  NOW,
  changed,
  honest,
  preGenesisBy,
  sealedBy,
  withContents,
  type Draft,
} from "../../kit/forger.js";
import { runs } from "../../kit/runs.js";

const SEED = 4_135;
const registry = builtinRegistry();
const modules = { crypto, registry };
/** The force between Earth and Moon, with an uncertainty given. */
const MOON = honest(
  registry,
  ["KO42", "NM21"],
  { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
  { m1: 1e20 },
)!;

/**
 * What a forger may change, one thing at a time; the hashes, path and signature are right again.
 */
const LIES: readonly ((draft: Draft, factor: number) => Draft)[] = [
  (draft, factor) => changed(draft, { value: draft.core.value * factor }),
  (draft) => changed(draft, { value: draft.core.value === 0 ? 5e-324 : -draft.core.value }),
  (draft) => changed(draft, { value: draft.core.value + 1 }),
  (draft) => changed(draft, { unit: draft.core.unit === "J" ? "N" : "J" }),
  (draft, factor) => changed(draft, { uncertainty: draft.core.uncertainty * factor }),
  (draft) => changed(draft, { uncertainty: draft.core.uncertainty === 0 ? 1 : 0 }),
  (draft, factor) => changed(draft, { precision_actual: draft.core.precision_actual * factor }),
  (draft, factor) => changed(draft, { precision_bound: 1e-4 * factor }),
  (draft, factor) => changed(draft, { metric_shift: -1e-3 * factor }),
  (draft) => changed(draft, { credits: draft.core.credits + 1 }),
  (draft) => changed(draft, { fields_hash: "1".repeat(64) }),
  (draft) => changed(draft, { seal_kind: "observable-differential" }),
  (draft) => changed(draft, { operatorChain: ["KO42"] }),
  (draft) => changed(draft, { operatorChain: [...draft.core.operatorChain, "ZZZ999"] }),
  (draft) => withContents(draft, { equations: draft.equations.map((one) => `${one} `) }),
  (draft, factor) => withContents(draft, { masterSum: { ...draft.masterSum, total: factor } }),
  (draft, factor) => changed(draft, { calcond: Math.round(9e12 * factor) }),
];

function judge(receipt: JsonObject, nowCalcond = NOW) {
  return verifyHeld(modules, receipt, { nowCalcond });
}

function verdictOn(draft: Draft): Verdict {
  const { valid, verdict, reasons } = judge(sealedBy(draft));
  expect(valid).to.equal(verdict === "valid");
  expect(reasons.length === 0).to.equal(verdict === "valid");
  return verdict;
}

describe("the verdict on a receipt", () => {
  it("follows from the checks: valid only with the value computed, sound where one is open", () => {
    const check = (name: string, ok: boolean | null) => ({ name, ok, detail: `${name} ${ok}` });
    const value = check("value", true);
    const cases: readonly (readonly [ReturnType<typeof check>[], Verdict, string[]])[] = [
      [[value], "valid", []],
      [[value, check("signer", null), check("calc-proof", null)], "valid", []],
      [[value, check("clock", null)], "sound", ["clock null"]],
      [[value, check("members", null)], "sound", ["members null"]],
      [[check("signature", true)], "sound", []],
      [[check("value", null), check("signature", true)], "sound", ["value null"]],
      [[check("value", null), check("signature", false)], "invalid", ["signature false"]],
      [[], "sound", []],
    ];
    for (const [checks, verdict, reasons] of cases) {
      expect(verdictOf(checks), JSON.stringify(checks)).to.equal(verdict);
      expect(reasonsOf(checks)).to.deep.equal(reasons);
    }
    expect(VERDICTS).to.deep.equal(["valid", "sound", "invalid"]);
  });

  it("is valid for what the computation gives, whoever sealed it", () => {
    expect(verdictOn(MOON)).to.equal("valid");
    expect(judge(sealedBy(MOON)).reexecution).to.include({ verdict: "agrees" });
  });

  it("is invalid for each member of the core that the computation does not give", () => {
    const { core } = MOON;
    const changes: readonly Partial<EnvelopeCore>[] = [
      { value: 123_456_789 },
      { value: core.value * (1 + Number.EPSILON) },
      { value: -core.value },
      { unit: "J" },
      { unit: null },
      { uncertainty: 0 },
      { uncertainty: core.uncertainty * 2 },
      { precision_actual: 0 },
      { precision_actual: 9e-5 },
      { precision_bound: 1 },
      { precision_bound: 1e-3 },
      { precision_bound: 0 },
      { precision_bound: 1e-5 },
      { metric_shift: -2.5e-4 },
      { fields_hash: "0".repeat(64) },
      { seal_kind: "observable-differential" },
      { seal_kind: "observable-differential", precision_actual: 0.5 },
      { credits: 1 },
      { credits: 300 },
      { operatorChain: ["KO42"] },
      { operatorChain: ["KO42", "NM19"] },
      { operatorChain: ["KO42", "NM21", "NM21"] },
      { operatorChain: ["KO42", "ZZZ999"] },
      { operatorChain: ["KO42", "heat"] },
      { operatorChain: ["KO42", "NM21", "ZZZ999"] },
      { engine_version: "calc-engine/2+nothing/1" },
      { engine_version: "calc-engine/2+" },
      { engine_version: "calc-engine/2+heat" },
      { engine_version: "calc-engine/2+heat/0" },
      { engine_version: "calc-engine/2+heat/one" },
      { calcond: 9e12 },
      { calcond: NOW + 121 },
      { R_t: 1 },
      { equations_hash: "0".repeat(64) },
      { inputs_hash: "0".repeat(64) },
      { master_sum_hash: "0".repeat(64) },
    ];
    for (const change of changes)
      expect(verdictOn(changed(MOON, change)), JSON.stringify(change)).to.equal("invalid");
  });

  it("is invalid for contents that the computation does not give, with their hashes right", () => {
    const contents: readonly Partial<Omit<Draft, "core">>[] = [
      { equations: [...MOON.equations, "F = 0"] },
      { equations: [] },
      { masterSum: { ...MOON.masterSum, total: 1 } },
      { masterSum: {} },
      { inputs: { ...MOON.inputs, r: 1 } },
      { inputs: { m1: 1 } },
      { inputs: {} },
      { uncertainties: { m1: 2e20 } },
      { uncertainties: {} },
    ];
    for (const change of contents)
      expect(verdictOn(withContents(MOON, change)), JSON.stringify(change)).to.equal("invalid");
  });

  it("is sound, never valid, for another engine, registry or generation, whatever it says", () => {
    const versions: readonly Partial<EnvelopeCore>[] = [
      { engine_version: "calc-engine/0" },
      { engine_version: "calc-engine/3" },
      { engine_version: "calc-engine/20" },
      { engine_version: "another" },
      { engine_version: "calc-engine/3+heat/1" },
      { engine_version: "calc-engine/3+nothing/1" },
      { engine_version: "calc-engine/2+heat/999" },
      { registry_version: "0".repeat(64) },
    ];
    for (const version of versions) {
      for (const change of [{}, { value: 123_456_789 }, { unit: "J", uncertainty: 0 }]) {
        const draft = changed(MOON, { ...change, ...version });
        const proof = judge(sealedBy(draft));
        expect(proof, JSON.stringify([version, change])).to.include({
          verdict: "sound",
          valid: false,
        });
        expect(proof.reasons).to.have.lengthOf(1);
        expect(proof.checks.find(({ name }) => name === "value")).to.include({ ok: null });
      }
    }
    for (const change of [{}, { value: 123_456_789 }]) {
      const old = judge(preGenesisBy(changed(MOON, change)));
      expect(old).to.include({ verdict: "sound", generation: "pre_genesis" });
    }
  });

  it("is invalid where the registry alone refutes it, of any engine and generation", () => {
    const unknown = { operatorChain: ["KO42", "ZZZ999"] };
    expect(verdictOn(changed(MOON, { ...unknown, engine_version: "calc-engine/3" }))).to.equal(
      "invalid",
    );
    expect(judge(preGenesisBy(changed(MOON, unknown))).verdict).to.equal("invalid");
    // Another registry may have it.
    expect(verdictOn(changed(MOON, { ...unknown, registry_version: "0".repeat(64) }))).to.equal(
      "sound",
    );
    // An older receipt of a solver names its solver in the chain alone.
    const solved = judge(preGenesisBy(changed(MOON, { operatorChain: ["KO42", "heat"] })));
    expect(solved.verdict).to.equal("sound");
    for (const held of [preGenesisBy(changed(MOON, { calcond: 9e12 }))])
      expect(judge(held).verdict).to.equal("invalid");
  });

  it("holds calconds against the clock of whoever checks, with room for a slow one", () => {
    const { calcond } = MOON.core;
    const receipt = sealedBy(MOON);
    for (const [now, verdict] of [
      [calcond, "valid"],
      [calcond - 120, "valid"],
      [calcond - 121, "invalid"],
      [0, "invalid"],
    ] as const)
      expect(judge(receipt, now).verdict, String(now)).to.equal(verdict);
  });

  it("is not of a solver's own bound unless a solver sampled it, and then nothing was run again", () => {
    const sampled = changed(MOON, {
      engine_version: "calc-engine/2+quant/1",
      operatorChain: ["KO42", "quant"],
      precision_bound: 1e-3,
    });
    expect(verdictOn(sampled)).to.equal("sound");
    expect(verdictOn(changed(sampled, { precision_bound: 2e-3 }))).to.equal("invalid");
  });

  it("is valid only for what the computation gives: random operators, inputs and lies", () => {
    const tried = { truths: 0, lies: 0 };
    const examples = registry.entries.flatMap(({ id, record }) => {
      const example = valueExampleOf(record);
      return example === null ? [] : [{ id, inputs: example.inputs }];
    });
    expect(examples.length).to.be.above(1_000);
    fc.assert(
      fc.property(
        fc.nat(examples.length - 1),
        fc.nat(LIES.length - 1),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (which, how, factor) => {
          const { id, inputs } = examples[which]!;
          const scaled = Object.entries(inputs).map(([name, value], i) => [
            name,
            i === how % 3 && !Number.isInteger(value) ? value * factor : value,
          ]);
          const draft = honest(registry, [id], Object.fromEntries(scaled));
          // A scaled input may be outside what its equation takes.
          if (draft === null) return;
          tried.truths += 1;
          expect(verdictOn(draft), id).to.equal("valid");
          const lie = LIES[how]!(draft, factor);
          if (canonicalize(lie.core) === canonicalize(draft.core)) return;
          tried.lies += 1;
          expect(verdictOn(lie), `${id}, lie ${how}`).to.equal("invalid");
          const elsewhere = changed(lie, { engine_version: "calc-engine/3" });
          expect(verdictOn(elsewhere), `${id}, lie ${how} of another engine`).to.not.equal("valid");
        },
      ),
      { seed: SEED, numRuns: runs(200, 10_000) },
    );
    expect(tried.lies).to.be.above(runs(100, 5_000));
  });
});
