/**
 * How sessions end, over HTTP: at their calcond, for good, and by nothing else. The clock and the
 * disk are the test's; requests, answers, identities and sessions are the node's own.
 */
import { systemRandom } from "../../node/runtime/random.js";
import { expect } from "chai";
import { accountHandlers } from "../../node/accounts/operations/accounts.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { Effects } from "../../node/ledger/effects.js";
import { Idempotency } from "../../node/accounts/idempotency.js";
import { SpinUp } from "../../node/onboarding/spinUp.js";
import { Work } from "../../node/accounts/work.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { identityOf, signSession } from "../../protocol/identity/derive.js";
import { StoreError } from "../../storage/kv/errors.js";
import { MemoryStore } from "../../scripts/stores/memory.js";
import { ADAPTERS, start, type Running } from "../contract/fakeNode.js";
import { quiet } from "../kit/logger.js";
import { HandClock, NODE_KEY, AccountBench } from "../kit/accounts.js";
import { call, expectProblem, textOf, type Reply } from "../kit/requests.js";

/** Thirty days of 777,000,777 ns; a literal. */
const SESSION_CALCONDS = 3_335_904;
const registry = builtinRegistry((text) => nodeCrypto.sha256Hex(text));

/** A disk whose reads fail while it is told to. */
class Disk extends MemoryStore {
  unreadable = false;
  override async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    if (this.unreadable) throw new StoreError("STORE_IO", "planted");
    return super.get(key);
  }
}

for (const adapter of ADAPTERS) {
  describe(`ends of sessions on ${adapter}`, () => {
    let disk: Disk;
    let bench: AccountBench;
    let node: Running;
    beforeEach(async () => {
      disk = new Disk();
      bench = new AccountBench(disk, new HandClock());
      node = await serve();
    });
    afterEach(() => node.stop());

    const serve = (): Promise<Running> => {
      const { accounts, clock, deadlines, machineRegister, opening, sessions, store } = bench;
      const work = new Work(
        { secret: new Uint8Array(32), enabled: false },
        { crypto: nodeCrypto, deadlines, store, registry, random: systemRandom },
      );
      const spinUp = new SpinUp({
        store,
        crypto: nodeCrypto,
        deadlines,
        machineRegister,
        opening,
        random: systemRandom,
        work,
      });
      const handlers = accountHandlers({
        effects: new Effects({ store, ledger: null }),
        idempotency: new Idempotency({ store, clock, random: systemRandom, log: quiet }),
        identity: { publicKeyHex: NODE_KEY },
        machineRegister,
        opening,
        sessions,
        spinUp,
        store,
        work,
      });
      return start(adapter, {
        handlers,
        context: {
          authenticate: async (token) => {
            const found = await accounts.authenticate(token);
            return found === "unknown" ? null : found;
          },
        },
      });
    };
    const send = (
      method: string,
      path: string,
      body?: unknown,
      key: string | null = null,
      headers: Record<string, string> = {},
    ): Promise<Reply> =>
      call({ api: { http: node.url, token: "" } }, method, path, body, { key, headers });
    const signIn = async (): Promise<{ token: string; key: string; expires: number }> => {
      const { cid, publicKey, seed } = identityOf(nodeCrypto, "an equation of this test");
      const identity = await send("POST", "/api/identity/register", { cid, publicKey });
      expect(identity.status, identity.text).to.equal(201);
      const asked = (await send("POST", "/api/identity/challenge", { cid })).body;
      const [nonce, name] = [textOf(asked, "nonce"), textOf(asked, "node")];
      const opened = await send("POST", "/api/identity/session", {
        cid,
        nonce,
        signature: signSession(nodeCrypto, seed, { cid, nonce, node: name }),
      });
      expect(opened.status, opened.text).to.equal(201);
      return {
        token: textOf(opened.body, "token"),
        key: textOf(identity.body, "key"),
        expires: Number(opened.body["expiresCalcond"]),
      };
    };

    it("a session is over at its calcond, however it is shown, and a clock that is set back does not revive it", async () => {
      const begun = bench.deadlines.now();
      const { expires, key, token } = await signIn();
      expect(expires).to.equal(begun + SESSION_CALCONDS);
      bench.clock.forward(SESSION_CALCONDS - 1);
      expect((await send("GET", "/api/identity", undefined, token)).body).to.deep.include({
        valid: true,
        kind: "session",
      });
      expect((await send("GET", "/api/keys", undefined, token)).status).to.equal(200);
      bench.clock.forward(1);
      const ways: readonly (() => Promise<Reply>)[] = [
        () => send("GET", "/api/identity", undefined, token),
        () => send("GET", `/api/identity?token=${token}`),
        () => send("GET", "/api/identity", undefined, null, { cookie: `calc_session=${token}` }),
      ];
      const over = async (): Promise<void> => {
        for (const way of ways)
          expect((await way()).body).to.deep.include({ valid: false, credential: "expired" });
        const refused = await send("GET", "/api/keys", undefined, token);
        expectProblem(refused, 401, "SESSION_EXPIRED");
        expect(refused.headers.get("www-authenticate")).to.match(/^Bearer realm="calc"/);
        expectProblem(
          await send("POST", "/api/keys", {}, null, {
            cookie: `calc_session=${token}`,
            origin: node.url,
          }),
          401,
          "SESSION_EXPIRED",
        );
      };
      await over();
      bench.clock.forward(-SESSION_CALCONDS);
      await over();
      await bench.deadlines.stop();
      await node.stop();
      bench = await bench.again();
      node = await serve();
      await over();
      expect((await send("GET", "/api/identity", undefined, key)).body).to.deep.include({
        valid: true,
        kind: "account",
      });
    });

    it("keys that cannot be looked up are 503, and no valid: false, until they can", async () => {
      const { key, token } = await signIn();
      // A token used is known without the disk: a new start knows nothing.
      await node.stop();
      bench = await bench.again();
      node = await serve();
      disk.unreadable = true;
      for (const credential of [token, key]) {
        for (const reply of [
          await send("GET", "/api/identity", undefined, credential),
          await send("GET", "/api/keys", undefined, credential),
        ]) {
          const problem = expectProblem(reply, 503, "NOT_READY");
          expect(problem).to.not.have.property("valid");
          expect(reply.headers.get("retry-after")).to.equal("1");
        }
      }
      expectProblem(await send("GET", `/api/identity?token=${token}`), 503, "NOT_READY");
      expect(JSON.stringify(node.errors))
        .to.not.contain(token.slice(12))
        .and.to.not.contain(key.slice(12));
      // Nothing came with this one, so there is nothing to look up.
      expect((await send("GET", "/api/identity")).body).to.deep.include({
        valid: false,
        credential: "absent",
      });
      disk.unreadable = false;
      expect((await send("GET", "/api/identity", undefined, token)).body).to.deep.include({
        valid: true,
        kind: "session",
      });
      disk.unreadable = true;
      expect((await send("GET", "/api/identity", undefined, token)).body).to.deep.include({
        valid: true,
        kind: "session",
      });
    });
  });
}
