/** What the page about load says that strangers' requests cost is what they cost. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { KEYLESS_REQUEST_WORK_MAX } from "../../protocol/limits.js";
import { runs } from "../kit/runs.js";
import { costedIds, costsIn, measuredCosts, PAGE } from "./costTable.js";

const SEED = 1_287_041;
const TRIES_MAX = 4;

describe("docs: what keyless operations cost", () => {
  const stated = costsIn(readFileSync(PAGE, "utf8"));

  it("the table has every operation that takes calls without a key", () => {
    expect([...stated.keys()]).to.deep.equal(costedIds);
    for (const [id, { work }] of stated) expect(work, id).to.be.at.most(KEYLESS_REQUEST_WORK_MAX);
  });

  it(`no request costs more than its row says (seed ${SEED})`, async () => {
    // What the node does by its own timers falls to whichever request is under way: not always to the same.
    const left = new Set(stated.keys());
    const over: string[] = [];
    for (let tries = 0; tries < TRIES_MAX && left.size > 0; tries += 1) {
      over.length = 0;
      for (const [id, { perByte, work }] of await measuredCosts(SEED, runs(4, 60))) {
        const row = stated.get(id)!;
        if (work <= row.work && perByte <= row.perByte) left.delete(id);
        else if (left.has(id)) over.push(`${id}: ${work} units, ${perByte} a byte`);
      }
    }
    expect(over.filter((text) => left.has(text.slice(0, text.indexOf(":"))))).to.deep.equal([]);
  });
});
