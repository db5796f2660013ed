/** Parts of tables that are damaged beyond one bit, with a peer that holds the events and receipts. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { RecordRepair, type RecordHolders } from "../../../../node/repair/recordRepair.js";
import { parseJson } from "../../../../protocol/encoding/json.js";
import type { EncodedEvent } from "../../../../protocol/seal/event.js";
import type { JsonValue } from "../../../../protocol/ports.js";
import { temporaryDir } from "../../../../scripts/devnet/daemons.js";
import { spineOf, headsAuthor } from "../../../../scripts/market/headsMesh.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { openStore, type Store } from "../../../../storage/store.js";
import { put } from "../../../../storage/kv/table.js";
import { generator } from "../../../kit/generator.js";
import { quiet } from "../../../kit/logger.js";
import { runs } from "../../../kit/runs.js";
import { recordsIn } from "../../../reliability/bitFlips.js";

const SEED = 20_261_128;
const NET = "0a1b2c3d";
const AUTHORS = ["ada", "bob", "carol"].map(headsAuthor);
const EVENTS = 60;
const RECEIPTS = 40;
const ROUNDS = runs(12, 200);
const SCRAMBLED_BYTES = 40;

const spines = new Map(
  AUTHORS.map((author) => [
    author.publicKey,
    spineOf({ net: NET, calcond: 2_311_000_000 }, author, EVENTS),
  ]),
);
const receipts = new Map(
  Array.from({ length: RECEIPTS }, (_, n) => {
    const text = JSON.stringify({ n, of: nodeCrypto.sha256Hex(`receipt ${n}`).repeat(4) });
    return [nodeCrypto.sha256Hex(text), text];
  }),
);

function valueOf({ text }: EncodedEvent): JsonValue {
  const read = parseJson(text);
  if (!read.ok) throw new Error(text);
  return read.value;
}

/** A peer that holds everything, or says what it likes. */
function peer(more: Partial<RecordHolders> = {}): RecordHolders {
  return {
    peers: () => ["peer"],
    events: async (_peer, author, from, count) =>
      spines
        .get(author)!
        .events.slice(from, from + count)
        .map(valueOf),
    receipt: async (id) => receipts.get(id) ?? null,
    ...more,
  };
}

async function fill(dir: string): Promise<void> {
  const store = await openStore({ dir });
  for (const [author, { edge, events }] of spines) {
    const stored = events.map(({ bodyText, event, headerText, id }) => ({
      author,
      seq: event.header.seq,
      id,
      header: headerText,
      sig: event.sig,
      bodyHash: event.header.body_hash,
      body: bodyText,
    }));
    const { id, seq } = stored.at(-1)!;
    const calcond = events.at(-1)!.event.header.calcond;
    await store.write([
      ...stored.flatMap((event) => store.spine.eventOps(event)),
      store.spine.tipOp(author, { seq, id, calcond, edge }),
    ]);
  }
  for (const [id, text] of receipts)
    await store.write(
      store.shards.keptOps(7, id, text, { bytes: text.length, signer: AUTHORS[0]!.publicKey }),
    );
  // Beside them what only this node has.
  for (let n = 0; n < 50; n += 1) await store.write([put(buckets.journal, n, `entry ${n}`)]);
  await store.close();
  // A record in the log becomes a table.
  await (await openStore({ dir })).close();
}

