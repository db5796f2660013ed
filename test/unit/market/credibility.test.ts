import { expect } from "chai";
import * as fc from "fast-check";
import type { JobOpenBody } from "../../../protocol/events/job.js";
import { Credibility } from "../../../protocol/market/credibility.js";
import { noFacts, takeFact } from "../../../protocol/market/facts.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

const VERSION = "v";
const nobody = (): boolean => false;

/** Jobs that are done, one after the other, each with the nodes that agreed. */
function after(jobs: readonly (readonly string[])[]): Credibility {
  const credibility = new Credibility();
  for (const [at, agreed] of jobs.entries()) {
    const facts = noFacts(nodeCrypto.sha256Hex(`job ${at}`));
    const body: Partial<JobOpenBody> = { engine_version: VERSION };
    takeFact(facts, "job.open", { id: facts.id, author: "asker", calcond: 0, body });
    credibility.count(facts, {
      phase: "done",
      quorum: agreed.length,
      callers: [],
      accepted: null,
      agreed: [...agreed],
      differing: [],
    });
  }
  return credibility;
}

describe("protocol/market/credibility: who ever agreed with the nodes of a job", () => {
  it("nobody, while two agree with each other alone, however often", () => {
    const credibility = after(Array.from({ length: 50 }, () => ["a", "b"]));
    expect(credibility.of("a", VERSION).agreements).to.equal(50);
    expect(credibility.beside(["a", "b"], VERSION, nobody)).to.equal(0);
  });

  it("a third one with either of them, while it was not found to lie", () => {
    const credibility = after([
      ["a", "b"],
      ["b", "c"],
    ]);
    expect(credibility.beside(["a", "b"], VERSION, nobody)).to.equal(1);
    expect(credibility.beside(["a", "b"], VERSION, (node) => node === "c")).to.equal(0);
    expect(credibility.beside(["a", "b"], "another", nobody)).to.equal(0);
  });

  it("the node that asked, where it computed a result itself", () => {
    const credibility = after([["a", "b"]]);
    credibility.computed("a", VERSION);
    expect(credibility.beside(["a", "b"], VERSION, nobody)).to.equal(1);
    credibility.lied("a", VERSION);
    expect(credibility.beside(["a", "b"], VERSION, nobody)).to.equal(0);
  });

  it("is whom the jobs say, in any order of them", () => {
    const node = fc.constantFrom("a", "b", "c", "d", "e");
    const job = fc.uniqueArray(node, { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(job, { maxLength: 12 }), job, (jobs, asked) => {
        const met = jobs.filter((agreed) => agreed.some((one) => asked.includes(one)));
        const others = new Set(met.flat().filter((one) => !asked.includes(one)));
        const counted = after(jobs.toReversed()).beside(asked, VERSION, nobody);
        expect(counted).to.equal(others.size);
      }),
      { endOnFailure: true },
    );
  });
});
