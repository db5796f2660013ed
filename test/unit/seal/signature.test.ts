import { expect } from "chai";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { isAcceptableKey, verifySignature } from "../../../protocol/seal/signature.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { vectorText } from "../encoding/vectors.js";

interface EdgeCase {
  message: string;
  publicKey: string;
  signature: string;
  valid: boolean;
  about: string;
}
interface TorsionCase {
  publicKey: string;
  message: string;
  signature: string;
  equation: boolean;
  smallKey: boolean;
  smallR: boolean;
}
const { edgeCases }: { edgeCases: EdgeCase[] } = JSON.parse(vectorText("seal/ed25519.json"));
const smallOrder: { y: string[]; prime: string; order: string } = JSON.parse(
  vectorText("seal/smallOrder.json"),
);

const bytes = (hex: string): Uint8Array => fromHex(hex)!;
const little = (hex: string): bigint =>
  BigInt(`0x${Buffer.from(hex, "hex").reverse().toString("hex")}`);
const littleBytes = (value: bigint): Uint8Array =>
  Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

describe("seal/signature", () => {
  it("has the twelve cases", () => {
    expect(edgeCases).to.have.length(12);
  });

  edgeCases.forEach((one, i) => {
    it(`answers case ${i} of "Taming the many EdDSAs" the same on both platforms: ${one.about}`, () => {
      for (const crypto of [nodeCrypto, tweetCrypto]) {
        expect(
          verifySignature(crypto, bytes(one.publicKey), bytes(one.message), bytes(one.signature)),
        ).to.equal(one.valid);
      }
    });
  });

  const seed = new Uint8Array(32).fill(77);
  const publicKey = nodeCrypto.ed25519PublicKey(seed);
  const message = Buffer.from("F = G m1 m2/r^2");
  const signature = nodeCrypto.ed25519Sign(seed, message);

  it("refuses S + L, which one of the two primitives accepts", () => {
    const s = little(toHex(signature.subarray(32)));
    const forged = new Uint8Array(64);
    forged.set(signature.subarray(0, 32));
    forged.set(littleBytes(s + little(smallOrder.order)), 32);
    expect(tweetCrypto.ed25519Verify(publicKey, message, forged)).to.equal(true);
    expect(nodeCrypto.ed25519Verify(publicKey, message, forged)).to.equal(false);
    expect(verifySignature(tweetCrypto, publicKey, message, forged)).to.equal(false);
    expect(verifySignature(nodeCrypto, publicKey, message, forged)).to.equal(false);
  });

  it("refuses S equal to the group order and above", () => {
    const order = little(smallOrder.order);
    for (const s of [order, order + 1n, 2n ** 253n, 2n ** 256n - 1n]) {
      const forged = signature.slice();
      forged.set(littleBytes(s), 32);
      expect(verifySignature(nodeCrypto, publicKey, message, forged)).to.equal(false);
    }
  });

  it("refuses every key of small order, in every encoding, though it would accept anything", () => {
    const prime = little(smallOrder.prime);
    const identityForged = new Uint8Array(64);
    identityForged[0] = 1;
    const identity = new Uint8Array(32);
    identity[0] = 1;
    // The engine's own answer depends on its release of OpenSSL, which is why it is not asked.
    expect(tweetCrypto.ed25519Verify(identity, message, identityForged)).to.equal(true);
    expect(smallOrder.y).to.have.length(5);
    for (const hex of smallOrder.y) {
      const y = little(hex);
      for (const encoded of [y, y + prime]) {
        for (const sign of [0n, 1n << 255n]) {
          if (encoded >= 1n << 255n) continue;
          const key = littleBytes(encoded + sign);
          expect(isAcceptableKey(key), toHex(key)).to.equal(false);
          expect(verifySignature(nodeCrypto, key, message, identityForged)).to.equal(false);
        }
      }
    }
    expect(isAcceptableKey(publicKey)).to.equal(true);
    expect(isAcceptableKey(littleBytes(prime - 2n))).to.equal(true);
    expect(isAcceptableKey(littleBytes(prime))).to.equal(false);
    expect(isAcceptableKey(littleBytes(prime + 18n))).to.equal(false);
  });

  it("answers keys and R with torsion by the equation, on every platform and release alike", () => {
    const { cases }: { cases: TorsionCase[] } = JSON.parse(vectorText("seal/torsion.json"));
    expect(cases).to.have.length(424);
    expect(cases.filter((one) => one.equation && !one.smallKey && !one.smallR)).to.have.length(43);
    for (const one of cases) {
      const valid = one.equation && !one.smallKey && !one.smallR;
      const [key, text, signed] = [bytes(one.publicKey), bytes(one.message), bytes(one.signature)];
      expect(verifySignature(nodeCrypto, key, text, signed), JSON.stringify(one)).to.equal(valid);
      // The slow primitive is asked about what only it would accept.
      if (one.equation) expect(verifySignature(tweetCrypto, key, text, signed)).to.equal(valid);
    }
  });

  it("refuses every single flipped bit of the signature and of the key", () => {
    expect(verifySignature(nodeCrypto, publicKey, message, signature)).to.equal(true);
    for (let bit = 0; bit < 512; bit += 1) {
      const flipped = signature.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(verifySignature(nodeCrypto, publicKey, message, flipped), `bit ${bit}`).to.equal(
        false,
      );
    }
    for (let bit = 0; bit < 256; bit += 1) {
      const flipped = publicKey.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(verifySignature(nodeCrypto, flipped, message, signature), `bit ${bit}`).to.equal(
        false,
      );
    }
  });

  it("leaves Buffers as they were, sign bits included", () => {
    for (let i = 0; i < 32; i += 1) {
      const key = Buffer.from(nodeCrypto.ed25519PublicKey(new Uint8Array(32).fill(i)));
      const signed = Buffer.from(nodeCrypto.ed25519Sign(new Uint8Array(32).fill(i), message));
      const before = [key.toString("hex"), signed.toString("hex")];
      expect(verifySignature(nodeCrypto, key, message, signed)).to.equal(true);
      expect([key.toString("hex"), signed.toString("hex")]).to.deep.equal(before);
    }
  });

  it("refuses other lengths", () => {
    for (const length of [0, 63, 65, 128]) {
      expect(verifySignature(nodeCrypto, publicKey, message, new Uint8Array(length))).to.equal(
        false,
      );
    }
    for (const length of [0, 31, 33]) {
      expect(verifySignature(nodeCrypto, new Uint8Array(length), message, signature)).to.equal(
        false,
      );
    }
  });
});
