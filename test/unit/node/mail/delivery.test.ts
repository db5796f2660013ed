/** Mail between two whole nodes in one process and in virtual time. */
import { expect } from "chai";
import { Town, type TownNode } from "../../../../scripts/market/town.js";
import {
  attach,
  fetched,
  mailOf,
  sendMail,
  toldOf,
  townsman,
  type Townsman,
} from "../../../kit/mail/people.js";

const DAY_CALCONDS = 111_197;

describe("mail between two nodes", () => {
  let town: Town;
  let here: TownNode;
  let there: TownNode;
  let ada: Townsman;
  let bob: Townsman;

  before(async () => {
    town = new Town();
    here = await town.add("here");
    there = await town.add("there");
    ada = await townsman(here, "ada.lovelace");
    bob = await townsman(there, "bob-the-second");
  });
  after(() => town.stop());

  /** What waits for time to pass is given it. */
  async function ready<T>(made: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const done = made.finally(() => {
      state.isDone = true;
    });
    done.catch(() => undefined);
    for (let i = 0; i < 2_000 && !state.isDone; i += 1) await town.pass(1);
    return done;
  }
  const atRest = (): Promise<number> =>
    town.until("the outboxes are empty", async () =>
      town.nodes.every(({ node }) => node.services.mail.delivery.outbox.depth === 0),
    );

  it("is queued, delivered, read, and answered", async () => {
    const sent = await ready(sendMail(ada, [bob.address], { subject: "The engine" }));
    expect(sent.recipients).to.deep.equal([{ address: bob.address, status: "queued" }]);
    expect(await toldOf(ada, sent.id)).to.deep.equal(["queued"]);
    await atRest();
    expect(await toldOf(ada, sent.id)).to.deep.equal(["delivered"]);
    expect(await mailOf(bob)).to.deep.equal([
      { id: sent.id, subject: "The engine", from: ada.address, preview: "t" },
    ]);
    const answer = await ready(sendMail(bob, [ada.address], { inReplyTo: sent.id }));
    await atRest();
    expect((await mailOf(ada)).map(({ id }) => id)).to.deep.equal([answer.id]);
    expect(answer.thread).to.equal(sent.id);
  });

  it("carries attachments, and waits for a node that is down", async () => {
    const bytes = Buffer.alloc(200_000, "a plan ");
    const file = await attach(ada, bytes);
    town.part([there]);
    const sent = await ready(sendMail(ada, [bob.address], { attachments: [file] }));
    await town.pass(40);
    expect(await toldOf(ada, sent.id)).to.deep.equal(["queued"]);
    town.heal();
    await atRest();
    expect(await toldOf(ada, sent.id)).to.deep.equal(["delivered"]);
    expect((await fetched(bob, file)).equals(bytes)).to.equal(true);
  });

  it("is refused for who is not there, and for a node that nobody could ask", async () => {
    const code = (made: Promise<unknown>): Promise<string> =>
      ready(made).then(
        () => "sent",
        (error: unknown) => String(Object(error)["code"]),
      );
    const node = bob.address.split("@")[1];
    expect(await code(sendMail(ada, [`nobody.here@${node}`]))).to.equal("NOT_FOUND");
    expect(await code(sendMail(ada, ["nobody.here@0123456789abcdef"]))).to.equal("NOT_READY");
  });

  it("bounces after a day, as a message that says why", async () => {
    town.part([there]);
    const sent = await ready(sendMail(ada, [bob.address], { subject: "late" }));
    await town.time.pass(DAY_CALCONDS * 777.1, () => town.settle());
    await atRest();
    expect(await toldOf(ada, sent.id)).to.deep.equal(["bounced: late"]);
    const [bounce] = await mailOf(ada);
    expect(bounce).to.deep.include({
      subject: "Not delivered",
      from: `mailer-daemon@${ada.address.split("@")[1]}`,
    });
    expect(bounce?.preview).to.include(sent.id).and.to.include(bob.address);
    town.heal();
    expect((await mailOf(bob)).map(({ subject }) => subject)).to.not.include("late");
  });
});
