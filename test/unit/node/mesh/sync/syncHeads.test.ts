import { createHash } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import {
  BUCKETS,
  bucketHashes,
  HeadHashes,
  headsHash,
} from "../../../../../node/mesh/sync/syncHeads.js";
import type { Tip } from "../../../../../node/mesh/sync/syncHeads.js";

/** Written out here by the description alone: sorted triples of a bucket as canonical JSON. */
function hashOfBucket(tips: readonly Tip[]): string {
  const triples = [...tips]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([author, seq, id]) => `["${author}",${seq},"${id}"]`);
  return createHash("sha256")
    .update(`[${triples.join(",")}]`)
    .digest("hex");
}

const author = (byte: string, last: string): string => byte + "0".repeat(60) + last;
const tip = (name: string, seq: number): Tip => [
  name,
  seq,
  createHash("sha256").update(`${name} ${seq}`).digest("hex"),
];

describe("hashes of heads", () => {
  const first = [
    tip(author("0a", "01"), 3),
    tip(author("ff", "00"), 0),
    tip(author("0a", "00"), 7),
  ];

  it("are over the sorted triples of each bucket, and over all buckets", () => {
    const hashes = new HeadHashes(nodeCrypto).buckets(first);
    const empty = createHash("sha256").update("[]").digest("hex");
    expect(hashes).to.have.length(BUCKETS);
    expect(hashes[0x0a]).to.equal(hashOfBucket([first[0]!, first[2]!]));
    expect(hashes[0xff]).to.equal(hashOfBucket([first[1]!]));
    expect(hashes.filter((hash) => hash === empty)).to.have.length(BUCKETS - 2);
    const all = createHash("sha256")
      .update(Buffer.from(hashes.join(""), "hex"))
      .digest("hex");
    expect(new HeadHashes(nodeCrypto).all(first)).to.equal(all);
  });

  it("follow every change, and are those of somebody who asks for the first time", () => {
    const held = new HeadHashes(nodeCrypto);
    const [a, b, c] = [first[0]!, first[1]!, first[2]!];
    const steps: readonly (readonly Tip[])[] = [
      first,
      [a, b],
      [tip(a[0], 4), b, c],
      [[a[0], 4, "0".repeat(64)], b, c],
      [],
      [b],
      [c, b, a],
      [tip(author("0a", "02"), 7), b],
    ];
    for (const tips of steps) {
      expect(held.all(tips)).to.equal(headsHash(nodeCrypto, tips));
      expect(held.buckets(tips)).to.deep.equal(bucketHashes(nodeCrypto, tips));
    }
  });

  it("leave out one author, as if it were not in the list", () => {
    const held = new HeadHashes(nodeCrypto);
    const bytes = fc.constantFrom("0a", "0b", "ff");
    const some = fc.tuple(bytes, fc.nat({ max: 3 }), fc.nat({ max: 2 }));
    const tips = fc
      .uniqueArray(some, { selector: ([byte, last]) => `${byte} ${last}` })
      .map((list) => list.map(([byte, last, seq]) => tip(author(byte, `0${last}`), seq)));
    fc.assert(
      fc.property(tips, bytes, fc.nat({ max: 3 }), (list, byte, last) => {
        const without = author(byte, `0${last}`);
        const others = list.filter(([name]) => name !== without);
        expect(held.allBut(list, without)).to.equal(headsHash(nodeCrypto, others));
        expect(held.all(list)).to.equal(headsHash(nodeCrypto, list));
      }),
      { endOnFailure: true },
    );
    expect(held.allBut(first, "")).to.equal(headsHash(nodeCrypto, first));
  });

  it("are computed for what has changed alone", () => {
    let count = 0;
    const counting = {
      sha256Hex: (data: string | Uint8Array) => {
        count += 1;
        return nodeCrypto.sha256Hex(data);
      },
    };
    const held = new HeadHashes(counting);
    held.all(first);
    count = 0;
    held.all([...first].reverse());
    expect(count).to.equal(0);
    held.all([tip(first[0]![0], 4), ...first.slice(1)]);
    expect(count).to.equal(2);
  });
});
