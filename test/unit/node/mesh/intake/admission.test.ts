/** Endless identities against a bounded table: the short form, with 40 places and 400 keys. */
import { expect } from "chai";
import { Admission } from "../../../../../node/mesh/intake/admission.js";
import { AuthorBook } from "../../../../../node/mesh/intake/authorBook.js";
import type { Standing } from "../../../../../node/mesh/intake/clockVotes.js";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { createEvent, NO_HASH } from "../../../../../protocol/seal/event.js";
import type { AcceptedEvent } from "../../../../../protocol/mesh/judgement.js";
import { ENGINE_VERSION } from "../../../../../protocol/version.js";
import { storeOf } from "../../../../kit/cluster.js";
import { quiet } from "../../../../kit/logger.js";
import { NETWORK } from "../../../../kit/meshNode.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";

const PLACES = 40;
const HOUR_MS = 3_600_000;

function opening(n: number, calcond: number): AcceptedEvent {
  const seed = nodeCrypto.sha256(`author ${n}`);
  const publicKey = Buffer.from(nodeCrypto.ed25519PublicKey(seed)).toString("hex");
  const { event, id, headerText, bodyText } = createEvent(
    nodeCrypto,
    { seed, publicKey },
    {
      net: NETWORK,
      kind: "spine.open",
      seq: 0,
      prev: NO_HASH,
      calcond,
      body: { engine_version: ENGINE_VERSION, next: nodeCrypto.sha256Hex(`${n}`) },
    },
  );
  return { type: "event", event, id, headerText, bodyText, state: "linked" };
}

class Bench {
  readonly time = new VirtualTime();
  readonly store = storeOf();
  readonly standings = new Map<string, Standing>();
  readonly warnings: string[] = [];
  /** From which the nodes of authors are connected. */
  readonly networks = new Map<string, string>();
  readonly admission: Admission;
  readonly book: AuthorBook;
  #made = 0;

  constructor(places = PLACES) {
    this.admission = new Admission(
      {
        clock: this.time,
        crypto: nodeCrypto,
        log: { ...quiet, warn: (message) => void this.warnings.push(message) },
        metAs: (author) => this.standings.get(author) ?? null,
        standingOf: (peer) => (peer === "known" ? "known" : "stranger"),
        networkOf: (peer) => peer.split(" ")[0]!,
        networkOfAuthor: (author) => this.networks.get(author) ?? null,
      },
      places,
    );
    this.book = new AuthorBook({
      crypto: nodeCrypto,
      store: this.store,
      log: quiet,
      admission: this.admission,
    });
  }

