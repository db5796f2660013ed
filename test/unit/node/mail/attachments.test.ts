/** Attachments that come piece by piece, that clients seal, and that somebody changed. */
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { deflateRawSync } from "node:zlib";
import { expect } from "chai";
import * as z from "zod";
import { createClient, type ApiClient } from "../../../../api/client/client.js";
import { newEquation, registerIdentity } from "../../../../api/client/identity.js";
import {
  AttachmentError,
  changeMail,
  downloadSealedAttachment,
  mailKeys,
  mailRecipient,
  openAttachment,
  readSealedMail,
  sealAttachment,
  sendSealedMail,
  setUpMail,
  uploadSealedAttachment,
} from "../../../../api/client/mail.js";
import type { Outcome } from "../../../../api/client/outcome.js";
import { ProblemError } from "../../../../api/client/pages.js";
import { portableCrypto } from "../../../../api/client/secureCrypto.js";
import { BodyPieces } from "../../../../api/http/bodyPieces.js";
import { attachmentHeader, FRAME_BYTES, sealFrame } from "../../../../protocol/mail/attachment.js";
import type { MailAttachment } from "../../../../protocol/mail/headers.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const PLAIN = z.record(z.string(), z.unknown());

interface Person {
  readonly client: ApiClient;
  readonly key: string;
  readonly equation: string;
  readonly address: string;
}

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "problem") throw new ProblemError(outcome.problem);
  return outcome.value;
}

async function person(served: ServedNode, localPart: string): Promise<Person> {
  const equation = newEquation();
  const { key } = value(
    await registerIdentity(createClient({ baseUrl: served.http.url }), equation),
  );
  const client = createClient({ baseUrl: served.http.url, key });
  const { address } = value(await setUpMail(client, { equation, apiKey: key, localPart }));
  return { client, key, equation, address: address ?? "" };
}

const bytes = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => (i * i + (i >> 7)) & 255));

describe("attachments of mail: pieces of a body", () => {
  it("wait up to a bound, are read in order, and end with the body or with what breaks it off", async () => {
    const pieces = new BodyPieces();
    let framesSaid = 0;
    while (pieces.hasRoom) pieces.push(bytes(FRAME_BYTES));
    pieces.whenRoom(() => (framesSaid += 1));
    const reader = pieces.read();
    expect((await reader.next()).value).to.deep.equal(bytes(FRAME_BYTES));
    expect([pieces.hasRoom, framesSaid]).to.deep.equal([true, 1]);
    pieces.end();
    let rest = 0;
    for await (const piece of reader) rest += piece.length;
    expect(rest).to.equal(3 * FRAME_BYTES);
    const broken = new BodyPieces();
    const read = broken.read().next();
    broken.cut();
    await read.then(
      () => expect.fail("it was cut off"),
      (error: unknown) => expect(String(error)).to.contain("did not come to its end"),
    );
    expect(broken.hasRoom).to.equal(true);
  });
});

