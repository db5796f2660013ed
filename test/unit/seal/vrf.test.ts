import { expect } from "chai";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { utf8Encode } from "../../../protocol/encoding/utf8.js";
import { vrfOutput, vrfProof } from "../../../protocol/seal/vrf.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

/** RFC 9381, appendix B.3: examples 16, 17 and 18. */
const EXAMPLES = [
  {
    seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    alpha: "",
    proof:
      "8657106690b5526245a92b003bb079ccd1a92130477671f6fc01ad16f26f723f" +
      "26f8a57ccaed74ee1b190bed1f479d97" +
      "27d2d0f9b005a6e456a35d4fb0daab1268a1b0db10836d9826a528ca76567805",
    output:
      "90cf1df3b703cce59e2a35b925d411164068269d7b2d29f3301c03dd757876ff" +
      "66b71dda49d2de59d03450451af026798e8f81cd2e333de5cdf4f3e140fdd8ae",
  },
  {
    seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    alpha: "72",
    proof:
      "f3141cd382dc42909d19ec5110469e4feae18300e94f304590abdced48aed593" +
      "3bf0864a62558b3ed7f2fea45c92a465" +
      "301b3bbf5e3e54ddf2d935be3b67926da3ef39226bbc355bdc9850112c8f4b02",
    output:
      "eb4440665d3891d668e7e0fcaf587f1b4bd7fbfe99d0eb2211ccec90496310eb" +
      "5e33821bc613efb94db5e5b54c70a848a0bef4553a41befc57663b56373a5031",
  },
  {
    seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
    alpha: "af82",
    proof:
      "9bc0f79119cc5604bf02d23b4caede71393cedfbb191434dd016d30177ccbf80" +
      "96bb474e53895c362d8628ee9f9ea3c0" +
      "e52c7a5c691b6c18c9979866568add7a2d41b00b05081ed0f58ee5e31b3a970e",
    output:
      "645427e5d00c62a23fb703732fa5d892940935942101e456ecca7bb217c61c45" +
      "2118fec1219202a0edcf038bb6373241578be7217ba85a2687f7a0310b2df19f",
  },
];

describe("seal/vrf: ECVRF-EDWARDS25519-SHA512-TAI", () => {
  for (const { alpha, output, proof, seed } of EXAMPLES) {
    it(`proves and checks "${alpha}" as RFC 9381 does`, () => {
      const text = fromHex(alpha)!;
      expect(toHex(vrfProof(fromHex(seed)!, text))).to.equal(proof);
      const key = nodeCrypto.ed25519PublicKey(fromHex(seed)!);
      expect(toHex(vrfOutput(key, text, fromHex(proof)!)!)).to.equal(output);
    });
  }

  it("takes no other key, text or proof, and no scalar of the group's order or more", () => {
    const seed = fromHex(EXAMPLES[0]!.seed)!;
    const key = nodeCrypto.ed25519PublicKey(seed);
    const text = utf8Encode("a job");
    const proof = vrfProof(seed, text);
    expect(vrfOutput(key, text, proof)).to.have.lengthOf(64);
    const other = nodeCrypto.ed25519PublicKey(fromHex(EXAMPLES[1]!.seed)!);
    expect(vrfOutput(other, text, proof)).to.equal(null);
    expect(vrfOutput(key, utf8Encode("another"), proof)).to.equal(null);
    expect(vrfOutput(key, text, proof.slice(1))).to.equal(null);
    // A point of order 8 as the key: some proof would hold for every text.
    const small = fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")!;
    expect(vrfOutput(small, text, proof)).to.equal(null);
    for (const at of [0, 31, 32, 47, 48, 79]) {
      const turned = new Uint8Array(proof);
      turned[at] = turned[at]! ^ 1;
      expect(vrfOutput(key, text, turned), `byte ${at}`).to.equal(null);
    }
    // s + L is the same scalar: only one of the two may be taken.
    const order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
    const added = new Uint8Array(proof);
    let carry = 0;
    fromHex(order)!.forEach((byte, i) => {
      const sum = added[48 + i]! + byte + carry;
      added[48 + i] = sum & 0xff;
      carry = sum >> 8;
    });
    expect(vrfOutput(key, text, added)).to.equal(null);
  });
});
