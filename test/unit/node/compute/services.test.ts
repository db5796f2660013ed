import { systemRandom } from "../../../../node/runtime/random.js";
import { expect } from "chai";
import { quiet } from "../../../kit/logger.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { Idempotency } from "../../../../node/accounts/idempotency.js";
import {
  isWellFormedKey,
  keyFromEntropy,
  makeKey,
} from "../../../../node/runtime/identity/keyFormat.js";
import { isSigned, signStatement } from "../../../../node/compute/statements.js";
import { Store } from "../../../../storage/store.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";

const CALCOND_NS = 777_000_777n;

/** A clock that stands until it is moved. */
class HandClock {
  ns = 2_310_000_000n * CALCOND_NS;
  nowNs(): bigint {
    return this.ns;
  }
}

describe("node: keys", () => {
  it("spell 256 bits and their check digits, and tell a typing error", () => {
    expect(keyFromEntropy(new Uint8Array(32))).to.match(/^calc_ak_0{43}[0-9A-Za-z]{6}$/);
    const key = makeKey("account", systemRandom);
    expect(isWellFormedKey(key)).to.equal(true);
    for (let i = 8; i < key.length; i += 1) {
      const wrong = key.slice(0, i) + (key[i] === "0" ? "1" : "0") + key.slice(i + 1);
      expect(isWellFormedKey(wrong), `digit ${i}`).to.equal(false);
    }
    for (const text of ["", "calc_ak_", key.slice(1), `${key}0`, key.replace("calc", "CALC")]) {
      expect(isWellFormedKey(text), text).to.equal(false);
    }
  });
});

describe("node: signed statements", () => {
  const seed = new Uint8Array(32).fill(7);
  const key = Buffer.from(nodeCrypto.ed25519PublicKey(seed)).toString("hex");
  it("hold for their kind, content and key only", () => {
    const statement = { value: 1, unit: "N" };
    const signature = signStatement(nodeCrypto, seed, "attest", statement);
    expect(isSigned(nodeCrypto, key, "attest", { unit: "N", value: 1 }, signature)).to.equal(true);
    expect(isSigned(nodeCrypto, key, "verdict", statement, signature)).to.equal(false);
    expect(isSigned(nodeCrypto, key, "attest", { ...statement, value: 2 }, signature)).to.equal(
      false,
    );
    expect(isSigned(nodeCrypto, "0".repeat(64), "attest", statement, signature)).to.equal(false);
    for (const malformed of [null, 1, "", "zz", signature.slice(2), signature.toUpperCase()]) {
      expect(isSigned(nodeCrypto, key, "attest", statement, malformed)).to.equal(false);
    }
  });
});

const OPEN = { secret: false, status: 200 };
const SECRET = { secret: true, status: 201 };

describe("node: answers by idempotency key", () => {
  const ticket = (key: string, fingerprint = "f".repeat(64)) => ({
    scope: ["owner", "POST", "/api/calc/compute", key].join("\u0000"),
    fingerprint,
  });

  it("new, running, reused, replayed, and forgotten after a day", async () => {
    const clock = new HandClock();
    const store = new Store(new MemoryStore());
    const idempotency = new Idempotency({ store, random: systemRandom, clock, log: quiet });
    const one = ticket("k");
    expect(await idempotency.begin(one)).to.include({ state: "new" });
    expect(await idempotency.begin(one)).to.include({ state: "running" });
    expect(await idempotency.begin(ticket("k", "e".repeat(64)))).to.include({ state: "reused" });
    await store.write(idempotency.keeper(one, OPEN)('{"value":6}', []));
    idempotency.complete(one);
    expect(await idempotency.begin(one)).to.deep.include({ state: "replay" });
    expect(await idempotency.begin(ticket("k", "e".repeat(64)))).to.include({ state: "reused" });
    expect(idempotency.size).to.equal(0);
    clock.ns += 111_197n * CALCOND_NS;
    expect(await idempotency.begin(one)).to.include({ state: "replay" });
    clock.ns += CALCOND_NS;
    expect(await idempotency.begin(one)).to.include({ state: "new" });
  });

  it("an answer that shows a secret is kept encrypted under the client's key, which must be long", async () => {
    const raw = new MemoryStore();
    const store = new Store(raw);
    const idempotency = new Idempotency({
      store,
      random: systemRandom,
      clock: new HandClock(),
      log: quiet,
    });
    const one = ticket("a-key-of-more-than-22-characters");
    const body = '{"key":"calc_ak_secret"}';
    await store.write(idempotency.keeper(one, SECRET)(body, []));
    for await (const [, value] of raw.range(WHOLE_RANGE))
      expect(Buffer.from(value).includes("secret")).to.equal(false);
    const state = await idempotency.begin(one);
    expect(state.state === "replay" && state.answer).to.include({ status: 201, body });
    expect(() => idempotency.keeper(ticket("short"), SECRET)).to.throw(/at least 22/);
  });
});
