/** Mail between accounts of one node, over HTTP as a client uses it. */
import { expect } from "chai";
import * as z from "zod";
import {
  createClient,
  ProblemError,
  type ApiClient,
  type Outcome,
} from "../../../../api/client/client.js";
import { newEquation, openSession, registerIdentity } from "../../../../api/client/identity.js";
import {
  changeMail,
  mailKeys,
  mailRecipient,
  readSealedMail,
  renewMailKeys,
  sendSealedMail,
  setUpMail,
  unlockMail,
} from "../../../../api/client/mail.js";
import { WHOLE_RANGE } from "../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";

const UPLOADED = z.looseObject({ blobId: z.string(), frames: z.number() });

const CANARY = "xylophone-canary-7f3a";
/** A day of attachments. */
const DAY_CALCONDS = 111_197;

/** What the answer to an upload says. */
async function uploaded(response: Response): Promise<{ blobId: string; frames: number }> {
  return UPLOADED.parse(await response.json());
}

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "problem") throw new ProblemError(outcome.problem);
  return outcome.value;
}

async function refusal(outcome: Promise<Outcome<unknown>>): Promise<string> {
  const got = await outcome;
  return got.kind === "problem" ? got.problem.code : "accepted";
}

interface Person {
  readonly client: ApiClient;
  readonly key: string;
  readonly equation: string;
  readonly address: string;
}

