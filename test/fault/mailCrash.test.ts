/**
 * Mail, stopped behind each write: every state that a kill can leave on the disk is opened again, and
 * the call is made anew. Writes are whole batches in their order, so these are all such states.
 */
import { expect } from "chai";
import { createClient, ProblemError, type Outcome } from "../../api/client/client.js";
import { newEquation, registerIdentity } from "../../api/client/identity.js";
import { setUpMail, uploadAttachment } from "../../api/client/mail.js";
import { systemRandom } from "../../node/runtime/random.js";
import { MAIL_ATTACHMENT_CALCONDS, MAIL_TOMBSTONE_CALCONDS } from "../../protocol/limits.js";
import { WHOLE_RANGE, type BatchOptions, type Operation } from "../../storage/kv/kv.js";
import { MemoryStore, type Contents } from "../../scripts/stores/memory.js";
import { serveNode, type ServedNode } from "../kit/served.js";

const CANARY = "marimba-canary-51c0";
const SEND = "send-once-0123456789abcdef";
const GOES_ON = new AbortController().signal;

/** Keeps what the disk holds behind each batch. */
class Recorded extends MemoryStore {
  readonly states: Contents[] = [];
  isOn = false;

  override async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    await super.batch(operations, options);
    if (this.isOn) this.states.push(this.contents());
  }

  /** State before, and behind each write of what `fn` does. */
  async during(fn: () => Promise<unknown>): Promise<readonly Contents[]> {
    this.states.length = 0;
    this.states.push(this.contents());
    this.isOn = true;
    await fn();
    this.isOn = false;
    return [...this.states];
  }
}

interface Person {
  readonly key: string;
  readonly address: string;
}

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "problem") throw new ProblemError(outcome.problem);
  return outcome.value;
}

const ports = { random: systemRandom };

async function person(served: ServedNode, localPart: string): Promise<Person> {
  const equation = newEquation();
  const { url } = served.http;
  const { key } = value(await registerIdentity(createClient({ baseUrl: url }), equation));
  const client = createClient({ baseUrl: url, key });
  const { address } = value(await setUpMail(client, { equation, apiKey: key, localPart }));
  return { key, address: address ?? "" };
}

const FILE = new Uint8Array(Buffer.alloc(600_000, `${CANARY} file `));

function upload(served: ServedNode, { key }: Person) {
  const place = { baseUrl: served.http.url, key };
  return uploadAttachment(place, { name: `${CANARY}.txt` }, FILE);
}

function send(served: ServedNode, from: Person, to: Person, blobId: string, key = SEND) {
  return createClient({ baseUrl: served.http.url, key: from.key }).mailSend(
    {
      to: [to.address],
      subject: `${CANARY} subject`,
      text: `${CANARY} body`,
      attachments: [blobId],
    },
    { idempotencyKey: key },
  );
}

/** Opens a state as a node that starts on it, so many calconds later. */
async function again<T>(
  contents: Contents,
  calconds: number,
  fn: (served: ServedNode, raw: MemoryStore) => Promise<T>,
): Promise<T> {
  const raw = new MemoryStore(contents);
  const served = await serveNode({ raw, created: false, ports });
  served.pass(calconds);
  try {
    return await fn(served, raw);
  } finally {
    await served.close();
  }
}

async function sweep({ node }: ServedNode): Promise<void> {
  const { sweep: task } = node.services.mail.ends;
  while ((await task.run(GOES_ON, () => true)) === "more");
}

async function frames({ node }: ServedNode): Promise<number> {
  return (await node.store.mail.frames.list()).length;
}

async function download(served: ServedNode, who: Person, id: string): Promise<number> {
  const { key } = who;
  return (await served.call("GET", `/api/mail/attachments/${id}`, { key })).status;
}

