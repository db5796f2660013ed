/**
 * A log that was cut, and the operator who gives up what it held: the directory is set aside, the
 * old key signs nothing more, and a break in between leaves nothing that a start would take.
 */
import { cp, mkdir, readdir, rename, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { IdentityError } from "../../node/runtime/identity/identity.js";
import { isHalfAside } from "../../node/runtime/setAside.js";
import { damageOf, openStore } from "../../storage/store.js";
import { calc } from "../kit/calc.js";
import { makeDirectory, removeDirectory } from "../kit/temporaryDirectory.js";
import { filesOf, start, useDirectory, type Acknowledged } from "./directories.js";

const REFUSED = 3;

describe("faults: a loss that is accepted", () => {
  let [base, cut] = ["", ""];
  let acknowledged: Acknowledged = {
    ids: [],
    texts: new Map(),
    records: new Map(),
    kinds: new Set(),
  };

  before(async () => {
    base = await makeDirectory();
    cut = join(base, "cut");
    acknowledged = await useDirectory(join(base, "used"), cut);
    const logs = [...(await filesOf(cut))].filter(([name]) => name.endsWith(".log"));
    logs.sort(([a], [b]) => (a < b ? -1 : 1));
    const [name, text] = logs[logs.length - 1]!;
    await truncate(join(cut, name), Math.floor(text.length / 2));
  });
  after(() => removeDirectory(base));

  async function copied(name: string): Promise<string> {
    const dir = join(base, name);
    await cp(cut, dir, { recursive: true });
    return dir;
  }

  it("is named first, and nothing is changed without --accept", async () => {
    const dir = await copied("named");
    const before = await filesOf(dir);
    for (const words of [["examine"], ["accept-loss"]]) {
      const { code, out } = await calc(["store", ...words, "--data-dir", dir]);
      expect(code, out).to.equal(REFUSED);
      expect(out).to.match(/lost +[1-9]\d* acknowledged operations/);
    }
    expect(await filesOf(dir)).to.deep.equal(before);
  });

  it("of a directory without damage there is nothing to accept", async () => {
    const { code, out } = await calc([
      "store",
      "accept-loss",
      "--accept",
      "--data-dir",
      join(base, "used"),
    ]);
    expect([code, out]).to.deep.equal([0, "nothing is missing, and nothing is lost\n"]);
  });

  it("accepted: the next start is another node, and the old one is readable up to the cut", async () => {
    const dir = await copied("accepted");
    const { code, out } = await calc(["store", "accept-loss", "--accept", "--data-dir", dir]);
    expect(code, out).to.equal(0);
    expect(await readdir(dir)).to.deep.equal(["lost-1"]);
    const aside = join(dir, "lost-1");
    const rest = await openStore({ dir: aside });
    expect(await rest.spine.has(acknowledged.ids[0]!), "the first event").to.equal(true);
    const [author] = await rest.spine.authors();
    await rest.close();
    await refusesToStart(aside);
    const { spine, store } = await start(dir);
    expect(spine.size).to.equal(0);
    expect(spine.author.publicKey).to.not.equal(author);
    await store.close();
  });

  it("broken off anywhere: no start takes the directory, and the verb finishes", async () => {
    const parts = ["identity", "db", "acknowledged", "VERSION"];
    for (let done = 0; done <= parts.length; done += 1) {
      const dir = await copied(`broken${done}`);
      const identity = join(dir, "identity");
      await rename(join(identity, "ed25519.seed"), join(identity, "ed25519.seed.retired"));
      if (done > 0) await mkdir(join(dir, "lost-1"));
      for (const part of parts.slice(0, done))
        await rename(join(dir, part), join(dir, "lost-1", part));
      await refusesToStart(dir);
      expect(await isHalfAside(dir)).to.equal(done > 0);
      const { code, out } = await calc(["store", "accept-loss", "--accept", "--data-dir", dir]);
      expect(code, out).to.equal(0);
      expect(await readdir(dir)).to.deep.equal(["lost-1"]);
      expect(await damageOf(join(dir, "lost-1"))).to.equal(null);
    }
  });

  async function refusesToStart(dir: string): Promise<void> {
    const [outcome] = await Promise.allSettled([start(dir)]);
    expect(outcome).to.have.nested.property("reason");
    if (outcome.status === "rejected") expect(outcome.reason).to.be.instanceOf(IdentityError);
  }
});
