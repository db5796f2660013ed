/** Expected values: scripts/names/make_vectors.py (hashlib, cryptography). */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { Addresses } from "../../../node/accounts/scrypt.js";
import { fromHex } from "../../../protocol/encoding/hex.js";
import { EVENT_KINDS } from "../../../protocol/mesh/kinds.js";
import {
  isSignedByOwner,
  NAME_BODIES,
  nameBodyFault,
  signNameBody,
} from "../../../protocol/names/bodies.js";
import type { ClaimBody } from "../../../protocol/names/bodies.js";
import { tieOf } from "../../../protocol/names/history.js";
import { WorkMiner } from "../../../protocol/names/mine.js";
import {
  faultsTolerated,
  nameFault,
  witnessQuorum,
  workBits,
} from "../../../protocol/names/rules.js";
import { commitHash, hasWork, leadingZeroBits, workText } from "../../../protocol/names/work.js";

interface Vectors {
  readonly addresses: readonly { public_key: string; address: string }[];
  readonly work: readonly {
    author: string;
    name: string | null;
    nonce: string;
    digest: string;
    zero_bits: number;
  }[];
  readonly commits: readonly { author: string; name: string | null; salt: string; h: string }[];
  readonly ties: readonly { id: string; name: string | null; tie: string }[];
  readonly claim: { net: string; seed: string; body: ClaimBody & Record<string, string> };
}
const vectors: Vectors = JSON.parse(readFileSync("test/vectors/names/names.json", "utf8"));

describe("names: what is said of them", () => {
  it("addresses are the first 16 hex digits of scrypt, each key stretched once", async () => {
    const addresses = new Addresses();
    for (const { public_key, address } of vectors.addresses) {
      expect(await addresses.of(public_key)).to.equal(address);
      expect(addresses.of(public_key)).to.equal(addresses.of(public_key));
    }
    let failed: unknown;
    await addresses.of("00").catch((error: unknown) => {
      failed = error;
    });
    expect(failed).to.be.instanceOf(RangeError);
  });

  it("work, commitments and ties hash as computed elsewhere", () => {
    for (const { author, name, nonce, digest, zero_bits } of vectors.work) {
      const bytes = nodeCrypto.sha256(workText(author, name, nonce));
      expect(Buffer.from(bytes).toString("hex")).to.equal(digest);
      expect(leadingZeroBits(bytes)).to.equal(zero_bits);
    }
    for (const { h, ...claim } of vectors.commits)
      expect(commitHash(nodeCrypto, claim)).to.equal(h);
    for (const { id, name, tie } of vectors.ties) expect(tieOf(nodeCrypto, id, name)).to.equal(tie);
    expect(leadingZeroBits(new Uint8Array(32))).to.equal(256);
  });

  it("a claim carries its owner's signature, for one network and one kind", () => {
    const { net, seed, body } = vectors.claim;
    const { sig, ...rest } = body;
    expect(
      signNameBody(nodeCrypto, fromHex(seed)!, { net, kind: "name.claim", body: rest }).sig,
    ).to.equal(sig);
    const fault = nameBodyFault["name.claim"];
    expect(fault(nodeCrypto, net, body)).to.equal(null);
    expect(fault(nodeCrypto, "00000000", body)).to.match(/signature/);
    expect(isSignedByOwner(nodeCrypto, net, "name.update", body)).to.equal(false);
    expect(fault(nodeCrypto, net, { ...body, address: "0".repeat(16) })).to.match(/signature/);
    expect(fault(nodeCrypto, net, { ...body, name: "other-name" })).to.match(/work/);
    expect(fault(nodeCrypto, net, { ...body, owner: vectors.addresses[1]!.public_key })).to.match(
      /work/,
    );
    expect(fault(nodeCrypto, net, { ...body, expires: body.claimed })).to.match(/expires/);
    expect(fault(nodeCrypto, net, { ...body, expires: body.claimed + 40_600_001 })).to.match(
      /longer/,
    );
    expect(EVENT_KINDS["name.claim"]!.verify!(nodeCrypto, net, body)).to.equal(null);
  });

  it("names follow their rule, and some are nobody's", () => {
    for (const good of ["abcd", "a-b-c", "newton-1687", "0000", "a".repeat(64)]) {
      expect(nameFault(good), good).to.equal(null);
    }
    for (const bad of [
      "",
      "abc",
      "-abc",
      "abc-",
      "Abcd",
      "a_bc",
      "a.bc",
      "xn--abcd",
      "a".repeat(65),
      "ab cd",
      "été1",
    ]) {
      expect(nameFault(bad), bad).to.equal("BAD_NAME");
    }
    for (const kept of ["admin", "root", "postmaster", "abuse", "mail", "0123456789abcdef"]) {
      expect(nameFault(kept), kept).to.equal("NAME_RESERVED");
    }
    const { body } = vectors.claim;
    expect(NAME_BODIES["name.claim"].safeParse({ ...body, name: "admin" }).success).to.equal(false);
    expect(NAME_BODIES["name.claim"].safeParse({ ...body, name: null }).success).to.equal(true);
    expect(NAME_BODIES["name.claim"].safeParse({ ...body, more: 1 }).success).to.equal(false);
    expect(
      NAME_BODIES["name.claim"].safeParse({ ...body, records: { url: "javascript:0" } }).success,
    ).to.equal(false);
  });

  it("short names cost more work", () => {
    expect(["abcd", "abcde", "abcdef", "abcdefg"].map(workBits)).to.deep.equal([26, 24, 21, 18]);
    expect(workBits(null)).to.equal(18);
  });

  it("f of 3f + 1 witnesses may lie", () => {
    expect([0, 1, 2, 3, 4, 6, 7, 10].map(faultsTolerated)).to.deep.equal([0, 0, 0, 0, 1, 1, 2, 3]);
    expect([0, 1, 4, 7, 10].map(witnessQuorum)).to.deep.equal([0, 1, 3, 5, 7]);
  });

  it("the miner's nonces show the work, for every length of name", () => {
    const author = vectors.addresses[0]!.public_key;
    for (let length = 7; length <= 64; length += 3) {
      const name = "n".repeat(length);
      const miner = new WorkMiner({ author, name, start: `s${length}`, bits: 8 });
      const nonce = miner.run(100_000)!;
      expect(
        leadingZeroBits(nodeCrypto.sha256(workText(author, name, nonce))),
        name,
      ).to.be.at.least(8);
      expect(miner.tried).to.be.below(100_000);
      expect(NAME_BODIES["name.claim"].shape.work.safeParse(nonce).success).to.equal(true);
    }
    expect(new WorkMiner({ author, name: null, start: "x", bits: 60 }).run(1_000)).to.equal(null);
  });

  it("mined work of 18 bits is accepted", () => {
    const author = vectors.addresses[0]!.public_key;
    const nonce = new WorkMiner({ author, name: "kepler-orbits", start: "t", bits: 18 }).run(
      10_000_000,
    )!;
    expect(hasWork(nodeCrypto, author, "kepler-orbits", nonce)).to.equal(true);
    expect(hasWork(nodeCrypto, vectors.addresses[1]!.public_key, "kepler-orbits", nonce)).to.equal(
      false,
    );
  });
});