describe("repair: parts of tables that checksums cannot put right", () => {
  const dir = temporaryDir("record-repair");
  const origin = join(dir.path, "origin");
  let copies = 0;
  before(async () => {
    await fill(origin);
  });
  after(() => {
    dir.remove();
  });

  /** A copy in which so many bytes from a place on are others. */
  async function damaged(at: (length: number) => number): Promise<{ store: Store; data: string }> {
    const data = join(dir.path, `copy-${(copies += 1)}`);
    cpSync(origin, data, { recursive: true });
    const store = await openStore({ dir: data, isVisit: true });
    const database = join(data, "db");
    const table = join(
      database,
      readdirSync(database).find((name) => name.endsWith(".ldb"))!,
    );
    const bytes = readFileSync(table);
    const from = at(bytes.length);
    for (let i = 0; i < SCRAMBLED_BYTES; i += 1) bytes[from + i]! ^= 0x5a + i;
    writeFileSync(table, bytes, { flag: "r+" });
    await store.tables!.step(Infinity);
    return { store, data };
  }

  function repairOf(store: Store): RecordRepair {
    return new RecordRepair({ crypto: nodeCrypto, store, log: quiet, network: NET });
  }

  it(`are fetched, and all records are as they were: seed ${SEED}`, async () => {
    const random = generator(SEED);
    const whole = await openStore({ dir: origin, isVisit: true });
    const records = await recordsIn(whole);
    await whole.close();
    let [mended, left] = [0, 0];
    for (let n = 0; n < ROUNDS; n += 1) {
      const { data, store } = await damaged((length) => Math.floor(random() * length * 0.9));
      const { lost } = store.tables!.figures;
      expect(lost.length).to.be.within(1, 2);
      const repair = repairOf(store);
      await repair.run(lost, peer());
      const { figures } = repair;
      if (store.tables!.figures.lost.length > 0) left += 1;
      else {
        mended += 1;
        expect(await recordsIn(store), `round ${n}`).to.deep.equal(records);
        expect(figures.missing).to.equal(0);
        expect(readdirSync(join(data, "damaged"))).to.have.length(figures.setAside);
      }
      await store.close();
    }
    // Parts with records that only this node has are left as they are, and named.
    expect(mended).to.be.greaterThan(left);
  });

  it("are not taken from a peer that lies, and are asked for again", async () => {
    const forged = new Map(
      [...spines].map(([author, { events }]) => {
        const other = spineOf(
          { net: NET, calcond: 2_311_000_000 },
          AUTHORS.find(({ publicKey }) => publicKey === author)!,
          EVENTS,
          1,
        );
        return [author, events.map((_, seq) => valueOf(other.events[seq]!))];
      }),
    );
    const { data, store } = await damaged(() => 6_000);
    const repair = repairOf(store);
    const liar = peer({
      events: async (_peer, author, from, count) => forged.get(author)!.slice(from, from + count),
      receipt: async () => null,
    });
    await repair.run(store.tables!.figures.lost, liar);
    expect(repair.figures).to.include({ fetched: 0 });
    expect(repair.figures.missing).to.be.greaterThan(0);
    expect(repair.isOpen).to.equal(true);
    await repair.run([], peer());
    expect(repair.figures).to.include({ missing: 0 });
    expect(repair.isOpen).to.equal(false);
    expect(existsSync(join(data, "damaged"))).to.equal(true);
    await store.close();
  });

  it("are asked for by the next start as well, where no peer had them before", async () => {
    const whole = await openStore({ dir: origin, isVisit: true });
    const records = await recordsIn(whole);
    await whole.close();
    const { data, store } = await damaged(() => 6_000);
    const nobody = peer({ events: async () => [], receipt: async () => null });
    await repairOf(store).run(store.tables!.figures.lost, nobody);
    await store.close();
    const again = await openStore({ dir: data, isVisit: true });
    await again.tables!.step(Infinity);
    // The block is sound and empty: the files alone tell nothing of what it held.
    expect(again.tables!.figures.lost).to.deep.equal([]);
    const repair = repairOf(again);
    expect(repair.isOpen).to.equal(true);
    await repair.run([], nobody);
    expect(repair.figures.missing).to.be.greaterThan(0);
    await repair.run([], peer());
    expect(repair.figures).to.include({ missing: 0 });
    expect(repair.isOpen).to.equal(false);
    expect(await recordsIn(again)).to.deep.equal(records);
    await again.close();
  });

  it("wait for a peer, and are left as they are before one is there", async () => {
    const { data, store } = await damaged(() => 6_000);
    const { lost } = store.tables!.figures;
    const repair = repairOf(store);
    await repair.run(lost, null);
    await repair.run(lost, peer({ peers: () => [] }));
    expect(store.tables!.figures.lost).to.deep.equal(lost);
    expect(existsSync(join(data, "damaged"))).to.equal(false);
    await store.close();
  });
});
