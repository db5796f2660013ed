/** Mail between two whole nodes that cannot call each other, in virtual time. */
import { expect } from "chai";
import type { SimNode } from "../../scripts/sim/node.js";
import { startHidden } from "../../scripts/sim/realNetworks.js";
import {
  attach,
  deliveriesOf,
  fetched,
  mailOf,
  personAt,
  sendMail,
  type Person,
} from "../kit/mail/people.js";

const WAIT_MS = 120_000;

function personOn({ author, place, up }: SimNode, localPart: string): Promise<Person> {
  const { node, store } = up!;
  return personAt({ name: place, node, publicKey: author.publicKey, store }, localPart);
}

/** Two people on two nodes behind translators, and how to wait for what they do. */
async function apart(relay: boolean) {
  const { hidden, world } = await startHidden("1", { hidden: 2, relay });
  const { loop } = world;
  const wait = <T>(outcome: Promise<T>): Promise<T> => loop.complete(outcome, WAIT_MS);
  const [here, there] = [hidden[0]!, hidden[1]!];
  const ada = await wait(personOn(here, "ada.lovelace"));
  const bob = await wait(personOn(there, "bob-the-second"));
  return { ada, bob, here, loop, there, wait };
}

describe("mail between two who cannot call each other", () => {
  it("goes over a relay, with its attachment, and what came of it comes back", async () => {
    const { ada, bob, here, loop, wait } = await apart(true);
    const bytes = Buffer.alloc(200_000, "a plan ");
    const file = await wait(attach(ada, bytes));
    const sent = await wait(sendMail(ada, [bob.address], { attachments: [file] }));
    const { outbox } = here.up!.node.services.mail.delivery;
    const fromMs = loop.nowMs;
    await loop.runUntil(() => outbox.depth === 0, WAIT_MS, 50);
    expect(loop.nowMs - fromMs).to.be.below(30_000);
    expect(await wait(deliveriesOf(ada, sent.id))).to.deep.equal(["delivered"]);
    const [mail] = await wait(mailOf(bob));
    expect(mail).to.include({ id: sent.id, from: ada.address, preview: "t" });
    expect((await wait(fetched(bob, file))).equals(bytes)).to.equal(true);
  });

  it("is refused at once without one: whose the address is, nobody can be asked", async () => {
    const { ada, bob, here, there, wait } = await apart(false);
    expect(here.net!.peers()).not.to.include(there.peerId);
    const code = await wait(
      sendMail(ada, [bob.address]).then(
        () => "sent",
        (error: unknown) => String(Object(error)["code"]),
      ),
    );
    expect(code).to.equal("NOT_READY");
  });
});
