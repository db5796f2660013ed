import { expect } from "chai";
import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { toHex } from "../../../protocol/encoding/hex.js";
import { hmacSha256, sha256 } from "../../../protocol/encoding/sha256.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { vectorText } from "../encoding/vectors.js";
import { runs } from "../../kit/runs.js";

const SEED = 180_4;

describe("seal: primitives on both platforms", () => {
  it("hashes the examples of FIPS 180-4 and RFC 4231", () => {
    const digests: readonly (readonly [string, string])[] = [
      ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
      ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
      [
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      ],
    ];
    const macs: readonly (readonly [Uint8Array, string, string])[] = [
      [
        new Uint8Array(20).fill(0x0b),
        "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
      ],
      [
        Buffer.from("Jefe"),
        "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      ],
      [
        new Uint8Array(131).fill(0xaa),
        "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
      ],
    ];
    for (const crypto of [tweetCrypto, nodeCrypto]) {
      for (const [text, digest] of digests) {
        expect(crypto.sha256Hex(text)).to.equal(digest);
        expect(toHex(crypto.sha256(Buffer.from(text)))).to.equal(digest);
      }
      for (const [key, text, mac] of macs)
        expect(toHex(crypto.hmacSha256(key, text))).to.equal(mac);
    }
  });

  it("gives equal digests and MACs on 10,000 random inputs, and those of createHash and createHmac", () => {
    const key = fc.uint8Array({ maxLength: 140 });
    const data = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.string({ unit: "binary", maxLength: 120 }),
    );
    fc.assert(
      fc.property(key, data, (secret, message) => {
        const digest = createHash("sha256").update(message).digest("hex");
        expect(toHex(sha256(message))).to.equal(digest);
        expect(toHex(nodeCrypto.sha256(message))).to.equal(digest);
        expect(nodeCrypto.sha256Hex(message)).to.equal(digest);
        const mac = createHmac("sha256", secret).update(message).digest("hex");
        expect(toHex(hmacSha256(secret, message))).to.equal(mac);
        expect(toHex(nodeCrypto.hmacSha256(secret, message))).to.equal(mac);
      }),
      { seed: SEED, numRuns: runs(2_500, 10_000) },
    );
  });

  it("hashes messages longer than every internal buffer", () => {
    const long = Buffer.alloc(100_003, "calcond");
    expect(toHex(sha256(long))).to.equal(nodeCrypto.sha256Hex(long));
    expect(toHex(hmacSha256(long, long))).to.equal(toHex(nodeCrypto.hmacSha256(long, long)));
  });

  it("makes the same keys and signatures on both platforms", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.uint8Array({ maxLength: 300 }),
        (seed, message) => {
          const publicKey = nodeCrypto.ed25519PublicKey(seed);
          expect(tweetCrypto.ed25519PublicKey(seed)).to.deep.equal(publicKey);
          const signature = nodeCrypto.ed25519Sign(seed, message);
          expect(tweetCrypto.ed25519Sign(seed, message)).to.deep.equal(signature);
          expect(nodeCrypto.ed25519Verify(publicKey, message, signature)).to.equal(true);
          signature[message.length % 64]! ^= 1;
          expect(nodeCrypto.ed25519Verify(publicKey, message, signature)).to.equal(false);
        },
      ),
      { seed: SEED, numRuns: 100 },
    );
    const {
      rfc8032,
    }: { rfc8032: { seed: string; publicKey: string; message: string; signature: string }[] } =
      JSON.parse(vectorText("seal/ed25519.json"));
    expect(rfc8032).to.have.length(3);
    for (const { seed, publicKey, message, signature } of rfc8032) {
      for (const crypto of [tweetCrypto, nodeCrypto]) {
        expect(toHex(crypto.ed25519PublicKey(Buffer.from(seed, "hex")))).to.equal(publicKey);
        expect(
          toHex(crypto.ed25519Sign(Buffer.from(seed, "hex"), Buffer.from(message, "hex"))),
        ).to.equal(signature);
      }
    }
  });

  it("refuses keys and signatures of other lengths without an exception from below", () => {
    const key = nodeCrypto.ed25519PublicKey(new Uint8Array(32));
    for (const crypto of [tweetCrypto, nodeCrypto]) {
      expect(crypto.ed25519Verify(key, key, new Uint8Array(63))).to.equal(false);
      expect(crypto.ed25519Verify(key.subarray(1), key, new Uint8Array(64))).to.equal(false);
      expect(crypto.ed25519Verify(new Uint8Array(32).fill(0xff), key, new Uint8Array(64))).to.equal(
        false,
      );
      expect(() => crypto.ed25519Sign(new Uint8Array(31), key)).to.throw(RangeError);
      expect(() => crypto.ed25519PublicKey(new Uint8Array(33))).to.throw(RangeError);
    }
  });

  it("keeps verifying when more keys pass by than are cached", () => {
    const message = Buffer.from("m");
    for (let i = 0; i < 1_100; i += 1) {
      const key = new Uint8Array(32).fill(i & 0xff);
      key[0] = i >> 8;
      nodeCrypto.ed25519Verify(key, message, new Uint8Array(64));
    }
    const seed = new Uint8Array(32).fill(5);
    const signature = nodeCrypto.ed25519Sign(seed, message);
    expect(
      nodeCrypto.ed25519Verify(nodeCrypto.ed25519PublicKey(seed), message, signature),
    ).to.equal(true);
  });
});
