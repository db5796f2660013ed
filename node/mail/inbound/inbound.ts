/**
 * Mail of SMTP for an address of this node. It comes from a bridge that has the secret of the mesh,
 * and is taken only where the directory says yes. For who has no address the same work is done and
 * thrown away, and both are answered at a beat: the time tells nobody who is here.
 */
import { toHex } from "../../../protocol/encoding/hex.js";
import { utf8Encode } from "../../../protocol/encoding/utf8.js";
import { concatBytes } from "../../../protocol/encoding/bytes.js";
import { verifyHandshake, type MeshSecrets } from "../../../protocol/events/handshake.js";
import { MAIL_BODY_CHARS_MAX, MAIL_SUBJECT_CHARS_MAX } from "../../../protocol/limits.js";
import { FRAME_BYTES, sealFrame } from "../../../protocol/mail/attachment.js";
import { mailAddressText, readMailAddress } from "../../../protocol/mail/address.js";
import type { MailAttachment } from "../../../protocol/mail/headers.js";
import {
  signMailStatement,
  type MailCrypto,
  type MailStatement,
} from "../../../protocol/mail/keys.js";
import {
  MAIL_PARTS,
  messageId,
  sealMessage,
  type MailBody,
  type SealedMessage,
} from "../../../protocol/mail/message.js";
import type { Clock, Crypto } from "../../../protocol/ports.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { MailAccountRecord } from "../../../storage/records/mailRecords.js";
import type { Store } from "../../../storage/store.js";
import type { Step } from "../../ledger/effects.js";
import type { Deadlines } from "../../runtime/deadlines.js";
import type { RandomBytes } from "../../runtime/random.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import type { Attachments } from "../attachments.js";
import { nodeDeflate } from "../deflate.js";
import { mailGuard, messageGuard, place } from "../mailboxes.js";
import type { MailKeyring } from "../mailKeyring.js";
import { InboundError, parseMail, type InboundFile, type InboundMail } from "./parseMail.js";

/** Answers come at multiples of it after the message. */
const BEAT_MS = 250;
const TAG = "calc-mail-inbound/1";
/** Nobody can have it: what the bridge says of a sender is the bridge's word. */
const BRIDGE = "postmaster";
const OCTETS = "application/octet-stream";
const TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/;

export interface InboundModules {
  readonly store: Store;
  readonly crypto: MailCrypto & Crypto;
  readonly clock: Clock;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly random: RandomBytes;
  readonly scheduler: Scheduler;
  readonly keyring: MailKeyring;
  readonly attachments: Pick<Attachments, "upload">;
  /** Null: the node takes nothing from bridges. */
  readonly secrets: MeshSecrets | null;
}

export interface Received {
  readonly id: string;
  /** It had come before. */
  readonly duplicate: boolean;
}

export interface Arriving {
  /** Null where nobody has the address. */
  readonly step: Step<Received> | null;
  /** When the answer may go. */
  readonly beat: Promise<void>;
}

interface Recipient {
  readonly account: string;
  readonly record: MailAccountRecord;
}

/** What the MAC of a bridge's handshake covers: the address, too, so that nobody redirects it. */
export function inboundBytes(address: string, body: Uint8Array): Uint8Array {
  return concatBytes(utf8Encode(`${TAG}\n${address}\n`), body);
}

export class MailInbound {
  readonly #modules: InboundModules;

  constructor(modules: InboundModules) {
    this.#modules = modules;
  }

