/** Mail between two nodes of which either is killed, or parted from the other, at any step. */
import { expect } from "chai";
import { LocalMesh, type LocalNode } from "../../../../scripts/market/localMesh.js";
import { SeededRandom } from "../../../../scripts/sim/random.js";
import {
  attach,
  fetched,
  mailOf,
  sendMail,
  personAt,
  type Person,
} from "../../../kit/mail/people.js";
import { isLong } from "../../../kit/runs.js";

/** Batches that are written before a disk stops: more than a delivery has. */
const STEPS = isLong ? 14 : 3;
const ROUNDS = isLong ? 300 : 12;
const HOUR_MS = 3_600_000;
const SEED = 20_261_127;

describe("mail between nodes that are killed", () => {
  let mesh: LocalMesh;
  let here: LocalNode;
  let there: LocalNode;
  let ada: Person;
  let bob: Person;
  let count = 0;
  /** Subjects of what a sender was told is sent, and of what it was told nothing about. */
  const delivered = new Set<string>();
  const attempted = new Set<string>();

  before(async () => {
    mesh = new LocalMesh();
    here = await mesh.add("here");
    there = await mesh.add("there");
    ada = await personAt(here, "ada.lovelace");
    bob = await personAt(there, "bob-the-second");
    await send(ada, bob);
    await atRest();
  });
  after(() => mesh.stop());

  async function send(from: Person, to: Person, files: readonly string[] = []): Promise<void> {
    count += 1;
    const subject = `to ${to.account} ${count}`;
    attempted.add(subject);
    const state = { isDone: false };
    const sent = sendMail(from, [to.address], { subject, attachments: files }).then(
      () => delivered.add(subject),
      () => undefined,
    );
    void sent.finally(() => {
      state.isDone = true;
    });
    // Addresses are stretched in real time, beside that of the mesh.
    for (let i = 0; i < 2_000 && !state.isDone; i += 1) await mesh.pass(1);
    await sent;
  }

  /** An hour is over, so that more may be sent. */
  const later = (): Promise<void> =>
    isLong ? mesh.time.pass(HOUR_MS, () => mesh.settle()) : Promise.resolve();

  /** Everything that was said to be sent is there, and nothing stands twice. */
  async function atRest(): Promise<void> {
    mesh.heal();
    await mesh.until("the outboxes are empty", async () =>
      mesh.nodes.every(({ node }) => node.services.mail.delivery.outbox.depth === 0),
    );
    const arrived = [...(await mailOf(ada)), ...(await mailOf(bob))].map(({ subject }) => subject);
    expect(new Set(arrived).size).to.equal(arrived.length);
    for (const subject of delivered) expect(arrived, subject).to.include(subject);
    for (const subject of arrived) expect(attempted.has(subject), subject).to.equal(true);
    for (const { node } of mesh.nodes)
      expect(node.services.mail.delivery.incoming.coming).to.equal(0);
  }

  for (const side of ["sender", "receiver"] as const)
    it(`of which the ${side} is killed after each of its batches, lose and double nothing`, async () => {
      for (let batches = 0; batches < STEPS; batches += 1) {
        const bytes = Buffer.alloc(70_000 + batches, `${side} ${batches}`);
        const file = await attach(ada, bytes);
        const killed = side === "sender" ? here : there;
        killed.raw.failAfter(batches);
        const before = delivered.size;
        await send(ada, bob, [file]);
        await mesh.pass(2);
        await mesh.kill(killed);
        await atRest();
        if (delivered.size > before)
          expect((await fetched(bob, file)).equals(bytes), `after ${batches}`).to.equal(true);
        await later();
      }
    });

  it("of which the sender is killed when the message is stored and not yet answered, too", async () => {
    mesh.part([there]);
    await send(ada, bob);
    const before = (await mailOf(bob)).length;
    mesh.heal();
    // The answer waits for its beat.
    for (let i = 0; i < 200 && (await mailOf(bob)).length === before; i += 1)
      await mesh.time.pass(20, () => mesh.settle());
    expect((await mailOf(bob)).length).to.equal(before + 1);
    expect(here.node.services.mail.delivery.outbox.depth).to.equal(1);
    await mesh.kill(here);
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
          mesh.part([node]);
          break;
        case 1:
          mesh.heal();
          break;
        case 2:
          node.raw.failAfter(below(6));
          break;
        case 3:
          await mesh.kill(node);
          break;
        case 4:
          await mesh.pass(1 + below(3));
          break;
        default: {
          const [from, to] = below(2) === 0 ? ([ada, bob] as const) : ([bob, ada] as const);
          await send(from, to);
        }
      }
      if (round % 40 === 39) await later();
    }
    for (const node of mesh.nodes) await mesh.kill(node);
    await atRest();
  });
});
