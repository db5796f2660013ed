/** Mail between two nodes of which either is killed, or parted from the other, at any step. */
import { expect } from "chai";
import { Town, type TownNode } from "../../../../scripts/market/town.js";
import { SeededRandom } from "../../../../scripts/sim/random.js";
import {
  attach,
  fetched,
  mailOf,
  sendMail,
  townsman,
  type Townsman,
} from "../../../kit/mail/people.js";
import { isLong } from "../../../kit/runs.js";

/** Batches that are written before a disk stops: more than a delivery has. */
const STEPS = isLong ? 14 : 3;
const ROUNDS = isLong ? 300 : 12;
const HOUR_MS = 3_600_000;
const SEED = 20_261_127;

describe("mail between nodes that are killed", () => {
  let town: Town;
  let here: TownNode;
  let there: TownNode;
  let ada: Townsman;
  let bob: Townsman;
  let count = 0;
  /** Subjects of what a sender was told is sent, and of what it was told nothing about. */
  const told = new Set<string>();
  const attempted = new Set<string>();

  before(async () => {
    town = new Town();
    here = await town.add("here");
    there = await town.add("there");
    ada = await townsman(here, "ada.lovelace");
    bob = await townsman(there, "bob-the-second");
    await send(ada, bob);
    await atRest();
  });
  after(() => town.stop());

  async function send(from: Townsman, to: Townsman, files: readonly string[] = []): Promise<void> {
    count += 1;
    const subject = `to ${to.account} ${count}`;
    attempted.add(subject);
    const state = { isDone: false };
    const sent = sendMail(from, [to.address], { subject, attachments: files }).then(
      () => told.add(subject),
      () => undefined,
    );
    void sent.finally(() => {
      state.isDone = true;
    });
    // Addresses are stretched in real time, beside that of the town.
    for (let i = 0; i < 2_000 && !state.isDone; i += 1) await town.pass(1);
    await sent;
  }

  /** An hour is over, so that more may be sent. */
  const later = (): Promise<void> =>
    isLong ? town.time.pass(HOUR_MS, () => town.settle()) : Promise.resolve();

  /** Everything that was said to be sent is there, and nothing stands twice. */
  async function atRest(): Promise<void> {
    town.heal();
    await town.until("the outboxes are empty", async () =>
      town.nodes.every(({ node }) => node.services.mail.delivery.outbox.depth === 0),
    );
    const arrived = [...(await mailOf(ada)), ...(await mailOf(bob))].map(({ subject }) => subject);
    expect(new Set(arrived).size).to.equal(arrived.length);
    for (const subject of told) expect(arrived, subject).to.include(subject);
    for (const subject of arrived) expect(attempted.has(subject), subject).to.equal(true);
    for (const { node } of town.nodes)
      expect(node.services.mail.delivery.incoming.coming).to.equal(0);
  }

  for (const side of ["sender", "receiver"] as const)
    it(`of which the ${side} is killed after each of its batches, lose and double nothing`, async () => {
      for (let batches = 0; batches < STEPS; batches += 1) {
        const bytes = Buffer.alloc(70_000 + batches, `${side} ${batches}`);
        const file = await attach(ada, bytes);
        const killed = side === "sender" ? here : there;
        killed.raw.failAfter(batches);
        const before = told.size;
        await send(ada, bob, [file]);
        await town.pass(2);
        await town.kill(killed);
        await atRest();
        if (told.size > before)
          expect((await fetched(bob, file)).equals(bytes), `after ${batches}`).to.equal(true);
        await later();
      }
    });

  it("of which the sender is killed when the message is stored and not yet answered, too", async () => {
    town.part([there]);
    await send(ada, bob);
    const before = (await mailOf(bob)).length;
    town.heal();
    // The answer waits for its beat.
    for (let i = 0; i < 200 && (await mailOf(bob)).length === before; i += 1)
      await town.time.pass(20, () => town.settle());
    expect((await mailOf(bob)).length).to.equal(before + 1);
    expect(here.node.services.mail.delivery.outbox.depth).to.equal(1);
    await town.kill(here);
    await atRest();
    expect((await mailOf(bob)).length).to.equal(before + 1);
  });

  it(`in any order, with partitions (seed ${SEED})`, async () => {
    const random = new SeededRandom(`mail ${SEED}`);
    const below = (limit: number): number => Math.floor(random.next() * limit);
    for (let round = 0; round < ROUNDS; round += 1) {
      const node = below(2) === 0 ? here : there;
      switch (below(6)) {
        case 0:
          town.part([node]);
          break;
        case 1:
          town.heal();
          break;
        case 2:
          node.raw.failAfter(below(6));
          break;
        case 3:
          await town.kill(node);
          break;
        case 4:
          await town.pass(1 + below(3));
          break;
        default: {
          const [from, to] = below(2) === 0 ? ([ada, bob] as const) : ([bob, ada] as const);
          await send(from, to);
        }
      }
      if (round % 40 === 39) await later();
    }
    for (const node of town.nodes) await town.kill(node);
    await atRest();
  });
});
