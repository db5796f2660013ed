/**
 * Envelopes between two daemons that are killed with SIGKILL after orders were taken: before the burn
 * is said, before it is heard, before it is answered. Each order is sent three times.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { createClient } from "../../../api/client/client.js";
import { newEquation, registerIdentity, signMove } from "../../../api/client/identity.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { Cluster } from "../../../scripts/devnet/cluster.js";
import { SeededRandom } from "../../../scripts/sim/random.js";
import { call, fieldsOf, listOf, numberOf, textOf, type Fields } from "../../kit/requests.js";
import { print, shareOf } from "../reliability/share.js";

const SEED = "moves of daemons 20261128";
const ROUNDS = shareOf(30);
const ENVELOPES = 40;
const ORDERS_OF_ROUND = 4;
const SENT_TIMES = 3;
/** Calconds: an order that comes late to a node that was away comes back. */
const SHORT = 3;
const FAR = 600;

interface Person {
  readonly n: number;
  readonly key: string;
  readonly account: string;
  readonly equation: string;
}

describe("envelopes between two daemons that are killed", () => {
  const dir = temporaryDir("moves-kill");
  const random = new SeededRandom(SEED);
  let cluster: Cluster;
  let people: readonly [Person, Person];

  const asked = async (
    n: number,
    method: string,
    path: string,
    { body, key }: { readonly body?: object; readonly key?: string } = {},
  ): Promise<Fields> => {
    const options = key === undefined ? {} : { key };
    const reply = await call(cluster.node(n), method, path, body, options);
    expect(reply.status, `${path}: ${reply.text}`).to.be.within(200, 299);
    return reply.body;
  };

  async function person(n: number): Promise<Person> {
    const equation = newEquation();
    const client = createClient({ baseUrl: cluster.node(n).api.http });
    const identity = await registerIdentity(client, equation);
    if (identity.kind === "problem") throw new Error(identity.problem.detail);
    const { key } = identity.value;
    const account = textOf(await asked(n, "GET", "/api/ledger", { key }), "account");
    const grant = { account, credits: ENVELOPES, reference: `invoice ${n}` };
    await asked(n, "POST", "/api/ledger/grant", { body: grant });
    const computations = Array.from({ length: ENVELOPES }, () => ({
      operators: ["KO42"],
      inputs: {},
    }));
    await asked(n, "POST", "/api/calc/compute/batch", { body: { computations }, key });
    return { n, key, account, equation };
  }

  const envelopesOf = async ({ account, key, n }: Person): Promise<readonly Fields[]> =>
    listOf(
      await asked(n, "GET", `/api/tally/envelopes/${account}?limit=500`, { key }),
      "envelopes",
    ).map((one) => fieldsOf({ one }, "one"));

  before(async () => {
    const environment = new Map(
      [0, 1].map((n) => [n, { CALC_TRANSFERS_ORIGINS: "*", CALC_CREDITS_WELCOME: "0" }]),
    );
    const args = ["--rate-limits", "off", "--log-level", "warn"];
    cluster = await Cluster.start({ dir: dir.path, count: 2, args, environment });
    people = [await person(0), await person(1)];
  });
  after(async () => {
    await cluster.stop();
    dir.remove();
  });

  async function order(from: Person, to: Person, token: Fields): Promise<object> {
    const mesh = await asked(from.n, "GET", "/api/mesh/status");
    const calcond = numberOf(await asked(from.n, "GET", "/api/calc/pulse"), "calcond");
    const ahead = random.chance(0.3) ? SHORT : FAR;
    return signMove(from.equation, {
      destination: cluster.node(to.n).api.publicKey,
      expires: calcond + ahead,
      from: from.account,
      net: textOf(mesh, "net"),
      nonce: randomBytes(12).toString("base64url"),
      origin: cluster.node(from.n).api.publicKey,
      to: to.account,
      tokens: [{ token_id: textOf(token, "token_id"), version: numberOf(token, "version") }],
    });
  }

  const movesOf = async ({ key, n }: Person): Promise<readonly Fields[]> =>
    listOf(await asked(n, "GET", "/api/transfers?limit=500", { key }), "transfers").map((one) =>
      fieldsOf({ one }, "one"),
    );

  it(`each is live once (seed ${SEED})`, async () => {
    const ids = new Set<string>();
    for (const one of people)
      for (const token of await envelopesOf(one)) ids.add(textOf(token, "token_id"));
    expect(ids.size).to.equal(2 * ENVELOPES);
    let [kills, sent, underWay] = [0, 0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [from, to] = random.chance(0.5) ? people : [people[1], people[0]];
      const held = (await envelopesOf(from)).slice(0, ORDERS_OF_ROUND);
      const orders = await Promise.all(held.map((token) => order(from, to, token)));
      const attempt = (): Promise<unknown> =>
        Promise.all(
          orders.map((body) =>
            call(cluster.node(from.n), "POST", "/api/transfers", body, { key: from.key }).catch(
              () => null,
            ),
          ),
        );
      const first = attempt();
      const victims = [from, to].filter(() => random.chance(0.7));
      // From before the order is on the disk until after it was answered.
      await delay(random.int(400));
      await Promise.all(victims.map(({ n }) => cluster.kill(n)));
      await first;
      kills += victims.length;
      sent += orders.length;
      await delay(random.int(2_000));
      for (const { n } of victims) await cluster.restart(n);
      underWay += (await movesOf(from)).filter(({ state }) => state === "sent").length;
      for (let i = 1; i < SENT_TIMES; i += 1) await attempt();
    }
    for (;;) {
      const open = (await Promise.all(people.map(movesOf))).flat();
      if (open.every(({ state }) => state !== "sent")) break;
      await delay(500);
    }
    const states: Record<string, number> = {};
    const [mine, theirs] = await Promise.all(people.map(movesOf));
    const answers = new Map(theirs!.map((one) => [textOf(one, "id"), textOf(one, "state")]));
    for (const one of mine!) {
      const pair = [textOf(one, "state"), answers.get(textOf(one, "id"))!].sort().join(" ");
      expect(pair).to.match(/^(delivered minted|refunded void)$/);
      states[pair] = (states[pair] ?? 0) + 1;
    }
    expect(mine!.length).to.equal(theirs!.length);
    const live = (await Promise.all(people.map(envelopesOf))).flat();
    expect(live.map((one) => textOf(one, "token_id")).sort()).to.deep.equal([...ids].sort());
    for (const { n } of people)
      expect(await asked(n, "GET", "/api/ledger/audit")).to.include({ ok: true });
    print({ kills, sent, underWay, taken: mine!.length, ...states });
    expect(kills).to.be.greaterThan(ROUNDS / 2);
  });
});
