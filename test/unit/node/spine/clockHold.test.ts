import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { clockHold } from "../../../../node/spine/clockHold.js";
import { OwnSpine } from "../../../../node/spine/ownSpine.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";

const SEED = new Uint8Array(32).fill(6);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");

describe("node: what a clock that was ahead holds", () => {
  it("names the first event behind the clock, wherever it stands", async () => {
    const calconds = [10, 10, 20, 30, 30, 30, 500, 500, 600];
    const store = new Store(new MemoryStore());
    const author = { seed: SEED, publicKey: PUBLIC_KEY };
    const spine = new OwnSpine({ author, net: "0badcafe" }, { crypto: nodeCrypto, store });
    const at = (calcond: number) => clockHold(store, PUBLIC_KEY, BigInt(calcond) * CALCOND_NS);
    expect(await at(1)).to.include({ events: 0, firstHeld: null, sealsFromNs: 0n });
    for (const [seq, calcond] of calconds.entries()) {
      await store.write(spine.stage("digest", { seq }, calcond).operations);
      spine.confirm();
    }
    for (const now of [5, 10, 15, 20, 29, 30, 100, 499, 500, 599, 600, 700]) {
      const first = calconds.findIndex((calcond) => calcond > now);
      const { events, firstHeld, sealsFromNs } = await at(now);
      expect([events, sealsFromNs]).to.deep.equal([9, 600n * CALCOND_NS]);
      expect(firstHeld, `${now}`).to.deep.equal(
        first < 0 ? null : { seq: first, ns: BigInt(calconds[first]!) * CALCOND_NS },
      );
    }
  });
});
