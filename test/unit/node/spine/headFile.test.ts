import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import {
  IdentityError,
  identityMark,
  loadIdentity,
} from "../../../../node/runtime/identity/identity.js";
import { checkHead, readOwnHead, writeHead } from "../../../../node/spine/headFile.js";
import { OwnSpine, SpineDamagedError } from "../../../../node/spine/ownSpine.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";
import { makeDirectory, removeDirectory } from "../../../kit/temporaryDirectory.js";

const SEED = new Uint8Array(32).fill(5);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");

/** A spine of some events, the same ones each time. */
async function spineOf(events: number, calcond = 1): Promise<{ store: Store; spine: OwnSpine }> {
  const store = new Store(new MemoryStore());
  const author = { seed: SEED, publicKey: PUBLIC_KEY };
  const spine = new OwnSpine({ author, net: "0badcafe" }, { crypto: nodeCrypto, store });
  for (let seq = 0; seq < events; seq += 1) {
    await store.write(spine.stage("digest", { seq }, calcond).operations);
    spine.confirm();
  }
  return { store, spine };
}

describe("node: the head that was written down", () => {
  let dir: string;
  beforeEach(async () => {
    dir = await makeDirectory();
  });
  afterEach(() => removeDirectory(dir));

  async function mark(): Promise<string> {
    return identityMark(await loadIdentity(dir, nodeCrypto), nodeCrypto);
  }

  async function refusal(events: number, calcond = 1): Promise<unknown> {
    const { store, spine } = await spineOf(events, calcond);
    return readOwnHead(dir, nodeCrypto)
      .then((head) => checkHead(head, store, spine))
      .then(
        () => null,
        (error: unknown) => error,
      );
  }

  it("is the owner's to read, and holds for the same spine and a longer one", async () => {
    expect(await refusal(0)).to.equal(null);
    await writeHead(dir, (await spineOf(3)).spine, await mark());
    expect((await stat(join(dir, "head.json"))).mode & 0o777).to.equal(0o600);
    expect(await refusal(3)).to.equal(null);
    expect(await refusal(7)).to.equal(null);
  });

  it("refuses a shorter spine, an empty one and another one", async () => {
    await writeHead(dir, (await spineOf(3)).spine, await mark());
    for (const [events, calcond] of [
      [2, 1],
      [0, 1],
      [3, 2],
      [9, 2],
    ] as const) {
      const error = await refusal(events, calcond);
      expect(error, `${events} events`).to.be.instanceOf(SpineDamagedError);
      expect(String(error)).to.match(/event 2 .* was written before the last stop/);
    }
  });

  it("is refused itself when it is damaged", async () => {
    await writeHead(dir, (await spineOf(3)).spine, await mark());
    const path = join(dir, "head.json");
    const text = await readFile(path, "utf8");
    for (const damaged of ["", text.slice(1), text.replace(/[0-9a-f]"\}/, '"}'), `${text}x`]) {
      await writeFile(path, damaged);
      expect(await refusal(3), damaged).to.be.instanceOf(SpineDamagedError);
    }
  });

  it("refuses an identity that is missing, damaged or another one, and leaves it as it is", async () => {
    await writeHead(dir, (await spineOf(3)).spine, await mark());
    const files = ["ed25519.seed", "next.seed", "proof.key"].map((name) =>
      join(dir, "identity", name),
    );
    const before = await Promise.all(files.map((file) => readFile(file, "utf8")));
    const put = async (texts: readonly (string | null)[]): Promise<void> => {
      for (const [i, file] of files.entries()) {
        await rm(file, { force: true });
        if (texts[i] !== null) await writeFile(file, texts[i]!, { mode: 0o600 });
      }
    };
    const [seed = "", next = "", proof = ""] = before;
    for (const texts of [
      [null, next, proof],
      [seed, null, proof],
      [seed, next, null],
      [null, null, null],
      [next, seed, proof],
      [seed, proof, next],
      [proof, next, seed],
      [seed.slice(0, 20), next, proof],
    ]) {
      await put(texts);
      expect(await refusal(3), String(texts)).to.be.instanceOf(IdentityError);
      for (const [i, file] of files.entries())
        expect(await readFile(file, "utf8").catch(() => null)).to.equal(texts[i]);
    }
    await put(before);
    expect(await refusal(3)).to.equal(null);
  });
});
