import { expect } from "chai";
import { KeptAnswers } from "../../storage/records/answerRecords.js";
import { buckets, nameOfKey, retiredBuckets } from "../../storage/records/buckets.js";

/** Numbers on people's disks: one may be added, none changed or used again. */
const PINNED = [
  [1, "meta"],
  [2, "ev"],
  [3, "body"],
  [4, "id"],
  [5, "tip"],
  [6, "tile"],
  [7, "env"],
  [8, "rcpt"],
  [9, "own"],
  [10, "chain"],
  [11, "acct"],
  [12, "cid"],
  [13, "key"],
  [14, "keyacct"],
  [16, "peer"],
  [17, "blob"],
  [18, "node"],
  [19, "digest"],
  [20, "head"],
  [21, "detached"],
  [22, "evid"],
  [23, "name"],
  [24, "shard"],
  [25, "untold"],
  [26, "claim"],
  [27, "field"],
  [28, "balance"],
  [29, "journal"],
  [30, "charge"],
  [31, "ledger"],
  [32, "vault"],
  [33, "leaf"],
  [34, "counts"],
  [35, "folder"],
  [38, "bond"],
  [39, "offer"],
  [40, "mach"],
  [41, "slug"],
  [42, "listed"],
  [43, "once"],
  [44, "session"],
  [45, "ran"],
  [46, "spent"],
  [47, "pace"],
  [48, "claimed"],
  [50, "pub"],
  [51, "pubop"],
  [52, "reading"],
  [53, "supply"],
  [56, "leaf1"],
  [58, "due"],
  [59, "claimday"],
  [60, "row"],
  [61, "payload"],
  [62, "loghead"],
  [63, "logmark"],
  [64, "chan"],
  [65, "chanstate"],
  [66, "chanof"],
  [67, "tick"],
  [68, "reactor"],
  [69, "reactorstate"],
  [70, "reactorof"],
  [71, "reactorstep"],
  [72, "logedge"],
  [73, "contract"],
  [74, "contractstate"],
  [75, "contractof"],
  [76, "contractprogram"],
  [77, "peerrule"],
  [78, "jobevent"],
  [79, "joborder"],
  [80, "joborderof"],
  [81, "jobwork"],
  [82, "jobdispute"],
  [83, "jobdoc"],
  [118, "jobdocend"],
  [84, "page"],
  [85, "pagecommit"],
  [86, "pagefile"],
  [87, "llmcred"],
  [88, "llmuse"],
  [89, "mailacct"],
  [90, "mailaddr"],
  [91, "mailwrap"],
  [92, "mailmsg"],
  [93, "mailbox"],
  [94, "mailof"],
  [95, "mailthread"],
  [96, "mailstate"],
  [97, "mailblob"],
  [98, "mailframe"],
  [99, "mailend"],
  [100, "mailimages"],
  [101, "xferout"],
  [102, "xferin"],
  [103, "xferof"],
  [104, "xferheard"],
  [105, "xfertoken"],
  [106, "rowroots"],
  [107, "mailfind"],
  [108, "mailsent"],
  [109, "mailout"],
  [110, "mailin"],
  [111, "mailpiece"],
  [112, "mailknown"],
  [113, "mailhome"],
  [115, "cosigned"],
  [116, "witnessed"],
  [117, "xfersaid"],
  [119, "sweptrow"],
  [120, "xferopen"],
  [121, "vainwork"],
  [122, "contracteval"],
  [123, "rowbytes"],
  [124, "answers"],
] as const;

/** Numbers given up: one may be added, none taken away or used again. */
const PINNED_RETIRED = [
  [36, "intent"],
  [37, "part"],
  [49, "demoday"],
  [54, null],
  [55, "ahead"],
  [15, "idem"],
  [57, "idemage"],
  [114, "idemtext"],
] as const;

const AUTHOR = "0a".repeat(32);

