/** Tries at looks that come again, each time after a longer pause. */
import { expect } from "chai";
import { LookTries } from "../../../../../node/mesh/sync/lookTries.js";

/** Looks at which it is tried, of so many. */
function triedAt(tries: LookTries, looks: number): readonly number[] {
  const at: number[] = [];
  for (let look = 1; look <= looks; look += 1) {
    tries.begin();
    if (!tries.isDue("a")) continue;
    at.push(look);
    tries.passOver("a");
  }
  return at;
}

describe("tries at looks", () => {
  it("are twice as far apart each time, and no further than 64 looks", () => {
    expect(triedAt(new LookTries(8), 260)).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128, 192, 256]);
  });

  it("begin at the look after what is to be tried was added, and anew once it was deleted", () => {
    const tries = new LookTries(8);
    tries.begin();
    tries.add("a");
    expect([tries.has("a"), tries.isDue("a"), tries.triesOf("a")]).to.deep.equal([true, false, 0]);
    tries.begin();
    expect(tries.isDue("a")).to.equal(true);
    tries.passOver("a", 36);
    expect([tries.isDue("a"), tries.triesOf("a")]).to.deep.equal([false, 1]);
    tries.delete("a");
    expect([tries.has("a"), tries.isDue("a"), tries.names().length]).to.deep.equal([
      false,
      true,
      0,
    ]);
  });

  it("are forgotten of what was tried longest ago, where there are more than fit", () => {
    const tries = new LookTries(2);
    for (const name of ["a", "b", "c"]) tries.passOver(name);
    expect(tries.names()).to.deep.equal(["b", "c"]);
  });
});
