import { createHash } from "node:crypto";
import { expect } from "chai";
import { REFUSAL_KINDS } from "../../../protocol/equations/reading/ast.js";
import { evaluateUnnamed } from "../../../protocol/equations/index.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { conformanceCorpus } from "../../../protocol/conformance/conformance.js";
import type { ConformanceCase } from "../../../protocol/conformance/conformanceCase.js";
import {
  differenceOf,
  type ReplayAnswer,
} from "../../../protocol/conformance/conformanceReplay.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { ENGINE_VERSION } from "../../../protocol/version.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

const registry = builtinRegistry();
const corpus = conformanceCorpus(registry, nodeCrypto);

describe("the conformance corpus", () => {
  it("has a case for every operator, and for every kind of refusal that an equation alone can meet", () => {
    const ids = corpus.cases.map((one) => one.id);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const { id } of registry.entries) expect(ids).to.include(`operator/${id}`);
    // Divergence belongs to quadrature, which does not run yet.
    const kinds = REFUSAL_KINDS.filter((kind) => kind !== "divergent");
    for (const kind of kinds) expect(ids).to.include(`refusal/${kind}`);
  });

  it("is stamped with the hash of its cases and of its registry", () => {
    const hash = createHash("sha256").update(canonicalize(corpus.cases)).digest("hex");
    expect(corpus.corpus_sha256).to.equal(hash);
    expect(corpus.registry_drift).to.equal(false);
    const older = {
      engine_version: ENGINE_VERSION,
      registry_version: "another registry",
      bits: {},
    };
    expect(conformanceCorpus(registry, nodeCrypto, older).registry_drift).to.equal(true);
  });

  it("publishes the bits this engine gives, for every value, and none of another engine", () => {
    for (const { id, expect: expected } of corpus.cases) {
      if ("refusal" in expected) continue;
      expect(expected.value_bits, id).to.match(/^[0-9a-f]{16}$/);
      const stamped = Buffer.from(expected.value_bits ?? "", "hex").readDoubleBE(0);
      expect(Math.abs(stamped - expected.value), id).to.be.at.most(
        expected.tolerance * Math.abs(expected.value),
      );
    }
    const foreign = {
      engine_version: "calc-engine/0",
      registry_version: "",
      bits: { "operator/NM21": "0000000000000000" },
    };
    for (const { expect: expected } of conformanceCorpus(registry, nodeCrypto, foreign).cases) {
      if (!("refusal" in expected)) expect(expected.value_bits).to.equal(null);
    }
  });

  for (const one of corpus.cases) {
    // A solver's cases are the examples of its card, which its own suite runs.
    if (one.operation === "solver") continue;
    it(`${one.id} answers as expected, bit for bit`, () => {
      expect(differenceOf(one, answerTo(one), true)).to.equal(null);
    });
  }
});

/** What a node would answer, without one. */
function answerTo(one: ConformanceCase): ReplayAnswer {
  if (one.operation === "playgroundCompute") {
    const outcome = evaluateUnnamed(one.request);
    return outcome.status === "refused"
      ? { value: null, refusal: outcome.refusal }
      : { ...outcome };
  }
  if (one.operation === "solver") throw new Error(`${one.id} is not run here`);
  const plan = planChain(registry, one.request.operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute(plan, one.request);
  return result.status === "refused" ? { value: null, refusal: result.refusal } : { ...result };
}

describe("the replay of a case", () => {
  const { expect: _expected, ...asked } = corpus.cases.find(({ id }) => id === "operator/NM19")!;
  const third: ConformanceCase = {
    ...asked,
    expect: { value: 0.333333333333, unit: "m", value_bits: "3fd5555555555555", tolerance: 1e-9 },
  };

  it("takes the value with its unit, within the tolerance or bit for bit", () => {
    expect(differenceOf(third, { value: 1 / 3, unit: "m" }, true)).to.equal(null);
    expect(differenceOf(third, { value: 0.33333333333, unit: "m" }, false)).to.equal(null);
    expect(differenceOf(third, { value: 0.33333333333, unit: "m" }, true)?.what).to.equal("bits");
  });

  it("names every other answer", () => {
    const answers: readonly ReplayAnswer[] = [
      { value: 0.4, unit: "m" },
      { value: 1 / 3, unit: "s" },
      { value: 1 / 3, unit: null },
      { value: "0.333333333333", unit: "m" },
      { value: Number.NaN, unit: "m" },
      {},
      { value: null, refusal: { kind: "ode" } },
      { value: null, inputError: { code: "MISSING_INPUT" } },
    ];
    for (const answer of answers) {
      expect(differenceOf(third, answer, false)?.what, JSON.stringify(answer)).to.equal("answer");
    }
  });

  it("takes a refusal of its own kind only", () => {
    const refused: ConformanceCase = { ...third, expect: { refusal: "inequality" } };
    expect(differenceOf(refused, { value: null, refusal: { kind: "inequality" } }, true)).to.equal(
      null,
    );
    expect(
      differenceOf(refused, { value: null, refusal: { kind: "limit" } }, true)?.message,
    ).to.include("the refusal limit");
    expect(differenceOf(refused, { value: 2, unit: "m" }, true)?.message).to.include("2 m");
  });
});
