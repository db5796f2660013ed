/** Mail between two whole nodes in one process and in virtual time. */
import { expect } from "chai";
import { LocalMesh, type LocalNode } from "../../../../scripts/market/localMesh.js";
import {
  attach,
  fetched,
  mailOf,
  sendMail,
  deliveriesOf,
  personAt,
  type Person,
} from "../../../kit/mail/people.js";

const DAY_CALCONDS = 111_197;

describe("mail between two nodes", () => {
  let mesh: LocalMesh;
  let here: LocalNode;
  let there: LocalNode;
  let ada: Person;
  let bob: Person;

  before(async () => {
    mesh = new LocalMesh();
    here = await mesh.add("here");
    there = await mesh.add("there");
    ada = await personAt(here, "ada.lovelace");
    bob = await personAt(there, "bob-the-second");
  });
  after(() => mesh.stop());

  /** What waits for time to pass is given it. */
  async function ready<T>(outcome: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const done = outcome.finally(() => {
      state.isDone = true;
    });
    done.catch(() => undefined);
    for (let i = 0; i < 2_000 && !state.isDone; i += 1) await mesh.pass(1);
    return done;
  }
  const atRest = (): Promise<number> =>
    mesh.until("the outboxes are empty", async () =>
      mesh.nodes.every(({ node }) => node.services.mail.delivery.outbox.depth === 0),
    );

  it("is queued, delivered, read, and answered", async () => {
    const sent = await ready(sendMail(ada, [bob.address], { subject: "The engine" }));
    expect(sent.recipients).to.deep.equal([{ address: bob.address, status: "queued" }]);
    expect(await deliveriesOf(ada, sent.id)).to.deep.equal(["queued"]);
    await atRest();
    expect(await deliveriesOf(ada, sent.id)).to.deep.equal(["delivered"]);
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
    mesh.part([there]);
    const sent = await ready(sendMail(ada, [bob.address], { attachments: [file] }));
    await mesh.pass(40);
    expect(await deliveriesOf(ada, sent.id)).to.deep.equal(["queued"]);
    mesh.heal();
    await atRest();
    expect(await deliveriesOf(ada, sent.id)).to.deep.equal(["delivered"]);
    expect((await fetched(bob, file)).equals(bytes)).to.equal(true);
  });

  it("is refused for who is not there, and for a node that nobody could ask", async () => {
    const code = (outcome: Promise<unknown>): Promise<string> =>
      ready(outcome).then(
        () => "sent",
        (error: unknown) => String(Object(error)["code"]),
      );
    const node = bob.address.split("@")[1];
    expect(await code(sendMail(ada, [`nobody.here@${node}`]))).to.equal("NOT_FOUND");
    expect(await code(sendMail(ada, ["nobody.here@0123456789abcdef"]))).to.equal("NOT_READY");
  });

  it("bounces after a day, as a message that says why", async () => {
    mesh.part([there]);
    const sent = await ready(sendMail(ada, [bob.address], { subject: "late" }));
    await mesh.time.pass(DAY_CALCONDS * 777.1, () => mesh.settle());
    await atRest();
    expect(await deliveriesOf(ada, sent.id)).to.deep.equal(["bounced: late"]);
    const [bounce] = await mailOf(ada);
    expect(bounce).to.deep.include({
      subject: "Not delivered",
      from: `mailer-daemon@${ada.address.split("@")[1]}`,
    });
    expect(bounce?.preview).to.include(sent.id).and.to.include(bob.address);
    mesh.heal();
    expect((await mailOf(bob)).map(({ subject }) => subject)).to.not.include("late");
  });
});
