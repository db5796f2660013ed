import { expect } from "chai";
import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { canonicalize, CanonicalError } from "../../../protocol/encoding/jcs.js";
import { CoreWriter, encodeCore, joinCore } from "../../../protocol/seal/coreText.js";
import {
  FIRST_PREV,
  calcProof,
  contentHash,
  hashLink,
  inputsHash,
  linkPreimage,
} from "../../../protocol/seal/envelope.js";
import type { EnvelopeCore } from "../../../protocol/seal/members.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { runs } from "../../kit/runs.js";

const SEED = 42;
const hex64 = fc.stringMatching(/^[0-9a-f]{64}$/);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const text = fc.string({ unit: "grapheme", maxLength: 12 });

const core = fc.record({
  R_t: finite,
  calcond: fc.nat(),
  credits: fc.nat(),
  engine_version: text,
  equations_hash: hex64,
  fields_hash: fc.option(hex64),
  funding: fc.constantFrom<"free" | "paid">("free", "paid"),
  inputs_hash: hex64,
  master_sum_hash: hex64,
  metric_shift: fc.option(finite, { nil: undefined }),
  operatorChain: fc.array(text, { maxLength: 4 }),
  phase: finite,
  precision_actual: finite,
  precision_bound: finite,
  registry_version: text,
  uncertainty: finite,
  unit: fc.option(text),
  value: finite,
  value_bits: fc.stringMatching(/^[0-9a-f]{16}$/),
});

describe("seal/envelope", () => {
  it("writes the cores of one chain as canonicalize does", () => {
    fc.assert(
      fc.property(core, core, (chain, one) => {
        const { R_t, calcond, phase, ...timeless } = {
          ...one,
          credits: chain.credits,
          engine_version: chain.engine_version,
          fields_hash: null,
          funding: chain.funding,
          operatorChain: chain.operatorChain,
          precision_bound: chain.precision_bound,
          registry_version: chain.registry_version,
        };
        const written = joinCore(new CoreWriter(chain).parts(timeless), { R_t, calcond, phase });
        expect(written).to.equal(canonicalize({ ...timeless, R_t, calcond, phase }));
      }),
      { seed: SEED },
    );
  });

  it("encodes any core as canonicalize does", () => {
    fc.assert(
      fc.property(core, (one) => {
        expect(encodeCore(one)).to.equal(canonicalize(one));
      }),
      { seed: SEED, numRuns: runs(750, 3_000) },
    );
  });

  it("refuses what has no canonical form", () => {
    const one: EnvelopeCore = fc.sample(core, { seed: SEED, numRuns: 1 })[0]!;
    expect(() => encodeCore({ ...one, value: Number.NaN })).to.throw(CanonicalError);
    expect(() => encodeCore({ ...one, unit: "\ud800" })).to.throw(CanonicalError);
    expect(() => encodeCore({ ...one, operatorChain: ["\udc00"] })).to.throw(CanonicalError);
  });

  it("hashes tag, zero byte, prev and core, whatever the length and script of the core", () => {
    fc.assert(
      fc.property(
        hex64,
        fc.string({ unit: "grapheme", maxLength: 9_000 }),
        fc.constantFrom<"v1" | "v3">("v1", "v3"),
        (prev, body, generation) => {
          const tag = generation === "v3" ? "calc-envelope/3" : "calc-envelope/1";
          const expected = createHash("sha256")
            .update(`${tag}\0`)
            .update(Buffer.from(prev, "hex"))
            .update(body, "utf8")
            .digest("hex");
          expect(hashLink(crypto, prev, body, generation)).to.equal(expected);
          expect(hashLink(tweetCrypto, prev, body, generation)).to.equal(expected);
        },
      ),
      { seed: SEED, numRuns: runs(125, 500) },
    );
  });

  it("changes with every single bit of the preimage", () => {
    const preimage = linkPreimage(FIRST_PREV, '{"value":1}').slice();
    const seen = new Set([crypto.sha256Hex(preimage)]);
    for (let bit = 0; bit < preimage.length * 8; bit += 1) {
      preimage[bit >> 3]! ^= 1 << (bit & 7);
      seen.add(crypto.sha256Hex(preimage));
      preimage[bit >> 3]! ^= 1 << (bit & 7);
    }
    expect(seen.size).to.equal(preimage.length * 8 + 1);
  });

  it("refuses a prev that is no hash", () => {
    for (const prev of ["", "00", "zz".repeat(32), "A".repeat(64), "0".repeat(66)]) {
      expect(() => hashLink(crypto, prev, "{}"), prev).to.throw(RangeError);
    }
  });

  it("computes calcProof as the platform's HMAC over tag, zero byte and hash-link", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), hex64, (key, link) => {
        const expected = createHmac("sha256", key)
          .update("calc-proof/2\0")
          .update(Buffer.from(link, "hex"))
          .digest("hex");
        expect(calcProof(crypto, key, link)).to.equal(expected);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("hashes what was asked without absent members, in any order of names", () => {
    const expected = createHash("sha256").update('{"inputs":{"a":1,"m":2.5}}').digest("hex");
    expect(inputsHash(crypto, { inputs: { m: 2.5, a: 1 } })).to.equal(expected);
    expect(
      inputsHash(crypto, { domain: undefined, inputs: { a: 1, m: 2.5 }, uncertainties: undefined }),
    ).to.equal(expected);
    const full = createHash("sha256")
      .update('{"domain":"d","inputs":{"a":0},"uncertainties":{"a":0.1}}')
      .digest("hex");
    expect(
      inputsHash(crypto, { domain: "d", inputs: { a: -0 }, uncertainties: { a: 0.1 } }),
    ).to.equal(full);
    expect(contentHash(crypto, ["x"])).to.equal(createHash("sha256").update('["x"]').digest("hex"));
  });
});