  /** A new author whose opening a peer brings. @returns its key, and whether it is kept */
  async brings(
    peer: string | null,
    standing: Standing | null = null,
  ): Promise<readonly [string, boolean]> {
    this.#made += 1;
    const message = opening(this.#made, 1);
    const { author } = message.event.header;
    if (standing !== null) {
      this.standings.set(author, standing);
      this.networks.set(author, (peer ?? "").split(" ")[0]!);
    }
    if (!this.admission.mayBring(author, peer)) return [author, false];
    await this.store.write(this.book.takeEvent(message, peer).operations);
    return [author, this.book.tip(author) !== null];
  }
}

describe("whose spines are kept", () => {
  it("400 keys of one member take no place that an honest newcomer needs, now or later", async () => {
    const bench = new Bench();
    for (let n = 0; n < 400; n += 1) await bench.brings("liar 1");
    const { held } = bench.admission.places;
    expect(held).to.equal(32);
    // A fifth of the places is for those who were met.
    for (let n = 0; n < 8; n += 1)
      expect((await bench.brings("10.1 honest", "stranger"))[1], `${n}`).to.equal(true);
    await bench.time.pass(20_000);
    for (let n = 0; n < 20; n += 1)
      expect((await bench.brings("10.1 honest", "stranger"))[1], `${n}`).to.equal(true);
    expect(bench.admission.places.held).to.equal(PLACES);
    // Of one that made room nothing is left.
    const authors = await bench.store.spine.authors();
    expect(authors).to.have.length(PLACES);
    expect(bench.book.linkedTips()).to.have.length(PLACES);
    await bench.store.close();
  });

  it("what one peer brings is counted once half of the places are taken, and slowly forgotten", async () => {
    const bench = new Bench(400);
    for (let n = 0; n < 200; n += 1) await bench.brings("a 1");
    let brought = 0;
    for (let n = 0; n < 200; n += 1) {
      const [, isKept] = await bench.brings("b 1");
      await bench.time.pass(1_000);
      if (isKept) brought += 1;
    }
    // 64 at once, then one in ten seconds of the 200.
    expect(brought).to.be.within(64, 85);
    expect(bench.admission.mayBring("f".repeat(64), "known")).to.equal(true);
    await bench.store.close();
  });

  it("who is known for long, or said much, makes no room; of others the least goes first", async () => {
    const bench = new Bench();
    const kept: string[] = [];
    for (let n = 0; n < 8; n += 1) kept.push((await bench.brings("10.1 honest", "known"))[0]);
    const long = (await bench.brings("liar 1"))[0];
    bench.admission.grown(long, 100);
    for (let n = 0; n < 31; n += 1) await bench.brings("liar 1");
    await bench.time.pass(HOUR_MS);
    for (let n = 0; n < 60; n += 1) {
      await bench.brings("10.1 honest", "stranger");
      await bench.time.pass(20_000);
    }
    for (const author of [...kept, long]) expect(bench.book.tip(author)).to.not.equal(null);
    // A long spine of somebody who never came goes when nothing has come of it for a day.
    await bench.time.pass(25 * HOUR_MS);
    for (let n = 0; n < 60; n += 1) await bench.brings("10.1 honest", "stranger");
    expect(bench.book.tip(long)).to.equal(null);
    for (const author of kept) expect(bench.book.tip(author)).to.not.equal(null);
    await bench.store.close();
  });

  it("keys of one network that come themselves are counted, too, and make room before others", async () => {
    const bench = new Bench(400);
    for (let n = 0; n < 500; n += 1) await bench.brings(`liar ${n}`, "stranger");
    // Anyone below half, then 128 of a network at once.
    expect(bench.admission.places.held).to.equal(328);
    for (let network = 0; network < 20; network += 1)
      for (let n = 0; n < 6; n += 1) await bench.brings(`net${network} ${n}`, "stranger");
    expect(bench.admission.places.held).to.equal(400);
    expect(await bench.brings("honest 1", "known")).to.have.property("1", false);
    await bench.time.pass(20_000);
    const honest: string[] = [];
    for (let n = 0; n < 12; n += 1)
      honest.push((await bench.brings(`honest${n} 1`, "stranger"))[0]);
    const known = (await bench.brings("10.1 known", "known"))[0];
    for (let minute = 0; minute < 3; minute += 1) {
      await bench.time.pass(60_000);
      for (let n = 0; n < 20; n += 1) await bench.brings(`liar ${n}`, "stranger");
      for (let n = 0; n < 20; n += 1) await bench.brings(`net${n} 1`, "stranger");
    }
    expect(bench.admission.places.held).to.equal(400);
    for (const author of [...honest, known]) expect(bench.book.tip(author)).to.not.equal(null);
    await bench.store.close();
  });

  it("who hands in over HTTP brings as many as one stranger, under whatever names", async () => {
    const bench = new Bench(300);
    for (let n = 0; n < 150; n += 1) await bench.brings("a 1");
    for (let n = 0; n < 100; n += 1) await bench.brings(null);
    expect(bench.admission.places.held).to.equal(214);
    await bench.store.close();
  });

  it("an operator is told once when four fifths are taken", async () => {
    const bench = new Bench();
    for (let n = 0; n < 31; n += 1) await bench.brings("a 1");
    expect(bench.warnings).to.have.length(0);
    for (let n = 0; n < 20; n += 1) await bench.brings("a 1", "stranger");
    expect(bench.warnings).to.have.length(1);
    await bench.store.close();
  });
});
