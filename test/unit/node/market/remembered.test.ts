/** Nodes that did jobs hold nothing of them once their time is over, in memory or on the disk. */
import { expect } from "chai";
import { grown, RememberingTown } from "../../../kit/rememberedJobs.js";

const FEW = 1;
const MANY = 6;
/** Records of jobs; the asker's orders and their documents are kept for 30 days. */
const OF_JOBS = /^one (jobwork|jobdoc|jobdocend|joborder|jobdispute)$/;

describe("what a node remembers of jobs", () => {
  let town: RememberingTown;

  before(async () => {
    town = await RememberingTown.begin(1_000);
  });
  after(() => town.town.stop());

  it("is nothing two hours after their deadlines, in any container, also while nothing comes", async () => {
    expect(await town.work(FEW)).to.deep.equal({ done: FEW });
    await town.forget();
    const before = town.held();
    expect(await town.work(MANY)).to.deep.equal({ done: MANY });
    // It is seen where it is: each job is in the books of both nodes.
    expect(grown(before, town.held(), MANY / 2)).to.include(
      `asker.marketBook.jobs: 0, then ${MANY}`,
    );
    await town.forget();
    expect(grown(before, town.held(), MANY / 2)).to.deep.equal([]);
  });

  it("and nothing on the disk of who computed them, but what it earned and offers", () => {
    const kept = town.kept();
    expect([...kept].filter(([bucket]) => OF_JOBS.test(bucket))).to.deep.equal([]);
    // One offer of each of both.
    expect(kept.get("one jobevent")).to.equal(2);
    expect(kept.get("asker jobevent")).to.equal(2);
    expect(kept.get("asker joborder")).to.equal(FEW + MANY);
  });

  it("and a node that starts again says nothing of orders that it has long settled", async () => {
    const { asker } = town;
    await town.town.kill(asker);
    await town.town.pass(3);
    expect(asker.node.services.jobOrders.isBusy).to.equal(false);
    expect(asker.node.services.marketBook.jobs.size).to.equal(0);
  });
});
