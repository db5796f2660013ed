/**
 * One balance asked for by many connections at once, of a running node: who can be paid is paid,
 * nobody else is.
 */
import { randomBytes } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { startNode, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { SeededRandom } from "../../../scripts/sim/random.js";
import {
  call,
  fieldsOf,
  listOf,
  numberOf,
  parseFields,
  textOf,
  type Fields,
} from "../../kit/requests.js";

export const CONNECTIONS = 64;
/** F = G m1 m2/r^2 costs 3 credits. */
const PRICE = 3;
const ENVELOPES = "/api/tally/envelopes";

export interface Owner {
  readonly account: string;
  readonly cid: string;
  readonly key: string;
}

interface Sent {
  readonly status: number;
  readonly body: Fields;
}

/** Exactly so many connections, each of which sends its next request when it has its answer. */
class Crowd {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #node: RunningNode;
  /** Most connections that were open at once. */
  connections = 0;

  constructor(node: RunningNode) {
    this.#node = node;
  }

  async all(path: string, key: string, bodies: readonly unknown[]): Promise<readonly Sent[]> {
    const answers: Sent[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (next < bodies.length) {
          const at = next;
          next += 1;
          answers[at] = await this.#send(path, key, JSON.stringify(bodies[at]));
        }
      }),
    );
    return answers;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(path: string, key: string, body: string): Promise<Sent> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        `${this.#node.api.http}${path}`,
        {
          method: "POST",
          agent: this.#agent,
          headers: {
            authorization: `Bearer ${key}`,
            "content-type": "application/json",
            "content-length": Buffer.byteLength(body),
          },
        },
        (response) => {
          this.connections = Math.max(
            this.connections,
            Object.values(this.#agent.sockets).flat().length,
          );
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            resolve({
              status: response.statusCode ?? 0,
              body: parseFields(Buffer.concat(chunks).toString("utf8")),
            });
          });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

/** An account without credits. */
export async function register(node: RunningNode): Promise<Owner> {
  const publicKey = Buffer.from(nodeCrypto.ed25519PublicKey(randomBytes(32))).toString("hex");
  const cid = randomBytes(16).toString("hex");
  const identity = await call(
    node,
    "POST",
    "/api/identity/register",
    { cid, publicKey },
    { key: null },
  );
  expect(identity.status, identity.text).to.equal(201);
  return { account: textOf(identity.body, "account"), cid, key: textOf(identity.body, "key") };
}

async function ledgerOf(node: RunningNode, { key }: Owner): Promise<Fields> {
  return (await call(node, "GET", "/api/ledger", undefined, { key })).body;
}

async function idsOf(node: RunningNode, { cid, key }: Owner): Promise<readonly string[]> {
  const { body } = await call(node, "GET", `${ENVELOPES}/${cid}`, undefined, { key });
  return listOf(body, "envelopes").map((token) => textOf(token, "token_id"));
}

function codes(answers: readonly Sent[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { body, status } of answers) {
    const code = status === 200 ? "200" : `${status} ${textOf(body, "code")}`;
    found.set(code, (found.get(code) ?? 0) + 1);
  }
  return found;
}

/** Nothing is missing, nothing too much, by the node's own audit. */
export async function audited(node: RunningNode): Promise<Fields> {
  const { body, text } = await call(node, "GET", "/api/ledger/audit");
  expect(body["findings"], text).to.deep.equal([]);
  expect(body["ok"]).to.equal(true);
  return fieldsOf(body, "totals");
}

/** @param attempts of each kind; seven tenths of them can be paid for */
export async function contend(
  dataDir: string,
  attempts: number,
  seed: string,
): Promise<{ readonly seconds: Readonly<Record<string, number>> }> {
  const node = await startNode({
    dataDir,
    args: ["--rate-limits", "off"],
    env: { CALC_CREDITS_WELCOME: "0" },
  });
  const crowd = new Crowd(node);
  const seconds: Record<string, number> = {};
  const timed = async (
    what: string,
    path: string,
    key: string,
    bodies: readonly unknown[],
  ): Promise<readonly Sent[]> => {
    const startMs = performance.now();
    const answers = await crowd.all(path, key, bodies);
    seconds[what] = (performance.now() - startMs) / 1_000;
    return answers;
  };
  try {
    const before = await audited(node);
    const [ada, ben] = [await register(node), await register(node)];
    const paid = Math.floor(0.7 * attempts);
    // Two more than the last one that can be paid: not enough for another.
    const granted = await call(node, "POST", "/api/ledger/grant", {
      account: ada.cid,
      credits: PRICE * paid + 2,
      reference: "all there is",
    });
    expect(granted.status, granted.text).to.equal(201);

    const computed = await timed(
      "computations",
      "/api/calc/compute",
      ada.key,
      Array.from({ length: attempts }, (_, i) => ({
        operators: ["NM21"],
        inputs: { m1: 1 + i, m2: 2, r: 3 },
      })),
    );
    expect(codes(computed)).to.deep.equal(
      new Map([
        ["200", paid],
        ["402 INSUFFICIENT_BALANCE", attempts - paid],
      ]),
    );
    const receipts = computed
      .filter(({ status }) => status === 200)
      .map(({ body }) => textOf(body, "receipt_id"));
    for (const { body } of computed.filter(({ status }) => status === 402))
      expect(fieldsOf(body, "price")["credits"]).to.equal(PRICE);
    expect(await ledgerOf(node, ada)).to.include({
      free: 0,
      paid: 2,
      held: PRICE * paid,
      spent: PRICE * paid,
    });
    expect(await idsOf(node, ada)).to.deep.equal([...new Set(receipts)].sort());

    const moved = await timed(
      "transfers by count",
      `${ENVELOPES}/transfer-bulk`,
      ada.key,
      Array.from({ length: attempts }, () => ({ to: ben.cid, count: 1 })),
    );
    expect(codes(moved)).to.deep.equal(
      new Map([
        ["200", paid],
        ["409 NOT_ENOUGH_MOVABLE", attempts - paid],
      ]),
    );
    expect(await ledgerOf(node, ada)).to.include({ paid: 2, held: 0 });
    expect(await ledgerOf(node, ben)).to.include({ free: 0, paid: 0, held: PRICE * paid });
    expect(await idsOf(node, ben)).to.deep.equal([...receipts].sort());

    // Each envelope is asked for twice: it goes once.
    const random = new SeededRandom(seed);
    const asked = random.shuffled(receipts).slice(0, Math.floor(attempts / 2));
    const back = await timed(
      "transfers by id",
      `${ENVELOPES}/transfer-bulk`,
      ben.key,
      random.shuffled([...asked, ...asked]).map((id) => ({ to: ada.cid, token_ids: [id] })),
    );
    expect(codes(back)).to.deep.equal(
      new Map([
        ["200", asked.length],
        ["404 NOT_FOUND", asked.length],
      ]),
    );
    expect(await idsOf(node, ada)).to.deep.equal([...asked].sort());
    expect((await idsOf(node, ben)).length).to.equal(paid - asked.length);
    const after = await audited(node);
    const changed = Object.keys(after).map((kind): [string, number] => [
      kind,
      numberOf(after, kind) - numberOf(before, kind),
    ]);
    expect(Object.fromEntries(changed)).to.deep.equal({
      free: 0,
      paid: 2,
      held: PRICE * paid,
      house: 0,
      "mint:credits": -(PRICE * paid + 2),
      "burn:credits": PRICE * paid,
      "mint:free": 0,
      "mint:paid": -PRICE * paid,
      "burn:free": 0,
      "burn:paid": 0,
    });
    expect(crowd.connections).to.equal(CONNECTIONS);
    return { seconds };
  } finally {
    crowd.close();
    await node.stop();
  }
}
