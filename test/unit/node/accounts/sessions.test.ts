import { expect } from "chai";
import { SESSION_FORGOTTEN } from "../../../../node/accounts/sessions.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { Due } from "../../../../node/runtime/due.js";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { identityOf, signSession } from "../../../../protocol/identity/derive.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { keyHash } from "../../../../storage/repositories/keys.js";
import { scan } from "../../../../storage/kv/table.js";
import { flipBit, NODE_KEY, AccountBench } from "../../../kit/accounts.js";
import { VirtualTime } from "../../../kit/virtualTime.js";
import type { Logger } from "../../../../protocol/ports.js";

const EQUATION =
  "y = 48152342 x^3 + 16108823 x^2 - 93172650 x + 70145528 sin(31415927 t) - 60221408 exp(-z)";
const OWN = identityOf(nodeCrypto, EQUATION);
/** 30 days and 5 minutes in calconds of 777000777 ns. */
const THIRTY_DAYS = 3_335_904;
const NONCE_LIFE = 386;

const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => SILENT,
};

async function fault(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${String(error)}`);
  return `${error.code}: ${error.message}`;
}

async function size(bench: AccountBench): Promise<number> {
  let count = 0;
  for await (const _ of bench.raw.range(WHOLE_RANGE)) count += 1;
  return count;
}

describe("node: sessions", () => {
  const signed = (cid: string, nonce: string, node = NODE_KEY) => ({
    cid,
    nonce,
    signature: signSession(nodeCrypto, OWN.seed, { cid, nonce, node }),
  });

  it("are opened by a signature, once for each nonce, and end after 30 days for good", async () => {
    const bench = new AccountBench();
    await bench.open(OWN.cid, OWN.publicKey);
    const { nonce } = bench.sessions.challenge(OWN.cid);
    const { account, token } = await bench.run(bench.sessions.open(signed(OWN.cid, nonce)));
    expect(account).to.equal(OWN.cid);
    expect(token).to.match(/^calc_st_[0-9A-Za-z]{49}$/);
    expect(await bench.accounts.authenticate(token)).to.include({
      kind: "session",
      owner: OWN.cid,
      unlimited: false,
      machine: null,
    });
    expect(await fault(bench.run(bench.sessions.open(signed(OWN.cid, nonce))))).to.equal(
      "BAD_CHALLENGE: this nonce has opened a session already",
    );
    bench.clock.forward(THIRTY_DAYS - 1);
    expect(await bench.accounts.authenticate(token)).to.include({ kind: "session" });
    bench.clock.forward(1);
    expect(await bench.accounts.authenticate(token)).to.equal("expired");
    bench.clock.forward(-THIRTY_DAYS);
    expect(await bench.accounts.authenticate(token)).to.equal("expired");
    await bench.deadlines.stop();
    expect(await (await bench.again()).accounts.authenticate(token)).to.equal("expired");
  });

  it("that are over stay known while there is room, so that they are told from unknown ones", async () => {
    const bench = new AccountBench();
    await bench.open(OWN.cid, OWN.publicKey);
    const next = async (): Promise<string> =>
      (
        await bench.run(
          bench.sessions.open(signed(OWN.cid, bench.sessions.challenge(OWN.cid).nonce)),
        )
      ).token;
    const first = await next();
    bench.clock.forward(THIRTY_DAYS);
    const second = await next();
    expect(await bench.accounts.authenticate(first)).to.equal("expired");
    // Room for 64, whether over or not: those that ended first give way, and no live one before
    // them.
    for (let i = 2; i < 64; i += 1) await next();
    expect(await bench.accounts.authenticate(first)).to.equal("expired");
    await next();
    expect(await bench.accounts.authenticate(first)).to.equal("unknown");
    expect(await bench.accounts.authenticate(second)).to.include({ kind: "session" });
    expect((await bench.store.sessions.ofAccount(OWN.cid)).sessions).to.have.length(64);
    bench.clock.forward(THIRTY_DAYS);
    await next();
    expect(await bench.run(bench.sessions.close(OWN.cid, null))).to.equal(1);
    expect((await bench.store.sessions.ofAccount(OWN.cid)).sessions).to.deep.equal([]);
  });

  it("are told to be over for thirty days more, then they are unknown, and nothing is left", async () => {
    const bench = new AccountBench();
    const { clock, deadlines, store } = bench;
    await bench.open(OWN.cid, OWN.publicKey);
    const next = async (): Promise<string> =>
      (
        await bench.run(
          bench.sessions.open(signed(OWN.cid, bench.sessions.challenge(OWN.cid).nonce)),
        )
      ).token;
    const time = new VirtualTime();
    const due = new Due({ store, clock, deadlines, scheduler: time, log: SILENT });
    due.register(SESSION_FORGOTTEN, bench.sessions.forgetting);
    due.start();
    const waiting = async () =>
      (await store.due.before(Number.MAX_SAFE_INTEGER, 10, null)).filter(
        ({ kind }) => kind === SESSION_FORGOTTEN,
      );
    const [kept, closed] = [await next(), await next()];
    expect(await waiting()).to.have.length(2);
    await bench.run(bench.sessions.close(OWN.cid, keyHash(closed)));
    expect(await waiting()).to.have.length(1);
    clock.forward(2 * THIRTY_DAYS - 1);
    await time.pass(61_000);
    expect(await bench.accounts.authenticate(kept)).to.equal("expired");
    clock.forward(1);
    await time.pass(61_000);
    expect(await bench.accounts.authenticate(kept)).to.equal("unknown");
    expect((await store.sessions.ofAccount(OWN.cid)).sessions).to.deep.equal([]);
    expect(await waiting()).to.deep.equal([]);
  });

  it("are refused to others: other key, other node, other digest, altered or old nonce; and nothing is written", async () => {
    const bench = new AccountBench();
    await bench.open(OWN.cid, OWN.publicKey);
    const stranger = identityOf(nodeCrypto, `${EQUATION} + 1`);
    await bench.open(stranger.cid, stranger.publicKey);
    const before = await size(bench);
    const { nonce } = bench.sessions.challenge(OWN.cid);
    const forged = signSession(nodeCrypto, stranger.seed, { cid: OWN.cid, nonce, node: NODE_KEY });
    expect(
      await fault(bench.run(bench.sessions.open({ cid: OWN.cid, nonce, signature: forged }))),
    ).to.match(/^BAD_SIGNATURE/);
    expect(
      await fault(bench.run(bench.sessions.open(signed(OWN.cid, nonce, "00".repeat(32))))),
    ).to.match(/^BAD_SIGNATURE/);
    expect(await fault(bench.run(bench.sessions.open(signed(stranger.cid, nonce))))).to.match(
      /^BAD_CHALLENGE/,
    );
    const later = nonce.replace(/^\d+/, (end) => String(Number(end) + 1));
    expect(await fault(bench.run(bench.sessions.open(signed(OWN.cid, later))))).to.match(
      /^BAD_CHALLENGE/,
    );
    expect(await fault(bench.run(bench.sessions.open(signed(OWN.cid, "x"))))).to.match(
      /^BAD_CHALLENGE/,
    );
    bench.clock.forward(NONCE_LIFE);
    expect(await fault(bench.run(bench.sessions.open(signed(OWN.cid, nonce))))).to.equal(
      "BAD_CHALLENGE: the nonce is over",
    );
    bench.clock.forward(-NONCE_LIFE);
    expect(await fault(bench.run(bench.sessions.open(signed(OWN.cid, nonce))))).to.equal(
      "BAD_CHALLENGE: the nonce is over",
    );
    await bench.deadlines.stop();
    expect(await size(bench)).to.equal(before + 1);
  });

  it("of an identity nobody registered fail as those with a wrong signature do", async () => {
    const bench = new AccountBench();
    const { nonce, node } = bench.sessions.challenge(OWN.cid);
    expect(node).to.equal(NODE_KEY);
    const unknown = await fault(bench.run(bench.sessions.open(signed(OWN.cid, nonce))));
    await bench.open(OWN.cid, OWN.publicKey);
    const wrong = await fault(
      bench.run(bench.sessions.open({ cid: OWN.cid, nonce, signature: "11".repeat(64) })),
    );
    expect(unknown).to.equal(wrong);
  });

  it("that are damaged are in the way of no other, and end with all", async () => {
    const bench = new AccountBench();
    await bench.open(OWN.cid, OWN.publicKey);
    const open = async (of: AccountBench) =>
      (await of.run(of.sessions.open(signed(OWN.cid, of.sessions.challenge(OWN.cid).nonce)))).token;
    const [broken, unlisted] = [await open(bench), await open(bench)];
    await flipBit(bench.raw, buckets.session, keyHash(broken));
    await flipBit(bench.raw, buckets.listed, [`sessions of ${OWN.cid}`, keyHash(unlisted)]);
    const again = await bench.again();
    const third = await again.principal(await open(again));
    expect(await again.run(again.sessions.close(OWN.cid, third.keyHash))).to.equal(1);
    // A used nonce whose record is damaged is swept like the others.
    for await (const [key] of scan(bench.store.kv, buckets.once))
      await flipBit(bench.raw, buckets.once, key);
    again.clock.forward(NONCE_LIFE + 1);
    await open(again);
    const { signal } = new AbortController();
    expect(await again.sessions.nonceSweep.run(signal, () => true)).to.equal("done");
    let left = 0;
    for await (const _ of scan(again.store.kv, buckets.once)) left += 1;
    expect(left).to.equal(1);
    expect(await again.run(again.sessions.close(OWN.cid, null))).to.equal(3);
    for (const token of [broken, unlisted])
      expect(await again.accounts.authenticate(token)).to.equal("unknown");
  });

  it("are ended one by one or all, at once; the oldest gives way to the 65th", async () => {
    const bench = new AccountBench();
    await bench.open(OWN.cid, OWN.publicKey);
    const tokens: string[] = [];
    for (let i = 0; i < 65; i += 1) {
      const { nonce } = bench.sessions.challenge(OWN.cid);
      tokens.push((await bench.run(bench.sessions.open(signed(OWN.cid, nonce)))).token);
      bench.clock.forward(1);
    }
    expect(await bench.accounts.authenticate(tokens[0]!)).to.equal("unknown");
    const second = await bench.principal(tokens[1]!);
    expect(await bench.run(bench.sessions.close(OWN.cid, second.keyHash))).to.equal(1);
    expect(await bench.accounts.authenticate(tokens[1]!)).to.equal("unknown");
    expect(await bench.accounts.authenticate(tokens[2]!)).to.include({ kind: "session" });
    expect(await bench.run(bench.sessions.close(OWN.cid, null))).to.equal(63);
    expect(await bench.accounts.authenticate(tokens[2]!)).to.equal("unknown");
  });
});