  /**
   * @param handshake of the header, or ""
   * @throws Refusal NO_MESH_SECRET, MISSING_HANDSHAKE, BAD_HANDSHAKE, STALE_HANDSHAKE,
   * INVALID_INPUT, TOO_LARGE, NOT_READY
   */
  async arriving(to: string, body: Uint8Array, handshake: string): Promise<Arriving> {
    this.#check(to, body, handshake);
    const read = readMailAddress(to);
    if (read === null)
      throw new Refusal("INVALID_INPUT", "`to` in the query is an address of this node");
    const address = mailAddressText(read);
    const beat = this.#beat();
    const mail = await parsed(body);
    const recipient = await this.#lookup(address);
    const id = messageId(this.#modules.crypto.sha256(inboundBytes(address, body)).slice(0, 16));
    const known = recipient !== null && (await this.#hasCome(recipient.account, id));
    const files = filesOf(mail);
    if (recipient === null || known) {
      for (const file of files) this.#sealedForNobody(file);
      await this.#sealed(id, address, mail, [], null);
      const step =
        recipient === null
          ? null
          : { keys: [], run: () => Promise.resolve({ id, duplicate: true }) };
      return { step, beat: beat() };
    }
    const attachments = await this.#uploaded(recipient, files);
    const message = await this.#sealed(id, address, mail, attachments, recipient.record);
    return { step: this.#placed(recipient.account, message, attachments), beat: beat() };
  }

  #check(to: string, body: Uint8Array, handshake: string): void {
    const { clock, crypto, secrets } = this.#modules;
    if (secrets === null)
      throw new Refusal(
        "NO_MESH_SECRET",
        "no mesh secret is configured: no bridge can prove itself",
      );
    if (handshake === "")
      throw new Refusal("MISSING_HANDSHAKE", "the header x-node-handshake is missing");
    const covered = inboundBytes(to, body);
    const result = verifyHandshake(crypto, secrets, handshake, covered, clock.nowNs());
    if (result.ok) return;
    if (result.fault === "stale")
      throw new Refusal(
        "STALE_HANDSHAKE",
        "its calcond is over 120 before this node's, or over 2 ahead",
      );
    throw new Refusal(
      "BAD_HANDSHAKE",
      `the MAC is to cover ${TAG}, the address as it stands in the query and the body: ${result.fault}`,
    );
  }

  /** Begins to count; what it returns begins to wait. */
  #beat(): () => Promise<void> {
    const { clock, scheduler } = this.#modules;
    const began = clock.nowNs();
    return () =>
      new Promise((done) => {
        const past = Number((clock.nowNs() - began) / 1_000_000n);
        scheduler.after(BEAT_MS - (Math.max(0, past) % BEAT_MS), done);
      });
  }

  /** @throws Refusal NOT_READY where the directory gives no answer: nothing is taken then */
  async #lookup(address: string): Promise<Recipient | null> {
    const { keyring, store } = this.#modules;
    try {
      if ((await keyring.directory(address)) === undefined) return null;
      const account = await store.mail.addresses.get(readMailAddress(address)!.localPart);
      const record = account === undefined ? undefined : await keyring.identity(account);
      return account === undefined || record === undefined ? null : { account, record };
    } catch {
      throw new Refusal("NOT_READY", "the directory gives no answer now: try again later");
    }
  }