describe("mail between accounts of a node", () => {
  const raw = new MemoryStore();
  let served: ServedNode;
  let ada: Person;
  let bob: Person;
  let count = 0;
  before(async () => {
    served = await serveNode({ raw });
    ada = await person("ada.lovelace");
    bob = await person("bob-the-second");
  });
  after(() => served.close());

  const registered = async (): Promise<Omit<Person, "address">> => {
    const equation = newEquation();
    const anonymous = createClient({ baseUrl: served.http.url });
    const { key } = value(await registerIdentity(anonymous, equation));
    return { equation, key, client: createClient({ baseUrl: served.http.url, key }) };
  };
  const person = async (localPart: string): Promise<Person> => {
    const identity = await registered();
    const { equation, key: apiKey } = identity;
    const { address } = value(await setUpMail(identity.client, { equation, apiKey, localPart }));
    return { ...identity, address: address ?? "" };
  };
  const fresh = (): Promise<Person> => person(`person-${(count += 1)}`);
  const inbox = async ({ client }: Person, more: object = {}) =>
    value(await client.mailList(more)).messages;
  const upload = (key: string, bytes: Uint8Array, name = "plan.bin"): Promise<Response> =>
    fetch(`${served.http.url}/api/mail/attachments?name=${name}&type=text/plain`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: new Uint8Array(bytes),
    });
  const download = (
    key: string,
    id: string,
    headers: Record<string, string> = {},
  ): Promise<Reply> => served.call("GET", `/api/mail/attachments/${id}`, { key, headers });
  const stored = async (): Promise<Buffer> => {
    const all: Uint8Array[] = [];
    for await (const [key, record] of raw.range(WHOLE_RANGE)) all.push(key, record);
    return Buffer.concat(all);
  };

  it("is sent, listed, read by its recipients and its sender, and by nobody else", async () => {
    const sent = value(
      await ada.client.mailSend({ to: [bob.address], subject: "The engine", text: "It works." }),
    );
    expect(sent.recipients).to.deep.equal([{ address: bob.address, status: "delivered" }]);
    const [first] = await inbox(bob);
    expect(first).to.deep.include({ id: sent.id, subject: "The engine", preview: "It works." });
    expect(first?.from).to.deep.equal([{ email: ada.address, name: null }]);
    const read = value(await bob.client.mailRead({ id: sent.id }));
    expect(read).to.deep.include({ text: "It works.", hasHtml: false, thread: [sent.id] });
    const [own] = await inbox(ada, { mailbox: "sent" });
    expect(own).to.deep.include({ id: sent.id, keywords: { $seen: true } });
    const carol = await fresh();
    expect(await refusal(carol.client.mailRead({ id: sent.id }))).to.equal("NOT_FOUND");
  });

  it("keeps no plaintext, and no key that opens it", async () => {
    const text = `${CANARY} body`;
    const uploadedFile = await upload(ada.key, Buffer.from(`${CANARY} file`), `${CANARY}.txt`);
    const { blobId } = await uploaded(uploadedFile);
    const subject = `${CANARY} subject`;
    const html = `<p>${CANARY}</p>`;
    value(
      await ada.client.mailSend({ to: [bob.address], subject, text, html, attachments: [blobId] }),
    );
    // What a search needs is written with the first look.
    expect((await inbox(bob, { q: CANARY.toUpperCase() })).map((one) => one.subject)).to.deep.equal(
      [subject],
    );
    const all = await stored();
    expect(all.includes(bob.address)).to.equal(true);
    for (const secret of [CANARY, Buffer.from(CANARY).toString("base64").slice(0, 24), ada.key])
      expect(all.includes(secret), secret).to.equal(false);
    const [keys] = await mailKeys(bob.client, { apiKey: bob.key });
    for (const secret of [keys!.secret, keys!.boxSecret, keys!.signSeed]) {
      expect(all.includes(Buffer.from(secret))).to.equal(false);
      expect(all.includes(Buffer.from(secret).toString("hex"))).to.equal(false);
      expect(all.includes(Buffer.from(secret).toString("base64"))).to.equal(false);
    }
  });

  it("is answered in its thread, marked, moved, and deleted", async () => {
    const question = value(
      await ada.client.mailSend({ to: [bob.address], subject: "Q", text: "?" }),
    );
    const answer = value(
      await bob.client.mailSend({
        to: [ada.address],
        subject: "A",
        text: "!",
        inReplyTo: question.id,
      }),
    );
    expect(answer.threadId).to.equal(question.id);
    const read = value(await ada.client.mailRead({ id: answer.id }));
    expect(read.thread).to.deep.equal([question.id, answer.id]);
    value(
      await ada.client.mailChange({
        id: answer.id,
        keywords: ["$seen", "$flagged"],
        mailbox: "archive",
      }),
    );
    const [moved] = await inbox(ada, { mailbox: "archive" });
    expect(moved).to.deep.include({ id: answer.id, keywords: { $seen: true, $flagged: true } });
    value(await ada.client.mailDelete({ id: answer.id }));
    expect(await refusal(ada.client.mailRead({ id: answer.id }))).to.equal("NOT_FOUND");
    expect(value(await bob.client.mailRead({ id: answer.id })).text).to.equal("!");
    value(await bob.client.mailDelete({ id: answer.id }));
    expect(await served.node.store.mail.messages.get(answer.id)).to.equal(undefined);
  });

  it("keeps drafts, and sends one in the batch that drops it", async () => {
    const [dan, eve] = [await fresh(), await fresh()];
    const draft = value(await dan.client.mailSend({ draft: true, subject: "later", text: "x" }));
    expect((await inbox(dan, { mailbox: "drafts" })).map(({ id }) => id)).to.deep.equal([draft.id]);
    const sent = { to: [eve.address], subject: "now", text: "x", replaces: draft.id };
    value(await dan.client.mailSend(sent));
    expect(await inbox(dan, { mailbox: "drafts" })).to.deep.equal([]);
    expect((await inbox(eve)).map(({ subject }) => subject)).to.deep.equal(["now"]);
    expect(await refusal(dan.client.mailSend({ ...sent, replaces: draft.id }))).to.equal(
      "NOT_FOUND",
    );
  });

  it("refuses unknown recipients, too many, and the 61st message of an hour", async () => {
    const fay = await fresh();
    const nobody = `nobody.here@${fay.address.split("@")[1]}`;
    const send = (to: string[]) => fay.client.mailSend({ to, subject: "s", text: "t" });
    expect(await refusal(send([nobody]))).to.equal("NOT_FOUND");
    expect(await refusal(send([]))).to.equal("INVALID_INPUT");
    expect(await refusal(send(["no address"]))).to.equal("INVALID_INPUT");
    const many = Array.from({ length: 51 }, (_, i) => `person-x${i}@${fay.address.split("@")[1]}`);
    expect(await refusal(send(many))).to.equal("INVALID_BODY");
    const mixed = value(await send([fay.address, nobody]));
    expect(mixed.recipients.map(({ status }) => status)).to.deep.equal(["delivered", "unknown"]);
    for (let i = 1; i < 60; i += 1) value(await send([fay.address]));
    const over = await served.call("POST", "/api/mail/messages", {
      key: fay.key,
      body: { to: [fay.address], subject: "s", text: "t" },
    });
    expect([over.status, over.body["code"]]).to.deep.equal([429, "RATE_LIMITED"]);
    served.pass(4_632);
    value(await send([fay.address]));
  });

  it("pages without a gap or a repetition", async () => {
    const gus = await fresh();
    const ids: string[] = [];
    for (let i = 0; i < 25; i += 1)
      ids.push(value(await gus.client.mailSend({ to: [gus.address], subject: `m${i}` })).id);
    const seen: string[] = [];
    for await (const { id } of gus.client.mailList.each({ limit: 10 })) seen.push(id);
    expect(seen).to.deep.equal(ids.reverse());
  });

  it("is for accounts with an identity; an address is one account's, and reserved words nobody's", async () => {
    const [one, two] = [await registered(), await registered()];
    const setup = (who: Omit<Person, "address">, localPart: string) =>
      setUpMail(who.client, { equation: who.equation, apiKey: who.key, localPart });
    expect(await refusal(one.client.mailList())).to.equal("NOT_FOUND");
    for (const bad of ["a..bc", ".abcd", "abc_", "xn--abc"])
      expect(await refusal(setup(one, bad)), bad).to.equal("INVALID_INPUT");
    for (const bad of ["admin", "post.master", "mailer_daemon"])
      expect(await refusal(setup(one, bad)), bad).to.equal("INVALID_INPUT");
    value(await setup(one, "grace.hopper"));
    expect(await refusal(setup(two, "grace.hopper"))).to.equal("ADDRESS_TAKEN");
    expect(await refusal(setup(one, "another.name"))).to.equal("CONFLICT");
    const demo = createClient({ baseUrl: served.http.url, key: await served.account() });
    const equation = newEquation();
    expect(await refusal(setUpMail(demo, { equation, localPart: "demo.user" }))).to.equal(
      "FORBIDDEN",
    );
    // Another's equation signs nothing for this account.
    expect(
      await refusal(setUpMail(two.client, { equation: one.equation, localPart: "two.accounts" })),
    ).to.equal("BAD_SIGNATURE");
  });

  it("opens for keys that were let in alone; the equation lets in, and a revoked key is forgotten", async () => {
    const hal = await fresh();
    value(await hal.client.mailSend({ to: [hal.address], subject: "s", text: "old" }));
    const second = value(await hal.client.keyNew({})).key;
    const by = (key: string): ApiClient => createClient({ baseUrl: served.http.url, key });
    expect((await inbox({ ...hal, client: by(second) }))[0]?.subject).to.equal("s");
    const { token } = value(
      await openSession(createClient({ baseUrl: served.http.url }), hal.equation),
    );
    const third = value(await by(token).keyNew({})).key;
    expect(await refusal(by(third).mailList())).to.equal("FORBIDDEN");
    expect(await refusal(by(token).mailList())).to.equal("FORBIDDEN");
    value(await unlockMail(by(third), { equation: hal.equation, apiKey: third }));
    expect((await inbox({ ...hal, client: by(third) }))[0]?.preview).to.equal("old");
    value(await by(third).keyRevoke({ prefix: second.slice(0, 12) }));
    const { keys } = value(await by(third).mailIdentity());
    expect(keys.map(({ prefix }) => prefix)).to.have.members(
      [hal.key, third].map((key) => key.slice(0, 12)),
    );
  });

  it("renews keys: new mail opens with the new ones, and old mail still opens", async () => {
    const ivy = await fresh();
    value(await ada.client.mailSend({ to: [ivy.address], subject: "before", text: "1" }));
    const { equation, key: apiKey } = ivy;
    const renewed = value(await renewMailKeys(ivy.client, { equation, apiKey }));
    expect(renewed.current?.statement.generation).to.equal(2);
    value(await ada.client.mailSend({ to: [ivy.address], subject: "after", text: "2" }));
    const shown = await inbox(ivy);
    expect(shown.map(({ opened, subject }) => [subject, opened])).to.deep.equal([
      ["after", true],
      ["before", true],
    ]);
    expect(value(await mailRecipient(ada.client, ivy.address)).statement.generation).to.equal(2);
  });

  it("is sealed and opened in the client where the node is never to unwrap", async () => {
    const jan = await fresh();
    const { equation, key: apiKey } = jan;
    value(await changeMail(jan.client, { equation, apiKey, opensOnNode: false }));
    expect(await refusal(jan.client.mailList())).to.equal("CONFLICT");
    const keys = await mailKeys(jan.client, { equation });
    const to = [value(await mailRecipient(jan.client, bob.address))];
    const sent = value(
      await sendSealedMail(jan.client, keys, { to, subject: "sealed", text: "hush" }),
    );
    expect(value(await bob.client.mailRead({ id: sent.id })).text).to.equal("hush");
    expect(value(await readSealedMail(jan.client, keys, sent.id)).headers.subject).to.equal(
      "sealed",
    );
    value(await bob.client.mailSend({ to: [jan.address], subject: "back", text: "heard" }));
    const [listed] = value(await jan.client.mailSealedList()).messages;
    expect(value(await readSealedMail(jan.client, keys, listed!.id)).text).to.equal("heard");
  });

  it("carries attachments until all have confirmed them", async () => {
    const [kim, leo] = [await fresh(), await fresh()];
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * i) % 251));
    const uploadedFile = await upload(kim.key, bytes);
    expect(uploadedFile.status).to.equal(201);
    const { blobId, frames } = await uploaded(uploadedFile);
    expect(frames).to.equal(4);
    expect((await download(leo.key, blobId)).status).to.equal(404);
    const to = [leo.address, bob.address];
    value(await kim.client.mailSend({ to, subject: "plan", attachments: [blobId] }));
    const got = await fetch(`${served.http.url}/api/mail/attachments/${blobId}`, {
      headers: { authorization: `Bearer ${leo.key}` },
    });
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).to.equal(true);
    const part = await fetch(`${served.http.url}/api/mail/attachments/${blobId}`, {
      headers: { authorization: `Bearer ${leo.key}`, range: "bytes=65530-131080" },
    });
    expect([part.status, part.headers.get("content-range")]).to.deep.equal([
      206,
      "bytes 65530-131080/200000",
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(65_530, 131_081))).to.equal(
      true,
    );
    const confirm = (who: Person) => who.client.mailConfirm({ id: blobId });
    expect(value(await confirm(leo))).to.deep.equal({ confirmed: 1, remaining: 1 });
    expect(value(await confirm(leo))).to.deep.equal({ confirmed: 1, remaining: 1 });
    expect(await refusal((await fresh()).client.mailConfirm({ id: blobId }))).to.equal("NOT_FOUND");
    expect(value(await confirm(bob))).to.deep.equal({ confirmed: 2, remaining: 0 });
    expect((await download(leo.key, blobId)).status).to.equal(410);
    for await (const [[id]] of served.node.store.mail.frames.scan())
      expect(id).to.not.equal(blobId);
  });

  it("ends attachments with their day, whether or not the sweeper runs", async () => {
    const uploadedFile = await upload(ada.key, Buffer.from("short"));
    const { blobId } = await uploaded(uploadedFile);
    value(await ada.client.mailSend({ to: [bob.address], subject: "s", attachments: [blobId] }));
    served.pass(DAY_CALCONDS - 1);
    expect((await download(bob.key, blobId)).text).to.equal("short");
    served.pass(1);
    expect((await download(bob.key, blobId)).status).to.equal(410);
    expect(
      await served.node.store.mail.frames.list({ gte: [blobId, 0], lt: [blobId, 9] }),
    ).to.deep.equal([]);
  });

  it("never serves a frame that was changed, and sets the attachment aside", async () => {
    const uploadedFile = await upload(ada.key, Buffer.alloc(150_000, "frame"));
    const { blobId } = await uploaded(uploadedFile);
    const { mail } = served.node.store;
    const [one, two] = await mail.frames.getMany([
      [blobId, 0],
      [blobId, 1],
    ]);
    await served.node.store.write([
      mail.frames.put([blobId, 0], two!),
      mail.frames.put([blobId, 1], one!),
    ]);
    const refused = await download(ada.key, blobId);
    expect([refused.status, refused.body["code"]]).to.deep.equal([409, "FRAME_AUTH_FAILED"]);
    await served.node.store.write([
      mail.frames.put([blobId, 0], one!),
      mail.frames.put([blobId, 1], two!),
    ]);
    expect((await download(ada.key, blobId)).status).to.equal(409);
  });
});
