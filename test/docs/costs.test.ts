/** What the page about load says that strangers' requests cost is what they cost. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { KEYLESS_REQUEST_WORK_MAX } from "../../protocol/limits.js";
import { keylessOperations } from "../kit/keyless/requests.js";
import { runs } from "../kit/runs.js";
import { costsIn, measuredCosts, PAGE, type Cost } from "./costTable.js";

const SEED = 1_287_041;

describe("docs: what keyless operations cost", () => {
  const stated = costsIn(readFileSync(PAGE, "utf8"));

  it("the table has every operation that takes calls without a key", () => {
    expect([...stated.keys()]).to.deep.equal(keylessOperations.map(({ id }) => id).sort());
    for (const [id, { work }] of stated) expect(work, id).to.be.at.most(KEYLESS_REQUEST_WORK_MAX);
  });

  it(`no request costs more than its row says (seed ${SEED})`, async () => {
    const once = await measuredCosts(SEED, runs(4, 60));
    // What the node does by its own timers falls to whichever request is under way: not twice to the same.
    const isOver = ([id, { perByte, work }]: [string, Cost]): boolean =>
      work > stated.get(id)!.work || perByte > stated.get(id)!.perByte;
    const again = [...once].some(isOver) ? await measuredCosts(SEED, runs(4, 60)) : once;
    for (const [id, first] of once) {
      const second = again.get(id)!;
      const work = Math.min(first.work, second.work);
      const perByte = Math.min(first.perByte, second.perByte);
      expect(work, `${id}: units`).to.be.at.most(stated.get(id)!.work);
      expect(perByte, `${id}: units a byte`).to.be.at.most(stated.get(id)!.perByte);
    }
  });
});
