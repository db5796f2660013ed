/**
 * What mail costs, by processor time: a message beside a bare sealed record of the same bytes, an
 * attachment beside AES-GCM and deflate alone, a mailbox of 100,000 messages, and HTML written anew.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { nodeDeflate } from "../../node/mail/deflate.js";
import { framed } from "../../node/mail/frameStreams.js";
import { MailReading } from "../../node/mail/mailReading.js";
import { systemRandom } from "../../node/runtime/random.js";
import { FRAME_BYTES, openFrame, sealFrame } from "../../protocol/mail/attachment.js";
import { messageId, openMessage, sealMessage } from "../../protocol/mail/message.js";
import { openStore } from "../../storage/store.js";
import {
  fillMailbox,
  MAIL_ADDRESS,
  mailCrypto,
  mailHolder,
  type FilledMessage,
} from "./mailFixture.js";
import { benchMailHtml } from "./mailHtml.js";
import { median, type Row } from "./report.js";

const MESSAGES = 100_000;
const TEXT_BYTES = 4_096;
const FILE_BYTES = 16 * 1024 * 1024;
const ROUNDS = 9;
const IN_A_ROUND = 50;
const WORDS = 20_000;

function millisecondsOf({ system, user }: NodeJS.CpuUsage): number {
  return (system + user) / 1_000;
}

function cost(run: () => void): number {
  const before = process.cpuUsage();
  run();
  return millisecondsOf(process.cpuUsage(before));
}

async function costOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  return millisecondsOf(process.cpuUsage(before));
}

/** Text as people write it: half of it goes when it is compressed. */
function prose(bytes: number): Buffer {
  let text = "";
  for (let i = 0; text.length < bytes; i += 1) text += `w${(i * 7_919) % 99_991} and ${i % 97} `;
  return Buffer.from(text).subarray(0, bytes);
}

/** A record under a random key, and back: what a message could cost at least. */
function bareRecord(text: Buffer): void {
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  const opened = createDecipheriv("aes-256-gcm", key, nonce);
  opened.setAuthTag(cipher.getAuthTag());
  Buffer.concat([opened.update(sealed), opened.final()]);
}

/** The same with a key that only its reader has: an exchange each way, and a signature. */
function sealedRecord(text: Buffer, reader: Uint8Array, readerKey: Uint8Array): void {
  const secret = randomBytes(32);
  const senderKey = mailCrypto.x25519PublicKey(secret);
  const key = mailCrypto.x25519Shared(secret, readerKey)!;
  const sealing = { key, nonce: new Uint8Array(12), aad: senderKey };
  const sealed = mailCrypto.aes256GcmSeal(sealing, text);
  const hash = mailCrypto.sha256(sealed);
  const signature = mailCrypto.ed25519Sign(reader, hash);
  const back = mailCrypto.x25519Shared(reader, senderKey)!;
  mailCrypto.ed25519Verify(mailCrypto.ed25519PublicKey(reader), hash, signature);
  mailCrypto.aes256GcmOpen({ ...sealing, key: back }, sealed);
}

function benchMessage(): readonly Row[] {
  const text = prose(TEXT_BYTES);
  const { keys, record } = mailHolder();
  const [own] = keys;
  const { statement } = record.current;
  const person = { address: MAIL_ADDRESS, name: "Ada" };
  const message = (): void => {
    const id = messageId(systemRandom.bytes(16));
    const sealed = sealMessage(mailCrypto, {
      id,
      thread: id,
      sender: record.current,
      keys: own!,
      random: systemRandom.bytes(64),
      body: { text: text.toString("latin1") },
      recipients: [{ address: MAIL_ADDRESS, boxKey: statement.boxKey }],
      headers: {
        from: person,
        to: [person],
        cc: [],
        subject: "s",
        sentCalcond: 1,
        sentMs: 1,
        inReplyTo: null,
        attachments: [],
        salt: "0".repeat(32),
      },
    });
    openMessage(mailCrypto, sealed, MAIL_ADDRESS, keys);
  };
  const reader = own!.boxSecret;
  const readerKey = mailCrypto.x25519PublicKey(reader);
  const boxed = (): void => sealedRecord(text, reader, readerKey);
  const figures = [message, boxed, () => bareRecord(text)].map((run) => {
    const times = Array.from({ length: ROUNDS }, () =>
      cost(() => {
        for (let i = 0; i < IN_A_ROUND; i += 1) run();
      }),
    );
    return (1_000 * median(times)) / IN_A_ROUND;
  });
  const [ours, signed, bare] = figures;
  return [
    { name: "4 kB message sealed and opened", value: ours!, unit: "us" },
    { name: "a record of it, boxed and signed", value: signed!, unit: "us" },
    { name: "a record of it under a key of its own", value: bare!, unit: "us" },
    { name: "message / boxed record", value: ours! / signed!, unit: "times", target: "at most 3" },
  ];
}