describe("faults: mail stopped behind each of its writes", () => {
  const raw = new Recorded();
  let served: ServedNode;
  let ada: Person;
  let bob: Person;
  let blobId: string;
  const states: Record<"upload" | "send" | "confirm" | "sweep", readonly Contents[]> = {
    upload: [],
    send: [],
    confirm: [],
    sweep: [],
  };
  before(async () => {
    served = await serveNode({ raw, ports });
    ada = await person(served, "ada.lovelace");
    bob = await person(served, "bob.the.second");
    states.upload = await raw.during(async () => {
      blobId = String(value(await upload(served, ada))["blobId"]);
    });
    states.send = await raw.during(async () => value(await send(served, ada, bob, blobId)));
    states.confirm = await raw.during(async () =>
      value(
        await createClient({ baseUrl: served.http.url, key: bob.key }).mailConfirm({ id: blobId }),
      ),
    );
    blobId = String(value(await upload(served, ada))["blobId"]);
    await send(served, ada, bob, blobId, "another-0123456789abcdef");
    served.pass(MAIL_ATTACHMENT_CALCONDS);
    states.sweep = await raw.during(() => sweep(served));
    await served.close();
  });

  it("loses no message and doubles none where a send is repeated", async () => {
    expect(states.send.length).to.be.at.least(2);
    for (const [i, state] of states.send.entries())
      await again(state, 0, async (node) => {
        const { blobs, entries, messages, states: counts } = node.node.store.mail;
        const sent = value(await send(node, ada, bob, (await blobs.list())[0]![0]));
        const place = `behind write ${i}`;
        expect(
          (await messages.list()).map(([id, { copies }]) => [id, copies]),
          place,
        ).to.deep.equal([[sent.id, 2]]);
        const stand = (await entries.list()).map(([[[, mailbox]], { id }]) => [mailbox, id]);
        expect(stand, place).to.have.deep.members([
          ["inbox", sent.id],
          ["sent", sent.id],
        ]);
        expect((await counts.list()).map(([, { count }]) => count)).to.deep.equal([1, 1]);
        const client = createClient({ baseUrl: node.http.url, key: bob.key });
        expect(value(await client.mailRead({ id: sent.id })).text).to.equal(`${CANARY} body`);
      });
  });

  it("ends an attachment with the last word, repeated or not", async () => {
    for (const state of states.confirm)
      await again(state, 0, async (node) => {
        const [first] = await node.node.store.mail.blobs.list();
        expect(first).to.not.equal(undefined);
        const [id] = first!;
        const client = createClient({ baseUrl: node.http.url, key: bob.key });
        const outcome = await client.mailConfirm({ id });
        if (outcome.kind === "problem") expect(outcome.problem.code).to.equal("GONE");
        expect(await frames(node)).to.equal(0);
        expect(await download(node, bob, id)).to.equal(410);
      });
  });

  it("serves none whose upload did not end, and drops its frames with its day", async () => {
    expect(states.upload.length).to.be.at.least(3);
    for (const [i, state] of states.upload.entries())
      await again(state, 0, async (node) => {
        const [one] = await node.node.store.mail.blobs.list();
        const isWhole = i === states.upload.length - 1;
        if (one !== undefined)
          expect(await download(node, ada, one[0])).to.equal(isWhole ? 200 : 404);
        node.pass(MAIL_ATTACHMENT_CALCONDS);
        await sweep(node);
        expect(await frames(node)).to.equal(0);
      });
  });

  it("lets no attachment outlive its day, with the sweeper killed or not running at all", async () => {
    expect(states.sweep.length).to.be.at.least(2);
    for (const state of states.sweep)
      await again(state, MAIL_ATTACHMENT_CALCONDS, async (node) => {
        expect(await download(node, bob, blobId)).to.equal(410);
        await sweep(node);
        expect(await frames(node)).to.equal(0);
        // Facts about it ends, too.
        node.pass(MAIL_TOMBSTONE_CALCONDS);
        await sweep(node);
        expect(await node.node.store.mail.blobs.list()).to.deep.equal([]);
        expect(await node.node.store.mail.ends.list()).to.deep.equal([]);
      });
  });

  it("sweeps nothing before its time", async () => {
    const state = states.send.at(-1)!;
    for (const [calconds, left] of [
      [MAIL_ATTACHMENT_CALCONDS - 1, 10],
      [MAIL_ATTACHMENT_CALCONDS, 0],
    ] as const)
      await again(state, calconds, async (node) => {
        await sweep(node);
        expect(await frames(node)).to.equal(left);
      });
  });

  it("has no plaintext in any of these states", async () => {
    for (const state of Object.values(states).flat()) {
      const stored: Uint8Array[] = [];
      for await (const [key, record] of new MemoryStore(state).range(WHOLE_RANGE))
        stored.push(key, record);
      expect(Buffer.concat(stored).includes(CANARY)).to.equal(false);
    }
  });
});
