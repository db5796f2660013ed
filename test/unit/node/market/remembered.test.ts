/** Nodes that did jobs hold nothing of them once their time is over, in memory or on the disk. */
import { expect } from "chai";
import { callOf, principalOf } from "../../../../scripts/market/localMesh.js";
import { grown, RememberingMesh } from "../../../kit/rememberedJobs.js";

const FEW = 1;
const MANY = 6;
const ROUNDS_BEFORE = 2;
/** Records of jobs; the asker's orders and their documents are kept for 30 days. */
const OF_JOBS = /^one (jobwork|jobdoc|jobdocend|joborder|jobdispute)$/;

describe("what a node remembers of jobs", () => {
  let mesh: RememberingMesh;

  before(async () => {
    mesh = await RememberingMesh.begin(1_000);
  });
  after(() => mesh.mesh.stop());

  it("is nothing two hours after their deadlines, in any container, also while nothing comes", async () => {
    // Until places of two epochs are known, as later: they are of the mesh, and not of jobs.
    for (let round = 0; round < ROUNDS_BEFORE; round += 1) {
      expect(await mesh.work(FEW)).to.deep.equal({ done: FEW });
      await mesh.forget();
    }
    const before = mesh.held();
    expect(await mesh.work(MANY)).to.deep.equal({ done: MANY });
    // It is seen where it is: each job is in the books of both nodes.
    expect(grown(before, mesh.held(), MANY / 2)).to.include(
      `asker.marketBook.jobs: 0, then ${MANY}`,
    );
    await mesh.forget();
    expect(grown(before, mesh.held(), MANY / 2)).to.deep.equal([]);
  });

  it("and nothing on the disk of who computed them, but what it earned and offers", () => {
    const kept = mesh.kept();
    expect([...kept].filter(([bucket]) => OF_JOBS.test(bucket))).to.deep.equal([]);
    // One offer of each of both.
    expect(kept.get("one jobevent")).to.equal(2);
    expect(kept.get("asker jobevent")).to.equal(2);
    expect(kept.get("asker joborder")).to.equal(ROUNDS_BEFORE * FEW + MANY);
  });

  it("and a node that starts again says nothing of orders that it has long settled", async () => {
    const { asker } = mesh;
    await mesh.mesh.kill(asker);
    await mesh.mesh.pass(3);
    expect(asker.node.services.jobOrders.isBusy).to.equal(false);
    expect(asker.node.services.marketBook.jobs.size).to.equal(0);
  });

  it("and no challenge of a job that is forgotten: without a verdict it holds nothing any longer", async () => {
    const [one] = mesh.contributors;
    const { node, store } = one!;
    const { bonds, effects, vault, vaultOrders } = node.services;
    const { bonds: held } = await bonds.status("one");
    const { bond } = held.at(-1)!;
    await node.handlers.compute(
      { operators: ["KO42"], inputs: {} },
      callOf(principalOf("one", true)),
    );
    await mesh.mesh.pass(2);
    const query = { folder: null, prefix: "", after: null, offset: 0, limit: 2_000 };
    const free = async (): Promise<readonly string[]> =>
      (await vault.page("one", query)).tokens.flatMap((token) =>
        token.bond === 0 && !token.locked ? [token.id] : [],
      );
    const [deposit] = await free();
    await effects.run(bonds.challenged("one", bond, 1));
    await effects.run(vaultOrders.lock("one", [deposit!], true));
    expect(await free()).to.not.include(deposit);
    const record = {
      job: "1".repeat(64),
      node: one!.publicKey,
      account: "one",
      deposit: deposit!,
      bond: ["one", bond] as const,
      calcond: mesh.mesh.time.calcond,
      outcome: null,
      resultHash: null,
    };
    const liar = { ...record, node: "ab".repeat(32), account: null, deposit: null, bond: null };
    await store.write([
      ...store.market.disputeOps("2".repeat(64), record),
      ...store.market.disputeOps("3".repeat(64), { ...liar, outcome: "upheld" as const }),
      ...store.market.disputeOps("4".repeat(64), { ...liar, outcome: "rejected" as const }),
    ]);
    await mesh.mesh.kill(one!);
    await mesh.work(1);
    await mesh.forget();
    const kept: string[] = [];
    for await (const [challenge] of one!.store.market.disputes()) kept.push(challenge);
    // Whose bond is withheld is drawn no more, after a start either.
    expect(kept).to.deep.equal(["3".repeat(64)]);
    expect((await one!.store.vaultOrders.bond("one", bond))?.challenges).to.equal(0);
    const { tokens } = await one!.node.services.vault.page("one", query);
    expect(tokens.find(({ id }) => id === deposit)).to.deep.include({ bond: 0, locked: false });
  });
});