async function benchAttachment(): Promise<readonly Row[]> {
  const file = prose(FILE_BYTES);
  const place = { key: systemRandom.bytes(32), prefix: systemRandom.bytes(7) };
  const own: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    own.push(
      await costOf(async () => {
        for await (const { index, isLast, plaintext } of framed([file])) {
          const at = { ...place, index, isLast };
          const frame = sealFrame(mailCrypto, nodeDeflate, at, plaintext);
          if (openFrame(mailCrypto, nodeDeflate, at, frame) === null)
            throw new Error("it is not whole");
        }
      }),
    );
    theirs.push(
      cost(() => {
        for (let at = 0; at < file.length; at += FRAME_BYTES) {
          const nonce = randomBytes(12);
          const cipher = createCipheriv("aes-256-gcm", place.key, nonce);
          const short = deflateRawSync(file.subarray(at, at + FRAME_BYTES));
          const sealed = Buffer.concat([cipher.update(short), cipher.final()]);
          const opened = createDecipheriv("aes-256-gcm", place.key, nonce);
          opened.setAuthTag(cipher.getAuthTag());
          inflateRawSync(Buffer.concat([opened.update(sealed), opened.final()]));
        }
      }),
    );
  }
  return [
    { name: "16 MiB attachment sealed and opened", value: median(own), unit: "ms" },
    { name: "AES-GCM and deflate alone", value: median(theirs), unit: "ms" },
    {
      name: "speed / theirs",
      value: median(theirs) / median(own),
      unit: "times",
      target: "at least 0.5",
    },
  ];
}

function* letters(): Generator<FilledMessage> {
  let state = 1;
  const word = (): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const share = state / 0x1_0000_0000;
    return `w${Math.floor(share * share * share * WORDS).toString(36)}`;
  };
  for (let i = 0; i < MESSAGES; i += 1) {
    const text = Array.from({ length: 80 }, word).join(" ");
    yield { mailbox: "inbox", subject: `${word()} ${i}`, text: i === 777 ? `${text} xylo` : text };
  }
}

async function benchMailbox(): Promise<readonly Row[]> {
  const dir = mkdtempSync(join(tmpdir(), "calc-bench-mail-"));
  const store = await openStore({ dir });
  const holder = mailHolder();
  await fillMailbox(store, holder, letters());
  const reading = new MailReading({ store, crypto: mailCrypto, random: systemRandom });
  const list = (more: { readonly q?: string; readonly before?: number }) =>
    reading.list(holder, { mailbox: "inbox", limit: 100, ...more });
  const pages: number[] = [];
  for (let i = 0; i < 20; i += 1)
    pages.push(await costOf(() => list({ before: MESSAGES - 4_000 * i })));
  const first = await costOf(async () => {
    let before: number | null = MESSAGES;
    while (before !== null) before = (await list({ q: "xylo", before })).next;
  });
  const later: number[] = [];
  for (let i = 0; i < 5; i += 1) later.push(await costOf(() => list({ q: "xylo" })));
  await store.close();
  rmSync(dir, { recursive: true });
  return [
    {
      name: "a page of 100 of 100,000 messages",
      value: median(pages),
      unit: "ms",
      target: "under 20",
    },
    { name: "a search of them that makes its index", value: first, unit: "ms" },
    { name: "a search of them", value: median(later), unit: "ms" },
  ];
}

export async function benchMail(): Promise<readonly Row[]> {
  return [
    ...benchMessage(),
    ...(await benchAttachment()),
    ...(await benchMailbox()),
    ...(await benchMailHtml()),
  ];
}