for (const adapter of ["uws", "node"] as const)
  describe(`attachments of mail: uploads over ${adapter}`, () => {
    let served: ServedNode;
    let ada: Person;
    before(async () => {
      served = await serveNode({}, adapter);
      ada = await person(served, "ada.lovelace");
    });
    after(() => served.close());

    const begun = async (length: number): Promise<Socket> => {
      const { port, hostname } = new URL(served.http.url);
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(
        `POST /api/mail/attachments?name=a HTTP/1.1\r\nhost: ${hostname}:${port}\r\n` +
          `authorization: Bearer ${ada.key}\r\ncontent-length: ${length}\r\n\r\n`,
      );
      return socket;
    };
    const until = async (holds: () => Promise<boolean>): Promise<void> => {
      while (!(await holds())) await new Promise(setImmediate);
    };
    const stored = async (): Promise<number> => (await served.node.store.mail.frames.list()).length;

    it("are sealed and stored while they come; what breaks off leaves nothing", async () => {
      const before = await stored();
      const socket = await begun(20 * FRAME_BYTES);
      socket.write(bytes(18 * FRAME_BYTES));
      await until(async () => (await stored()) >= before + 16);
      socket.destroy();
      await until(async () => (await stored()) === before);
      expect(await served.node.store.mail.blobs.list()).to.deep.equal([]);
      expect(await served.node.store.mail.ends.list()).to.deep.equal([]);
    });

    it("are answered where nobody reads them, and the connection goes on", async () => {
      const socket = await begun(4 * FRAME_BYTES);
      served.node.clock.ns += 1n;
      socket.write(bytes(4 * FRAME_BYTES));
      let text = "";
      socket.on("data", (part: Buffer) => (text += part.toString("latin1")));
      await until(() => Promise.resolve(text.includes('"frames":4')));
      const { hostname, port } = new URL(served.http.url);
      socket.write(
        `POST /api/mail/attachments?name= HTTP/1.1\r\nhost: ${hostname}:${port}\r\n` +
          `authorization: Bearer ${ada.key}\r\ncontent-length: 600000\r\n\r\n`,
      );
      socket.write(Buffer.alloc(600_000));
      await until(() => Promise.resolve(text.includes("INVALID_INPUT")));
      socket.write(`GET /health HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
      await until(() => Promise.resolve(text.split("HTTP/1.1 ").length === 4));
      socket.destroy();
    });
  });

describe("attachments of mail: sealed by clients, and changed", () => {
  let served: ServedNode;
  let ada: Person;
  let jan: Person;
  before(async () => {
    served = await serveNode();
    ada = await person(served, "ada.lovelace");
    jan = await person(served, "jan.sealed");
    const { equation, key: apiKey } = jan;
    value(await changeMail(jan.client, { equation, apiKey, opensOnNode: false }));
  });
  after(() => served.close());

  const place = ({ key }: Person) => ({ baseUrl: served.http.url, key });
  const posted = async (who: Person, path: string, body: Uint8Array) => {
    const response = await fetch(`${served.http.url}/api/mail/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${who.key}` },
      body: new Uint8Array(body),
    });
    const read = PLAIN.parse(await response.json());
    return { status: response.status, read };
  };
  const got = async (who: Person, path: string, range = "") => {
    const response = await fetch(`${served.http.url}/api/mail/${path}`, {
      headers: { authorization: `Bearer ${who.key}`, ...(range === "" ? {} : { range }) },
    });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };
  const upload = async (content: Uint8Array): Promise<string> => {
    const { read } = await posted(ada, "attachments?name=a.bin", content);
    return String(read["blobId"]);
  };

  it("go from a client that keeps its keys to the node's readers, and back", async () => {
    const content = bytes(150_000);
    const file = { name: "plan.bin", type: "application/octet-stream", bytes: content };
    const attachment = value(await uploadSealedAttachment(place(jan), file));
    const keys = await mailKeys(jan.client, { equation: jan.equation });
    const to = [value(await mailRecipient(jan.client, ada.address))];
    const letter = { to, subject: "sealed", text: "t", attachments: [attachment] };
    value(await sendSealedMail(jan.client, keys, letter));
    const opened = await got(ada, `attachments/${attachment.blobId}`);
    expect(opened.body.equals(content)).to.equal(true);
    const part = await got(ada, `attachments/${attachment.blobId}`, "bytes=65000-66000");
    expect(part.body.equals(content.subarray(65_000, 66_001))).to.equal(true);
    // The node compressed this one.
    const text = Buffer.alloc(200_000, "words that come again. ");
    const back = { to: [jan.address], subject: "back", attachments: [await upload(text)] };
    const { id } = value(await ada.client.mailSend(back));
    const { headers } = value(await readSealedMail(jan.client, keys, id));
    const [named] = headers.attachments;
    const read = value(await downloadSealedAttachment(place(jan), named!));
    expect(Buffer.from(read).equals(text)).to.equal(true);
    expect((await got(ada, `sealed/attachments/${named!.blobId}`)).status).to.equal(200);
    const other = await person(served, "eve.elsewhere");
    expect((await got(other, `sealed/attachments/${named!.blobId}`)).status).to.equal(404);
  });

  it("are no frames where they are cut off, have other heads, or are too many", async () => {
    const { body } = sealAttachment({ name: "a", type: "b/c", bytes: bytes(70_000) });
    const before = (await served.node.store.mail.frames.list()).length;
    const odd = body.slice();
    odd[17] = 2;
    const long = body.slice();
    long[18] = 1;
    for (const bad of [body.slice(0, -1), body.slice(1), body.slice(0, 17), odd, long])
      expect((await posted(jan, "sealed/attachments", bad)).read["code"]).to.equal("INVALID_INPUT");
    const small = body.slice(17, 17 + 21);
    new DataView(small.buffer).setUint32(1, 0);
    const many = Buffer.concat([body.slice(0, 17), ...Array.from({ length: 257 }, () => small)]);
    expect((await posted(jan, "sealed/attachments", many)).read["code"]).to.equal("TOO_LARGE");
    expect((await served.node.store.mail.frames.list()).length).to.equal(before);
  });

  /** Frames of an attachment that was uploaded are put in other ways; what it answers then. */
  const served409 = async (
    change: (frames: readonly Uint8Array[]) => readonly (Uint8Array | null)[],
    range = "",
  ): Promise<void> => {
    const id = await upload(bytes(4 * FRAME_BYTES - 100));
    const { frames } = served.node.store.mail;
    const keys = [0, 1, 2, 3].map((index) => [id, index] as const);
    const were = (await frames.getMany(keys)).map((frame) => frame!);
    await served.node.store.write(
      change(were).map((frame, i) =>
        frame === null ? frames.del(keys[i]!) : frames.put(keys[i]!, frame),
      ),
    );
    const first = await got(ada, `attachments/${id}`, range);
    expect([first.status, first.body.includes("FRAME_AUTH_FAILED")]).to.deep.equal([409, true]);
    await served.node.store.write(were.map((frame, i) => frames.put(keys[i]!, frame)));
    expect((await got(ada, `attachments/${id}`)).status).to.equal(409);
    expect((await got(ada, `sealed/attachments/${id}`)).status).to.equal(409);
  };

  it("are never served reordered, cut off, changed, or with a frame of another attachment", async () => {
    const other = await upload(bytes(4 * FRAME_BYTES - 100));
    const foreign = (await served.node.store.mail.frames.get([other, 1]))!;
    const flipped = (frame: Uint8Array, at: number): Uint8Array => {
      const copy = frame.slice();
      copy[at < 0 ? copy.length + at : at]! ^= 1;
      return copy;
    };
    await served409(([a, b, c, d]) => [a!, c!, b!, d!]);
    await served409(([a, b, c]) => [a!, b!, c!, null]);
    await served409(([a, b, c]) => [a!, b!, c!, c!]);
    await served409(([a, , c, d]) => [a!, foreign, c!, d!]);
    await served409(([a, b, c, d]) => [a!, flipped(b!, 0), c!, d!]);
    await served409(([a, b, c, d]) => [a!, flipped(b!, 4), c!, d!]);
    await served409(([a, b, c, d]) => [a!, b!, flipped(c!, -1), d!]);
    // A range that does not touch the frame that was changed is not given either.
    await served409(([a, b, c, d]) => [a!, b!, flipped(c!, 9), d!], "bytes=0-9");
  });

  it("are refused where a sealed frame inflates to more than a frame has, here and in the client", async () => {
    const [key, prefix] = [bytes(32), bytes(7)];
    const bomb = { deflate: () => deflateRawSync(Buffer.alloc(8_000_000)), inflate: () => null };
    const at = { key, prefix, index: 0, isLast: true };
    const frame = sealFrame(portableCrypto, bomb, at, bytes(FRAME_BYTES));
    const body = Buffer.concat([attachmentHeader(prefix), frame]);
    const { read } = await posted(jan, "sealed/attachments", body);
    const attachment: MailAttachment = {
      blobId: String(read["blobId"]),
      name: "bomb",
      type: "a/b",
      size: FRAME_BYTES,
      sha256: "0".repeat(64),
      key: Buffer.from(key).toString("hex"),
    };
    const refused = await openAttachment(attachment, body).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(AttachmentError);
    const keys = await mailKeys(jan.client, { equation: jan.equation });
    const to = [value(await mailRecipient(jan.client, ada.address))];
    const letter = { to, subject: "bomb", attachments: [attachment] };
    value(await sendSealedMail(jan.client, keys, letter));
    expect((await got(ada, `attachments/${attachment.blobId}`)).status).to.equal(409);
  });
});