describe("pins: storage buckets", () => {
  it("keep their numbers and names", () => {
    const found = Object.entries(buckets).map(([name, bucket]) => {
      expect(bucket.name).to.equal(name);
      return [bucket.number, bucket.name];
    });
    expect(found).to.deep.equal(PINNED.map(([number, name]) => [number, name]));
    expect(new Set(found.map(([number]) => number)).size).to.equal(PINNED.length);
  });

  it("never use a retired number again", () => {
    expect([...retiredBuckets]).to.deep.equal(PINNED_RETIRED.map((retired) => [...retired]));
    for (const { number } of Object.values(buckets))
      expect(retiredBuckets.has(number), `bucket ${number} was retired`).to.equal(false);
    expect(nameOfKey(Uint8Array.of(49, 7)).bucket).to.equal("demoday");
    expect(nameOfKey(Uint8Array.of(54)).bucket).to.equal("number 54");
  });

  it("leave no number out", () => {
    const numbers = [...PINNED, ...PINNED_RETIRED].map(([number]) => number);
    expect(numbers.toSorted((a, b) => a - b)).to.deep.equal(numbers.map((_, i) => i + 1));
  });

  it("stay below the end of the key space", () => {
    for (const [number] of [...PINNED, ...PINNED_RETIRED]) expect(number).to.be.within(1, 0xfe);
  });

  it("keep the bytes of their keys", () => {
    const event = Buffer.alloc(40);
    expect(buckets.ev.key.write([AUTHOR, 0x1_0000_0002], event, 0)).to.equal(40);
    expect(event.toString("hex")).to.equal(`${AUTHOR}0000000100000002`);
    const own = Buffer.alloc(buckets.own.key.size(["ü", 5]));
    buckets.own.key.write(["ü", 5], own, 0);
    expect(own.toString("hex")).to.equal("0002c3bc0000000000000005");
  });

  it("keep the bytes of the keys of what is due", () => {
    const entry = { calcond: 258, kind: "ab", key: "ü" };
    const key = Buffer.alloc(buckets.due.key.size(entry));
    buckets.due.key.write(entry, key, 0);
    expect(key.toString("hex")).to.equal("0000000000000102616200c3bc");
    expect(buckets.due.key.read(key, 0)).to.deep.equal([entry, key.length]);
  });

  it("keep the bytes of their values", () => {
    const id = "0b".repeat(32);
    const window = [{ id, account: "a", visibility: "shared", text: "{}" }] as const;
    const encoded = Buffer.from(buckets.env.value.encode(window)).toString("hex");
    expect(encoded).to.equal(`0001${id}02000100000002617b7d`);
    expect(
      Buffer.from(buckets.rcpt.value.encode({ window: 258, index: 3 })).toString("hex"),
    ).to.equal("00000000000001020003");
    const event = { id, bodyHash: AUTHOR, sig: "0c".repeat(64), header: "{}" };
    expect(Buffer.from(buckets.ev.value.encode(event)).toString("hex")).to.equal(
      `${id}${AUTHOR}${"0c".repeat(64)}7b7d`,
    );
    expect(Buffer.from(buckets.own.value.encode([1, 255])).toString("hex")).to.equal("000100ff");
    const published = { window: 258, index: 3, calcond: 2 ** 32 };
    expect(Buffer.from(buckets.pub.value.encode(published)).toString("hex")).to.equal(
      "000000000000010200030000000100000000",
    );
    const [hash, request] = ["1d".repeat(16), "2e".repeat(16)];
    const [digest, digestHex] = ["Pz8/".repeat(3), "3f".repeat(9)];
    const place = { window: 258, index: 3, digest };
    const answers = [
      { hash, request, answer: { status: 201, shape: null, body: "ü" } },
      { hash: request, request: hash, answer: { ...place, shape: null } },
      { hash, request, answer: { ...place, shape: "minimal" } },
      { hash, request, answer: { ...place, shape: ["unit"] } },
    ] as const;
    const keptAnswers = buckets.answers.value.encode(KeptAnswers.of(answers));
    const names = `0008${Buffer.from('["unit"]').toString("hex")}`;
    expect(Buffer.from(keptAnswers).toString("hex")).to.equal(
      `${hash}${request}0000c900000002c3bc` +
        `${request}${hash}0400000000000001020003${digestHex}` +
        `${hash}${request}0500000000000001020003${digestHex}` +
        `${hash}${request}06${names}00000000000001020003${digestHex}`,
    );
    expect(buckets.answers.value.decode(keptAnswers).all()).to.deep.equal(answers);
    const snapshot = { calcond: 1, journal: 2, sums: [-3, 2 ** 53 - 1] };
    expect(Buffer.from(buckets.supply.value.encode(snapshot)).toString("hex")).to.equal(
      "00000000000000010000000000000002fffffffffffffffd001fffffffffffff",
    );
  });
});
