/** The same as in the short suite, over thousands of jobs: what fills up stays under its bound. */
import { expect } from "chai";
import { grown, RememberingMesh } from "../../kit/rememberedJobs.js";
import { print, shareOf } from "../reliability/share.js";

const JOBS = shareOf(2_000);
/** Six credits are locked for each job. */
const CREDITS = 100_000;

describe("what a node remembers of jobs, long", () => {
  it(`is nothing behind ${JOBS} of them once their time is over`, async () => {
    const mesh = await RememberingMesh.begin(CREDITS);
    try {
      await mesh.work(1);
      await mesh.forget();
      const before = mesh.held();
      expect(await mesh.work(JOBS)).to.deep.equal({ done: JOBS });
      const { size } = mesh.asker.node.services.marketBook.jobs;
      await mesh.forget();
      const after = mesh.held();
      const fullest = [...after]
        .map(([path, entries]) => ({ path, before: before.get(path) ?? 0, after: entries }))
        .filter((one) => one.after > one.before + 3)
        .sort((a, b) => b.after - a.after);
      print({ jobs: JOBS, remembered: size, fullest });
      expect(grown(before, after, 3)).to.deep.equal([]);
      expect(mesh.kept().get("one jobevent")).to.equal(2);
    } finally {
      await mesh.mesh.stop();
    }
  });
});
