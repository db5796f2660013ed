/** Who neither asks for work nor does any hears nothing of it, and honest jobs end as they would. */
import { expect } from "chai";
import * as fc from "fast-check";
import { bindingWith, EVENT_KINDS, isBinding, isOfWork } from "../../../../protocol/mesh/kinds.js";
import { marketAtRest } from "../../../../scripts/market/rest.js";
import {
  callOf,
  LocalMesh,
  principalOf,
  readAnswer,
  type LocalNode,
} from "../../../../scripts/market/localMesh.js";
import { textOf } from "../../../kit/requests.js";

const ASKER = "ada";
const CALL = callOf(principalOf(ASKER));
const GRAVITY = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };
const WORKERS = ["one", "two", "three"];
const ASIDE = ["left", "right", "far"];
/** No key of these shows so much work: nobody keeps a spine for another one's sake. */
const KEY_WORK_BITS = 64;
const JOBS = 3;

async function meshOf(shares: boolean): Promise<LocalMesh> {
  const mesh = new LocalMesh({ shares, keyWorkBits: KEY_WORK_BITS });
  const asker = await mesh.add("asker");
  for (const name of ASIDE) await mesh.add(name);
  for (const name of WORKERS)
    await mesh.contribute(await mesh.add(name, { transfers: { origins: ["*"] } }), name);
  await asker.node.services.ledger.post({
    kind: "grant",
    entries: [
      { account: "mint:credits", delta: -10_000 },
      { account: `paid:${ASKER}`, delta: 10_000 },
    ],
  });
  await mesh.pass(30);
  return mesh;
}

/** Calconds that each of some jobs took, one after the other. */
async function jobsOf(mesh: LocalMesh): Promise<readonly number[]> {
  const { handlers } = mesh.nodes[0]!.node;
  const took: number[] = [];
  for (let n = 0; n < JOBS; n += 1) {
    const asked = { operators: ["NM21"], inputs: GRAVITY, class: "replicated" as const, k: 2 };
    const id = textOf(await readAnswer(handlers.jobOpen(asked, CALL)), "id");
    let state = "open";
    took.push(
      await mesh.until("a job ends", async () => {
        state = textOf(await readAnswer(handlers.jobGet({ id }, CALL)), "state");
        return state !== "open";
      }),
    );
    expect(state).to.equal("done");
  }
  return took;
}

function heard({ node }: LocalNode): number {
  const topics = node.services.mesh.source?.topics() ?? [];
  const ofWork = topics.filter(({ name }) => name === "job" || name.startsWith("work/"));
  return ofWork.reduce((sum, { accepted, ignored }) => sum + accepted + ignored, 0);
}

describe("who has no part in work", () => {
  let quiet: readonly number[];
  before(async () => {
    const mesh = await meshOf(false);
    quiet = await jobsOf(mesh);
    await mesh.stop();
  });

  it("hears and keeps nothing of it; jobs end as soon, the first once its asker has looked around", async () => {
    const mesh = await meshOf(true);
    const named = (name: string): LocalNode => mesh.nodes.find((one) => one.name === name)!;
    const asker = mesh.nodes[0]!;
    expect(asker.node.services.marketBook.offers.size).to.equal(0);
    const [first, ...later] = await jobsOf(mesh);
    // Nobody who does no work is left to say a beacon: the asker's node does, a calcond later.
    for (const [n, took] of later.entries())
      expect(took).to.be.within(quiet[n + 1]!, quiet[n + 1]! + 1);
    expect(first! - quiet[0]!).to.be.within(0, 12);
    await mesh.pass(30);
    for (const name of ASIDE) {
      const one = named(name);
      const { marketBook } = one.node.services;
      expect(heard(one), name).to.equal(0);
      expect([marketBook.jobs.size, marketBook.offers.size], name).to.deep.equal([0, 0]);
      for (const worker of [...WORKERS, "asker"])
        expect(await one.store.spine.tip(named(worker).publicKey), name).to.equal(undefined);
    }
    for (const name of WORKERS)
      expect(named(name).node.services.marketBook.jobs.size, name).to.equal(JOBS);
    expect((await marketAtRest(mesh.nodes)).faults).to.deep.equal([]);
    await mesh.stop();
  });

  it("keeps a spine as soon as one event on it is not of work, in any order", () => {
    const kinds = Object.keys(EVENT_KINDS);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds, "of.later")), (said) => {
        let tip: ReturnType<typeof bindingWith> | null = null;
        for (const kind of said) tip = bindingWith(tip, kind);
        const binding = said.filter((kind) => isBinding(kind));
        expect(tip?.binding === true).to.equal(binding.length > 0);
        const isAll = binding.length > 0 && binding.every((kind) => isOfWork(kind));
        expect(tip?.ofWork === true).to.equal(isAll);
      }),
      { numRuns: 300 },
    );
    // As an earlier version wrote it: it may bind by anything.
    expect(bindingWith({}, "job.open")).to.deep.equal({ binding: true });
  });
});
