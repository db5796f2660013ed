import { expect } from "chai";
import { toHex } from "../../protocol/encoding/hex.js";
import { encodeCore } from "../../protocol/seal/coreText.js";
import { calcProof, hashLink, linkPreimage } from "../../protocol/seal/envelope.js";
import { SEAL_WINDOW_MAX } from "../../protocol/limits.js";
import { nodeCrypto as crypto } from "../../node/runtime/crypto.js";

// Literals: computed with Python's hashlib and hmac from docs/receipts.md. Changing one breaks
// every receipt in the world.
describe("pins: the preimage of the hash-link", () => {
  const zeros = "0000000000000000000000000000000000000000000000000000000000000000";

  it("is tag, zero byte, prev and core", () => {
    expect(toHex(linkPreimage(zeros, '{"value":1}'))).to.equal(
      `63616c632d656e76656c6f70652f3300${zeros}7b2276616c7565223a317d`,
    );
    expect(toHex(linkPreimage(zeros, '{"value":1}', "v1"))).to.equal(
      `63616c632d656e76656c6f70652f3100${zeros}7b2276616c7565223a317d`,
    );
    expect(hashLink(crypto, zeros, '{"value":1}')).to.equal(
      "57254986931c7f0b46a547a20e972e9a5eb1d9967e94631d727f4a792675ac37",
    );
    expect(hashLink(crypto, zeros, '{"value":1}', "v1")).to.equal(
      "8c7ddca0d2f9d7bc82e01e7f42a2375361e4509e78f2d1744fe39bbe1368684d",
    );
  });

  it("is followed by an HMAC over tag, zero byte and link", () => {
    const link = "57254986931c7f0b46a547a20e972e9a5eb1d9967e94631d727f4a792675ac37";
    expect(calcProof(crypto, new Uint8Array(32).fill(8), link)).to.equal(
      "d2d623e7f2f9d1f92ce5c968c179ab616f42e5298ef0b8e7359cb292edb21a16",
    );
  });

  it("covers exactly these members of the core, in this order", () => {
    const hash = "ab".repeat(32);
    expect(
      encodeCore({
        R_t: 1.0005,
        calcond: 2310461010,
        credits: 3,
        engine_version: "e",
        equations_hash: hash,
        fields_hash: null,
        funding: "free",
        inputs_hash: hash,
        master_sum_hash: hash,
        metric_shift: -0.0001,
        operatorChain: ["KO42", "NM21"],
        phase: 0.25,
        precision_actual: 1e-16,
        precision_bound: 0.0001,
        registry_version: "r",
        uncertainty: 0.5,
        unit: "N",
        value: 2,
        value_bits: "4000000000000000",
      }),
    ).to.equal(
      '{"R_t":1.0005,"calcond":2310461010,"credits":3,"engine_version":"e",' +
        `"equations_hash":"${hash}","fields_hash":null,"funding":"free","inputs_hash":"${hash}",` +
        `"master_sum_hash":"${hash}","metric_shift":-0.0001,"operatorChain":["KO42","NM21"],` +
        '"phase":0.25,"precision_actual":1e-16,"precision_bound":0.0001,"registry_version":"r",' +
        '"uncertainty":0.5,"unit":"N","value":2,"value_bits":"4000000000000000"}',
    );
  });

  it("needs no path longer than 8", () => {
    expect(SEAL_WINDOW_MAX).to.equal(256);
  });
});
