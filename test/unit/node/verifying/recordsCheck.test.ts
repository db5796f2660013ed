/** Records of a small node, whole and with each kind of fault, which is found where it was made. */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { RecordsCheck, type RecordsReport } from "../../../../node/verifying/recordsCheck.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { buckets, type Bucket } from "../../../../storage/records/buckets.js";
import { checkedRecord, valueUnder } from "../../../../storage/kv/checked.js";
import type { Entry } from "../../../../storage/kv/kv.js";
import { keyOf } from "../../../../storage/kv/table.js";
import { serveNode } from "../../../kit/served.js";

const FORCE = { operators: ["NM19"], inputs: { m: 2, a: 3 } };

describe("all records of a node", () => {
  let entries: readonly Entry[] = [];
  let own = "";

  before(async () => {
    const served = await serveNode();
    // oxlint-disable-next-line typescript/unbound-method -- it reads no this
    const { call, node } = served;
    const key = await served.account();
    for (let i = 0; i < 3; i += 1) {
      served.pass(1);
      const sealed = await call("POST", "/api/calc/compute", { key, body: FORCE });
      expect(sealed.body["receipt_id"], sealed.text).to.match(/^[0-9a-f]{64}$/);
    }
    await call("POST", "/api/state", { key, body: { slug: "kiln" } });
    for (let i = 0; i < 3; i += 1) {
      const event = { type: "heat", data: { i } };
      const sent = await call("POST", "/api/state/kiln/events", { key, body: event });
      expect(sent.status, sent.text).to.be.within(200, 201);
    }
    const { logCheckpoints, store } = node.services;
    for (const due of await store.due.before(3_000_000_000, 100, null)) {
      if (due.kind !== "machine.checkpoint") continue;
      node.clock.ns = BigInt(due.calcond + 1) * CALCOND_NS;
      await store.guards.withGuard([], async (tx) => logCheckpoints.fire(tx, due));
    }
    own = node.services.identity.publicKeyHex;
    const all: Entry[] = [];
    for await (const list of store.stored(7)) all.push(...list);
    entries = all;
    await served.close();
  });

  function checked(list: readonly Entry[]): RecordsReport {
    const check = new RecordsCheck(nodeCrypto, own);
    // In two lists, as they come from a database.
    const middle = Math.floor(list.length / 2);
    check.take(list.slice(0, middle));
    check.take(list.slice(middle));
    return check.end();
  }

  it("are in order where nothing was done to them", () => {
    const report = checked(entries);
    expect(report.findings).to.deep.equal([]);
    expect(report).to.include({ ok: true, machines: 2, records: entries.length, absent: 0 });
    expect(report.envelopes).to.be.at.least(3);
    expect(report.rows).to.be.at.least(4);
    expect(report.entries).to.be.at.least(4);
    expect(report.head?.seq).to.equal(report.events - 1);
  });

  it("name the record where one bit of one is flipped, whichever it is", () => {
    for (let i = 0; i < entries.length; i += 1) {
      const list = [...entries];
      const record = Buffer.from(list[i]![1]);
      record[Math.floor(record.length / 2)]! ^= 4;
      list[i] = [list[i]![0], record];
      const { findings } = checked(list);
      expect(findings.some(({ fault }) => fault === "its checksum does not match")).to.equal(true);
    }
  });

  it("have an order", () => {
    const list = [...entries];
    [list[3], list[4]] = [list[4]!, list[3]!];
    expect(checked(list).findings.map(({ fault }) => fault)).to.include(
      "it stands in front of a lower key",
    );
  });

  /** Places of a bucket's records that are the node's own. */
  function places({ number }: { readonly number: number }): readonly number[] {
    return entries.flatMap(([key], i) => (key[0] === number ? [i] : []));
  }

  /** With another value in a record, its checksum made again. */
  function changed<K, V>(bucket: Bucket<K, V>, edit: (value: V, key: K) => V, nth = -1) {
    const at = places(bucket).at(nth)!;
    const [key, record] = entries[at]!;
    const value = bucket.value.decode(valueUnder(key, record)!);
    const bytes = bucket.value.encode(edit(value, keyOf(bucket, key)));
    const list = [...entries];
    list[at] = [key, checkedRecord(key, bytes)];
    return list;
  }

  function without(bucket: { readonly number: number }, nth: number): readonly Entry[] {
    const at = places(bucket).at(nth)!;
    return entries.filter((_, i) => i !== at);
  }

  /** The other end of a number or a hash, so that its shape stays. */
  const other = (hex: string): string => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

  const FAULTS: readonly (readonly [string, () => readonly Entry[], string, RegExp])[] = [
    [
      "a header that was changed",
      () =>
        changed(buckets.ev, (event) => ({
          ...event,
          header: event.header.replace(/"calcond":\d/, '"calcond":9'),
        })),
      "ev",
      /its id is not that of its header/,
    ],
    [
      "a signature of another",
      () => changed(buckets.ev, (event) => ({ ...event, sig: other(event.sig) })),
      "ev",
      /its signature is not its author's/,
    ],
    ["an event that is missing", () => without(buckets.ev, 1), "ev", /1 expected/],
    ["a last event that is missing", () => without(buckets.ev, -1), "tip", /does not end with/],
    [
      "another body",
      () => changed(buckets.body, (text) => `${text} `, 0),
      "body",
      /its hash is another one/,
    ],
    [
      "another end of the spine",
      () => changed(buckets.tip, (tip) => ({ ...tip, id: other(tip.id) })),
      "tip",
      /does not end with/,
    ],
    [
      "a value in an envelope",
      () =>
        changed(buckets.env, ([first, ...rest]) => [
          { ...first!, text: first!.text.replace('"value":6', '"value":7') },
          ...rest,
        ]),
      "env",
      /does not give this receipt id/,
    ],
    [
      "an envelope that nobody sealed",
      () => changed(buckets.env, (window) => [...window, ...window]),
      "env",
      /1 envelopes were sealed, 2 are there/,
    ],
    ["a window that is missing", () => without(buckets.env, 1), "env", /the journal books it/],
    [
      "a window that is not linked",
      () => without(buckets.env, 1),
      "env",
      /not linked to the one before it/,
    ],
    [
      "another end of the chain",
      () => changed(buckets.chain, (chain) => ({ ...chain, count: chain.count + 1 })),
      "chain",
      /it ends with envelope/,
    ],
    [
      "an amount in the journal",
      () => changed(buckets.journal, (text) => text.replace(/,(\d+)\]/, ",1$1]")),
      "journal",
      /zero/,
    ],
    ["an entry that is missing", () => without(buckets.journal, 1), "journal", /1 expected/],
    [
      "a balance",
      () => changed(buckets.balance, (balance) => ({ ...balance, free: balance.free + 1 })),
      "ledger",
      /balances hold \d+ free, the entries \d+/,
    ],
    [
      "a sum",
      () =>
        changed(buckets.ledger, (head) => ({
          ...head,
          totals: { ...head.totals, free: head.totals.free + 1 },
        })),
      "ledger",
      /free is \d+, and the entries come to \d+/,
    ],
    [
      "a row",
      () => changed(buckets.row, (text) => text.replace(/"calcond":\d/, '"calcond":9')),
      "row",
      /calcond/,
    ],
    ["a row that is missing", () => without(buckets.row, -2), "row", /2 expected/],
    ["a last row that is missing", () => without(buckets.row, -1), "loghead", /it ends with row/],
    [
      "another owner of a log",
      () => changed(buckets.loghead, (head) => ({ ...head, owner: other(head.owner) })),
      "loghead",
      /not linked to its genesis/,
    ],
    [
      "a checkpoint of another",
      () => changed(buckets.logmark, (text) => text.replace(/\n(\d+)\n/, "\n1$1\n")),
      "logmark",
      /./,
    ],
    ["a head of an author that is missing", () => without(buckets.tip, 0), "tip", /is missing/],
    ["an end of the chain that is missing", () => without(buckets.chain, 0), "chain", /is missing/],
    ["sums that are missing", () => without(buckets.ledger, 0), "ledger", /is missing/],
    ["a head of a log that is missing", () => without(buckets.loghead, 0), "loghead", /is missing/],
    [
      "a record of another layout",
      () => {
        const at = places(buckets.tip).at(0)!;
        const [key] = entries[at]!;
        const list = [...entries];
        list[at] = [key, checkedRecord(key, Buffer.from("[]"))];
        return list;
      },
      "tip",
      /cannot be read/,
    ],
  ];
  for (const [what, list, bucket, fault] of FAULTS)
    it(`name ${what}`, () => {
      const { findings, ok } = checked(list());
      expect(ok).to.equal(false);
      expect(
        findings.some((one) => one.bucket === bucket && fault.test(one.fault)),
        JSON.stringify(findings),
      ).to.equal(true);
    });
});
