import { expect } from "chai";
import { fromHex } from "../../../protocol/encoding/hex.js";
import {
  makeHandshake,
  parseHandshake,
  verifyHandshake,
} from "../../../protocol/events/handshake.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { vectorText } from "../encoding/vectors.js";

interface Vector {
  secret: string;
  kid: number;
  sender: string;
  calcond: string;
  message: string;
  handshake: string;
}
const { handshakes }: { handshakes: Vector[] } = JSON.parse(vectorText("events/handshakes.json"));
const bytes = (hex: string): Uint8Array => fromHex(hex)!;

describe("events/handshake", () => {
  it("writes what Python's hmac writes, and verifies it at its own instant", () => {
    expect(handshakes).to.have.length(20);
    for (const { secret, kid, sender, calcond, message, handshake } of handshakes) {
      expect(
        makeHandshake(crypto, bytes(secret), { kid, sender, calcond: BigInt(calcond) }, message),
      ).to.equal(handshake);
      const result = verifyHandshake(
        crypto,
        new Map([[kid, bytes(secret)]]),
        handshake,
        message,
        BigInt(calcond) * CALCOND_NS,
      );
      expect(result.ok).to.equal(true);
    }
  });

  const sender = "ab".repeat(32);
  const secret = new Uint8Array(32).fill(7);
  const secrets = new Map([
    [1, secret],
    [2, new Uint8Array(32).fill(8)],
  ]);
  const now = 2_310_461_010n;
  const handshake = makeHandshake(crypto, secret, { kid: 1, sender, calcond: now }, "message");

  function faultAt(calcond: bigint, text = handshake, message = "message"): string {
    const result = verifyHandshake(crypto, secrets, text, message, calcond * CALCOND_NS);
    return result.ok ? "ok" : result.fault;
  }

  it("passes from 2 calconds before to 120 after, and not one more", () => {
    expect([
      faultAt(now - 3n),
      faultAt(now - 2n),
      faultAt(now),
      faultAt(now + 120n),
      faultAt(now + 121n),
    ]).to.deep.equal(["stale", "ok", "ok", "ok", "stale"]);
  });

  it("is bound to message, sender, calcond and key number", () => {
    expect(faultAt(now, handshake, "messagf")).to.equal("mac");
    expect(faultAt(now, handshake.replace("sender=a", "sender=b"))).to.equal("mac");
    expect(faultAt(now, handshake.replace(`calcond=${now}`, `calcond=${now + 1n}`))).to.equal(
      "mac",
    );
    expect(faultAt(now, handshake.replace("kid=1", "kid=2"))).to.equal("mac");
    expect(faultAt(now, handshake.replace("kid=1", "kid=3"))).to.equal("unknown-kid");
    for (let i = handshake.length - 64; i < handshake.length; i += 1) {
      const forged = `${handshake.slice(0, i)}${handshake[i] === "0" ? "1" : "0"}${handshake.slice(i + 1)}`;
      expect(faultAt(now, forged)).to.equal("mac");
    }
  });

  it("accepts one spelling only", () => {
    const wrong = [
      "",
      "v1",
      handshake.toUpperCase(),
      ` ${handshake}`,
      `${handshake} `,
      `${handshake}\n`,
      handshake.replace("v1", "v2"),
      handshake.replace("kid=1", "kid=01"),
      handshake.replace("kid=1", "kid=0"),
      handshake.replace("kid=1", "kid=256"),
      handshake.replace("calcond=", "calcond=0"),
      handshake.replace(/calcond=\d+/, "calcond=18446744073709551616"),
      handshake.replaceAll(";", "; "),
      handshake.replace("mac=", "mac=00"),
      handshake.replace(/;sender=[^;]+/, ""),
    ];
    for (const text of wrong) expect(parseHandshake(text), text).to.equal(null);
    expect(
      parseHandshake(handshake.replace(/calcond=\d+/, "calcond=18446744073709551615"))?.calcond,
    ).to.equal(2n ** 64n - 1n);
    expect(() => makeHandshake(crypto, secret, { kid: 0, sender, calcond: now }, "")).to.throw(
      RangeError,
    );
    expect(() =>
      makeHandshake(crypto, secret, { kid: 1, sender: "ab", calcond: now }, ""),
    ).to.throw(RangeError);
  });
});
