import { createHash } from "node:crypto";
import { expect } from "chai";
import { REFUSAL_KINDS } from "../../../protocol/equations/ast.js";
import { evaluateUnnamed } from "../../../protocol/equations/index.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { compute } from "../../../protocol/kernel/compute.js";
import { planChain } from "../../../protocol/kernel/plan.js";
import { conformanceCorpus } from "../../../protocol/operators/conformance.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { nodeCrypto } from "../../../node/crypto.js";

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
    expect(conformanceCorpus(registry, nodeCrypto, "another registry").registry_drift).to.equal(true);
  });

  for (const { id, request, expect: expected } of corpus.cases) {
    it(`${id} answers as expected`, () => {
      if ("equation" in request) {
        const outcome = evaluateUnnamed(request);
        expect(outcome.status).to.equal("refused");
        if (outcome.status === "refused") expect({ refusal: outcome.refusal.kind }).to.deep.equal(expected);
        return;
      }
      const plan = planChain(registry, request.operators);
      if (plan.status === "invalid") throw new Error(plan.message);
      const result = compute(plan, request);
      if ("refusal" in expected) {
        expect(result.status === "refused" ? result.refusal.kind : result.status).to.equal(expected.refusal);
      } else if (result.status === "value") {
        expect(result.unit).to.equal(expected.unit);
        expect(Math.abs(result.value - expected.value)).to.be.at.most(expected.tolerance * Math.abs(expected.value));
      } else expect.fail(`no value: ${result.status}`);
    });
  }
});