  #hasCome(account: string, id: string): Promise<boolean> {
    return this.#modules.store.mail.places.has([account, id]);
  }

  /** The work of an upload, with nothing of it kept. */
  #sealedForNobody({ bytes }: InboundFile): void {
    const { crypto, random } = this.#modules;
    const [key, prefix] = [random.bytes(32), random.bytes(7)];
    for (let index = 0; index * FRAME_BYTES < bytes.length; index += 1) {
      const frame = bytes.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES);
      sealFrame(crypto, nodeDeflate, { key, prefix, index, isLast: false }, frame);
    }
  }

  async #uploaded(
    { account, record }: Recipient,
    files: readonly InboundFile[],
  ): Promise<readonly MailAttachment[]> {
    const { boxKey, signKey } = record.current.statement;
    const none = new Uint8Array(0);
    // It can seal to the account, and open nothing of it.
    const keys = [
      { secret: none, boxSecret: none, boxKey, signSeed: none, signKey, indexKey: none },
    ];
    const holder = { account, address: record.address, record, keys };
    const attachments: MailAttachment[] = [];
    for (const { bytes, contentId, name, type } of files) {
      const file = { name: plainFileName(name), type: TYPE.test(type) ? type : OCTETS };
      const { attachment } = await this.#modules.attachments.upload(
        holder,
        contentId === null ? file : { ...file, contentId: contentId.slice(0, 250) },
        [bytes],
      );
      attachments.push(attachment);
    }
    return attachments;
  }

  async #sealed(
    id: string,
    address: string,
    mail: InboundMail,
    attachments: readonly MailAttachment[],
    record: MailAccountRecord | null,
  ): Promise<SealedMessage> {
    const { clock, crypto, deadlines, keyring, random } = this.#modules;
    const seed = random.bytes(32);
    const key = toHex(crypto.ed25519PublicKey(seed));
    const nobody = toHex(crypto.x25519PublicKey(random.bytes(32)));
    const statement: MailStatement = {
      address: `${BRIDGE}@${await keyring.nodeAddress()}`,
      boxKey: nobody,
      displayName: null,
      generation: 1,
      identity: key,
      node: keyring.nodeKey,
      signKey: key,
    };
    return sealMessage(crypto, {
      id,
      thread: id,
      sender: signMailStatement(crypto, seed, statement),
      keys: { signSeed: seed },
      random: random.bytes(64),
      body: bodyOf(mail),
      recipients: [{ address, boxKey: record?.current.statement.boxKey ?? nobody }],
      headers: {
        from: { address: statement.address, name: senderOf(mail) },
        to: [{ address, name: null }],
        cc: [],
        subject: mail.subject
          .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
          .slice(0, MAIL_SUBJECT_CHARS_MAX),
        sentCalcond: deadlines.now(),
        sentMs: Number(clock.nowNs() / 1_000_000n),
        inReplyTo: null,
        attachments: [...attachments],
        salt: toHex(random.bytes(16)),
      },
    });
  }

  #placed(
    account: string,
    message: SealedMessage,
    attachments: readonly MailAttachment[],
  ): Step<Received> {
    const { clock, deadlines } = this.#modules;
    const { id } = message;
    const size = MAIL_PARTS.reduce((sum, part) => sum + (message.parts[part]?.length ?? 0), 0);
    return {
      keys: [
        mailGuard(account),
        messageGuard(id),
        ...attachments.map(({ blobId }) => `mailblob:${blobId}`),
      ],
      run: async (tx) => {
        if ((await tx.get(buckets.mailof, [account, id])) !== undefined)
          return { id, duplicate: true };
        const ms = Number(clock.nowNs() / 1_000_000n);
        const full = await place(tx, { message, calcond: deadlines.now(), ms, size }, [
          { account, mailbox: "inbox", keywords: [], summary: null },
        ]);
        if (full.length > 0)
          throw new Refusal("CONFLICT", "the mailboxes of this address are full");
        for (const { blobId } of attachments) {
          const blob = await tx.get(buckets.mailblob, blobId);
          if (blob === undefined) continue;
          tx.put(buckets.mailblob, blobId, { ...blob, waiting: [account], messages: [id] });
        }
        return { id, duplicate: false };
      },
    };
  }
}

/** @throws Refusal TOO_LARGE, INVALID_INPUT */
async function parsed(body: Uint8Array): Promise<InboundMail> {
  try {
    return await parseMail(body);
  } catch (error) {
    if (!(error instanceof InboundError)) throw error;
    const code = error.fault === "unreadable" ? "INVALID_INPUT" : "TOO_LARGE";
    throw new Refusal(code, error.message);
  }
}

/** Attached, and bodies that are too long to be one. */
function filesOf({ files, html, text }: InboundMail): readonly InboundFile[] {
  const long = (content: string | null, name: string, type: string): readonly InboundFile[] =>
    content === null || content.length <= MAIL_BODY_CHARS_MAX
      ? []
      : [{ name, type, contentId: null, bytes: utf8Encode(content) }];
  return [
    ...files,
    ...long(text, "message.txt", "text/plain"),
    ...long(html, "message.html", "text/html"),
  ];
}

function bodyOf({ html, text }: InboundMail): MailBody {
  const fits = (content: string | null): content is string =>
    content !== null && content.length <= MAIL_BODY_CHARS_MAX;
  return { ...(fits(text) ? { text } : {}), ...(fits(html) ? { html } : {}) };
}

function senderOf({ from }: InboundMail): string | null {
  if (from === null) return null;
  return from.name === "" ? from.address : `${from.name} <${from.address}>`;
}

function plainFileName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, "_").trim();
  return plain === "" ? "attachment" : plain;
}
