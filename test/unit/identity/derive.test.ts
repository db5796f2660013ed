/**
 * Expected values: scripts/identity/reference.py, with Python's hashlib and hmac, and Ed25519
 * written out from RFC 8032.
 */
import { createHash, createPublicKey, hkdfSync, verify } from "node:crypto";
import { expect } from "chai";
import { toHex } from "../../../protocol/encoding/hex.js";
import {
  hkdfSha256,
  identityOf,
  sessionMessage,
  signSession,
} from "../../../protocol/identity/derive.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

const EQUATION =
  "y = 48152342 x^3 + 16108823 x^2 - 93172650 x + 70145528 sin(31415927 t) - 60221408 exp(-z)";

describe("identity: what follows from an equation", () => {
  it("is what openssl and Python derive from it", () => {
    const { cid, publicKey, seed } = identityOf(tweetCrypto, EQUATION);
    expect(cid).to.equal("db9a6ee85bbb5fa1eb4c43bbaba2f8ec");
    expect(toHex(seed)).to.equal(
      "4e87f07df4b70a96113167199b1c6a3e43a090113e05320348fa2acf79fef312",
    );
    expect(publicKey).to.equal("e2db7b9cd44c6ec4bbb721196a1b55bed3248036a40fbc6f918635898caaa248");
    expect(identityOf(nodeCrypto, EQUATION)).to.deep.equal({ cid, publicKey, seed });
  });

  it("is HKDF-SHA-256 (RFC 5869, test case 3: empty salt and info), and node:crypto's for other inputs", () => {
    const okm = hkdfSha256(Buffer.from("0b".repeat(22), "hex"), "");
    expect(toHex(okm)).to.equal("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d");
    for (const [secret, info] of [
      ["a", "b"],
      [EQUATION, "calc-id/1"],
      ["x".repeat(200), ""],
    ] as const) {
      expect(toHex(hkdfSha256(Buffer.from(secret), info))).to.equal(
        Buffer.from(hkdfSync("sha256", secret, "", info, 32)).toString("hex"),
      );
    }
    expect(() => hkdfSha256(new Uint8Array(1), "", 33)).to.throw(RangeError);
  });

  it("changes with every byte, so that spaces and case belong to the identity", () => {
    const texts = [
      EQUATION,
      EQUATION.replace("y", "Y"),
      `${EQUATION} `,
      EQUATION.replace(" x", "x"),
    ];
    expect(new Set(texts.map((text) => identityOf(tweetCrypto, text).publicKey)).size).to.equal(4);
    expect(identityOf(tweetCrypto, "é").cid).to.equal(
      createHash("sha256").update("é", "utf8").digest("hex").slice(0, 32),
    );
  });

  it("signs sessions over the canonical text of cid, nonce and node", () => {
    const { cid, publicKey, seed } = identityOf(tweetCrypto, EQUATION);
    const claim = { cid, nonce: "1-2-3", node: "ab".repeat(32) };
    const text = `calc-session/1\0{"cid":"${cid}","node":"${"ab".repeat(32)}","nonce":"1-2-3"}`;
    expect(Buffer.from(sessionMessage(claim)).toString("utf8")).to.equal(text);
    const signature = Buffer.from(signSession(tweetCrypto, seed, claim), "hex");
    const key = createPublicKey({
      format: "jwk",
      key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey, "hex").toString("base64url") },
    });
    expect(verify(null, Buffer.from(text), key, signature)).to.equal(true);
    expect(verify(null, Buffer.from(text.replace("1-2-3", "1-2-4")), key, signature)).to.equal(
      false,
    );
  });
});
