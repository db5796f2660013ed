/**
 * Mail that other nodes bring. What comes is stored piece by piece, so that a sender goes on where
 * it stopped; what was decided about a message is stored with it, so that every repeat is answered
 * alike. Answers that depend on who is here come at a beat.
 */
import { toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import {
  MAIL_ATTACHMENT_CALCONDS,
  MAIL_ATTACHMENTS_BYTES_OF_NODE_MAX,
} from "../../../protocol/limits.js";
import { readMailAddress } from "../../../protocol/mail/address.js";
import {
  MAIL_PIECE_BYTES,
  partBytes,
  readMailQuestion,
  type DeliveryResult,
  type MailOffer,
  type MailPart,
  type OfferedFile,
  type OfferReply,
} from "../../../protocol/mail/delivery.js";
import type { MailCrypto, SignedMailStatement } from "../../../protocol/mail/keys.js";
import { isMessageSigned, type SealedMessage } from "../../../protocol/mail/message.js";
import { fromWire, wireMessage } from "../../../protocol/mail/wire.js";
import type { Clock, JsonObject, JsonValue, Logger } from "../../../protocol/ports.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { MailBlobRecord, MailOfferRecord } from "../../../storage/records/mailRecords.js";
import type { Store } from "../../../storage/store.js";
import type { EffectTransaction, Effects } from "../../ledger/effects.js";
import { rubbish, unanswered } from "../../mesh/host/exchange.js";
import type { Deadlines } from "../../runtime/deadlines.js";
import type { DueHandler } from "../../runtime/due.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import type { MailKeyring } from "../mailKeyring.js";
import { mailGuard, messageGuard, place, type Placing } from "../mailboxes.js";
import { sizeOf } from "../mailSending.js";

/** Answers come at multiples of it. */
const BEAT_MS = 250;
/** The memory of an offer: two days, as its sender tries for one. */
const REMEMBERED_CALCONDS = 222_394;
/** Messages of one node that may be coming at a time. */
const COMING_OF_NODE_MAX = 16;
const QUESTIONS = { perSecond: 100, burst: 2_000 };
const LOOKUPS = { perSecond: 5, burst: 300 };
export const OFFER_DUE = "mail.offer";

interface IncomingModules {
  readonly store: Store;
  readonly crypto: MailCrypto;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly effects: Pick<Effects, "run">;
  readonly keyring: MailKeyring;
  readonly log: Logger;
  /** A recipient elsewhere has an attachment of this node. */
  readonly confirmed: (node: string, file: string, address: string) => Promise<void>;
}

type Result = NonNullable<MailOfferRecord["results"]>[number];

export class IncomingMail {
  readonly #modules: IncomingModules;
  readonly #questions = new TokenBuckets(QUESTIONS);
  readonly #lookups = new TokenBuckets(LOOKUPS);
  /** Ids of messages that are coming, by the key of the node. */
  readonly #coming = new Map<string, Set<string>>();
  #delivered = 0;
  #refused = 0;

  constructor(modules: IncomingModules) {
    this.#modules = modules;
  }

  get coming(): number {
    return [...this.#coming.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Recipients here that got a message, and that did not, since the start. */
  get counts(): Readonly<Record<"delivered" | "refused", number>> {
    return { delivered: this.#delivered, refused: this.#refused };
  }

  async load(): Promise<void> {
    for await (const [[node, id], { results }] of this.#modules.store.mail.offers.scan())
      if (results === null) this.#comingOf(node).add(id);
  }

  /** @throws for what no honest node asks, and for what is asked too often */
  answer = async (data: JsonValue, from: string): Promise<string> => {
    const { clock } = this.#modules;
    const question = readMailQuestion(data);
    if (question === null) throw rubbish("not a question about mail");
    const rate = question.ask === "part" ? this.#questions : this.#lookups;
    if (!rate.take(from, clock.nowNs())) throw unanswered("too many requests");
    switch (question.ask) {
      case "key":
        return canonicalize(await this.#key(question.address));
      case "offer":
        return canonicalize(shown(await this.#offered(question, from)));
      case "part":
        return canonicalize({ have: await this.#part(question, from) });
      case "confirm":
        await this.#modules.confirmed(from, question.file, question.address);
        return canonicalize({ confirmed: true });
    }
  };

  async #key(address: string): Promise<JsonObject> {
    const beat = this.#beat();
    const found = await this.#modules.keyring.directory(address);
    await beat();
    return { entry: found === undefined ? null : entryOf(found) };
  }

  async #offered(offer: MailOffer, from: string): Promise<OfferReply> {
    const { store } = this.#modules;
    const record = await store.mail.offers.get([from, offer.id]);
    if (record === undefined) {
      const begun = await this.#begin(offer, from);
      return begun ? { state: "coming", have: await this.#have(offer, from) } : { state: "later" };
    }
    if (record.hash !== offer.hash || record.size !== offer.size)
      throw rubbish("two messages of one id");
    if (record.results !== null) return { state: "done", results: [...record.results] };
    const have = await this.#have(offer, from);
    if (!isWhole(offer, have)) return { state: "coming", have };
    const beat = this.#beat();
    const results = await this.#decide(offer, from);
    await beat();
    return { state: "done", results: [...results] };
  }

  /** Keeps what is offered, and takes room for it. False where there is none. */
  async #begin(offer: MailOffer, from: string): Promise<boolean> {
    const { deadlines, effects, keyring, store } = this.#modules;
    const { files, hash, id, size } = offer;
    const coming = this.#comingOf(from);
    if (coming.size >= COMING_OF_NODE_MAX) return false;
    const address = await keyring.nodeAddressOf(from);
    const uploader = uploaderOf(address);
    return effects
      .run({
        keys: [offerGuard(from, id), mailGuard(uploader), ...files.map((one) => blobGuard(one.id))],
        run: async (tx) => {
          if ((await tx.get(buckets.mailin, [from, id])) !== undefined) return true;
          const now = deadlines.reckon();
          const state = await tx.get(buckets.mailstate, uploader);
          let held = state?.held ?? 0;
          for (const file of files) {
            const known = await tx.get(buckets.mailblob, file.id);
            if (known !== undefined) continue;
            const blob = comingBlob(file, uploader, now);
            held += file.size;
            tx.put(buckets.mailblob, file.id, blob);
            tx.add(store.mail.ends.putOps([blob.expiresCalcond, file.id], ""));
          }
          if (held > MAIL_ATTACHMENTS_BYTES_OF_NODE_MAX) throw new NoRoom();
          if (files.length > 0)
            tx.put(buckets.mailstate, uploader, { next: 0, count: 0, sent: [], ...state, held });
          tx.put(buckets.mailin, [from, id], {
            hash,
            size,
            files: files.map((one) => ({ id: one.id, frames: one.frames })),
            results: null,
          });
          const calcond = now + REMEMBERED_CALCONDS;
          tx.put(buckets.mailhome, address, from);
          tx.add([store.due.addOp({ calcond, kind: OFFER_DUE, key: `${from} ${id}` })]);
          tx.onSettled((isWritten) => {
            if (isWritten) coming.add(id);
          });
          return true;
        },
      })
      .catch((error: unknown) => {
        if (error instanceof NoRoom) return false;
        throw error;
      });
  }

  /** Parts that are there, of the message and of each file. */
  async #have({ files, id }: MailOffer, from: string): Promise<number[]> {
    const { keyring, store } = this.#modules;
    const uploader = uploaderOf(await keyring.nodeAddressOf(from));
    const have = [await store.mail.countPieces(from, id)];
    for (const file of files) {
      const record = await store.mail.blobs.get(file.id);
      // A blob that is not to come, or has come, is whole.
      const isComing = record?.state === "uploading" && record.uploader === uploader;
      have.push(isComing ? await store.mail.countFrames(file.id) : file.frames);
    }
    return have;
  }

  async #part(part: MailPart, from: string): Promise<number | null> {
    const { store } = this.#modules;
    const bytes = partBytes(part);
    if (bytes === null) throw rubbish("not a part of mail");
    const { file, id, index } = part;
    return store.guards.withGuard([offerGuard(from, id)], async (tx) => {
      const record = await tx.get(buckets.mailin, [from, id]);
      if (record === undefined || record.results !== null) return null;
      if (file === null) {
        const count = Math.ceil(record.size / MAIL_PIECE_BYTES);
        const isLast = index === count - 1;
        const expected = isLast ? record.size - index * MAIL_PIECE_BYTES : MAIL_PIECE_BYTES;
        if (index >= count || bytes.length !== expected) throw rubbish("a piece of another length");
        const have = await store.mail.countPieces(from, id);
        if (have !== index) return have;
        tx.put(buckets.mailpiece, [[from, id], index], bytes);
        return index + 1;
      }
      const known = record.files.find((one) => one.id === file);
      if (known === undefined || index >= known.frames)
        throw rubbish("a frame of nothing that was offered");
      const blob = await tx.get(buckets.mailblob, file);
      if (blob?.state !== "uploading") return known.frames;
      // Another message may have offered it with fewer.
      if (index >= blob.frames) throw rubbish("a frame behind the last one");
      const before = index === 0 || (await store.mail.frames.has([file, index - 1]));
      if (!before || (await store.mail.frames.has([file, index])))
        return store.mail.countFrames(file);
      tx.put(buckets.mailframe, [file, index], bytes);
      return index + 1;
    });
  }

  /** All is there: who gets it, in one batch with the word about it. */
  async #decide(offer: MailOffer, from: string): Promise<readonly Result[]> {
    const { effects } = this.#modules;
    const message = await this.#message(offer, from);
    const uploader = uploaderOf(await this.#modules.keyring.nodeAddressOf(from));
    const files = await this.#soundFiles(offer, uploader);
    const accounts = await Promise.all(
      offer.to.map((address) => this.#accountOf(address, message)),
    );
    const keys = [
      offerGuard(from, offer.id),
      messageGuard(offer.id),
      ...accounts.flatMap((account) => (account === null ? [] : [mailGuard(account)])),
      ...offer.files.map(({ id }) => blobGuard(id)),
    ];
    return effects.run({
      keys,
      run: async (tx) => {
        const record = (await tx.get(buckets.mailin, [from, offer.id]))!;
        if (record.results !== null) return record.results;
        const results = await this.#placed(tx, offer, message, accounts);
        const readers = offer.to.flatMap((address, i) => {
          const account = accounts[i] ?? null;
          const isThere = results[i]?.status === "delivered";
          return isThere && account !== null ? [account] : [];
        });
        await this.#join(tx, offer, { files, readers, uploader });
        const pieces = Math.ceil(offer.size / MAIL_PIECE_BYTES);
        for (let i = 0; i < pieces; i += 1) tx.del(buckets.mailpiece, [[from, offer.id], i]);
        tx.put(buckets.mailin, [from, offer.id], { ...record, results });
        tx.onSettled((isWritten) => {
          if (isWritten) this.#ended(from, offer.id, results);
        });
        return results;
      },
    });
  }

  async #placed(
    tx: EffectTransaction,
    { id, to }: MailOffer,
    message: SealedMessage | null,
    accounts: readonly (string | null)[],
  ): Promise<readonly Result[]> {
    const { clock, deadlines } = this.#modules;
    const all = (status: DeliveryResult): readonly Result[] =>
      to.map((address) => ({ address, status }));
    if (message === null) return all("refused");
    const stored = await tx.get(buckets.mailmsg, id);
    // Nobody replaces a message by another one of its id.
    if (stored !== undefined && stored.message.signature !== message.signature)
      return all("refused");
    const arrival = {
      message,
      calcond: deadlines.now(),
      ms: Number(clock.nowNs() / 1_000_000n),
      size: sizeOf(message),
    };
    const readers = [...new Set(accounts.flatMap((account) => account ?? []))];
    const full = await place(
      tx,
      arrival,
      readers.map((account): Placing => ({
        account,
        mailbox: "inbox",
        keywords: [],
        summary: null,
      })),
    );
    return to.map((address, i) => {
      const account = accounts[i] ?? null;
      if (account === null) return { address, status: "unknown" };
      return { address, status: full.includes(account) ? "full" : "delivered" };
    });
  }

  /** Attachments that came whole are there for the recipients; the others go. */
  async #join(
    tx: EffectTransaction,
    offer: MailOffer,
    {
      files,
      readers,
      uploader,
    }: {
      readonly files: ReadonlySet<string>;
      readonly readers: readonly string[];
      readonly uploader: string;
    },
  ): Promise<void> {
    const { store } = this.#modules;
    for (const { id } of offer.files) {
      const blob = await tx.get(buckets.mailblob, id);
      if (blob?.uploader !== uploader) continue;
      const isNew = blob.state === "uploading";
      if (readers.length > 0 && (isNew ? files.has(id) : blob.state === "ready")) {
        tx.put(buckets.mailblob, id, {
          ...blob,
          state: "ready",
          waiting: [...new Set([...blob.waiting, ...readers])],
          messages: [...new Set([...blob.messages, offer.id])],
        });
      } else if (isNew) {
        const state = await tx.get(buckets.mailstate, uploader);
        const held = Math.max(0, (state?.held ?? 0) - blob.storedSize);
        if (state !== undefined) tx.put(buckets.mailstate, uploader, { ...state, held });
        tx.add([
          ...store.mail.dropFrameOps(id, blob.frames),
          ...store.mail.ends.delOps([blob.expiresCalcond, id]),
          ...store.mail.blobs.delOps(id),
        ]);
      }
    }
  }

  /** Those whose frames have as many bytes as was said: no more room is used than was asked for. */
  async #soundFiles({ files }: MailOffer, uploader: string): Promise<ReadonlySet<string>> {
    const { mail } = this.#modules.store;
    const sound = new Set<string>();
    for (const { frames, id } of files) {
      const blob = await mail.blobs.get(id);
      if (blob?.uploader !== uploader || blob.state !== "uploading") continue;
      let bytes = blob.header.length / 2;
      for (let i = 0; i < frames; i += 1) bytes += (await mail.frames.get([id, i]))?.length ?? 0;
      if (bytes === blob.storedSize) sound.add(id);
    }
    return sound;
  }

  /** The message that came; null for what is none of the sender's own node. */
  async #message({ hash, id, size }: MailOffer, from: string): Promise<SealedMessage | null> {
    const { crypto, keyring, log, store } = this.#modules;
    const count = Math.ceil(size / MAIL_PIECE_BYTES);
    const keys = Array.from({ length: count }, (_, i) => [[from, id] as const, i] as const);
    const bytes = Buffer.concat(
      (await store.mail.pieces.getMany(keys)).flatMap((one) => one ?? []),
    );
    const refused = (why: string): null => {
      log.warn("a node brought mail that is not sound", { from, id, why });
      return null;
    };
    if (bytes.length !== size || toHex(crypto.sha256(bytes)) !== hash)
      return refused("it is not what was offered");
    const json = parseJson(bytes);
    const read = json.ok ? wireMessage.safeParse(json.value) : null;
    const message = read?.success === true ? fromWire(read.data) : null;
    if (message?.id !== id) return refused("it is no sealed message of this id");
    const { address, node } = message.sender.statement;
    const isOwn =
      node === from && readMailAddress(address)?.node === (await keyring.nodeAddressOf(from));
    if (!isOwn) return refused("its sender is not of the node that brings it");
    return isMessageSigned(crypto, message) ? message : refused("its sender has not signed it");
  }

  /** Who has an address here, if the message holds a box to keys of theirs. */
  async #accountOf(address: string, message: SealedMessage | null): Promise<string | null> {
    const { keyring, store } = this.#modules;
    const read = readMailAddress(address);
    if (read === null || read.node !== (await keyring.nodeAddress())) return null;
    const account = await store.mail.addresses.get(read.localPart);
    const record = account === undefined ? undefined : await keyring.identity(account);
    if (account === undefined || record === undefined) return null;
    const key = message?.boxes.find((box) => box.address === address)?.boxKey;
    const keys = [...record.earlier, record.current].map(({ statement }) => statement.boxKey);
    return key !== undefined && keys.includes(key) ? account : null;
  }

  #ended(from: string, id: string, results: readonly Result[]): void {
    this.#comingOf(from).delete(id);
    for (const { status } of results) {
      if (status === "delivered") this.#delivered += 1;
      else this.#refused += 1;
    }
  }

  /** Forgets an offer when its sender has long given up. */
  readonly due: DueHandler = {
    guards: (key) => [`mailin:${key}`],
    atOnceMax: 8,
    fire: async (tx, { key }) => {
      const [from = "", id = ""] = key.split(" ");
      const record = await tx.get(buckets.mailin, [from, id]);
      if (record === undefined) return;
      tx.del(buckets.mailin, [from, id]);
      if (record.results !== null) return;
      const pieces = Math.ceil(record.size / MAIL_PIECE_BYTES);
      for (let i = 0; i < pieces; i += 1) tx.del(buckets.mailpiece, [[from, id], i]);
    },
    fired: ({ key }) => {
      const [from = "", id = ""] = key.split(" ");
      this.#coming.get(from)?.delete(id);
    },
  };

  #comingOf(node: string): Set<string> {
    const known = this.#coming.get(node) ?? new Set<string>();
    this.#coming.set(node, known);
    return known;
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
}

/** The node's attachments here have no place beside those that wait. */
class NoRoom extends Error {
  override readonly name = "NoRoom";
}

function offerGuard(node: string, id: string): string {
  return `mailin:${node} ${id}`;
}

function blobGuard(id: string): string {
  return `mailblob:${id}`;
}

/** Attachments of another node stand under its address: what it may have waiting is one figure. */
function uploaderOf(nodeAddress: string): string {
  return `@${nodeAddress}`;
}

function comingBlob(file: OfferedFile, uploader: string, now: number): MailBlobRecord {
  const { expires, frames, header, id, size } = file;
  return {
    id,
    uploader,
    state: "uploading",
    size: null,
    storedSize: size,
    frames,
    header,
    meta: null,
    createdCalcond: now,
    expiresCalcond: Math.max(now + 1, Math.min(expires, now + MAIL_ATTACHMENT_CALCONDS)),
    waiting: [],
    confirmed: [],
    messages: [],
  };
}

function isWhole({ files, size }: MailOffer, [message = 0, ...have]: readonly number[]): boolean {
  return (
    message >= Math.ceil(size / MAIL_PIECE_BYTES) &&
    files.every(({ frames }, i) => (have[i] ?? 0) >= frames)
  );
}

function entryOf({ signature, statement }: SignedMailStatement): JsonObject {
  return { statement: { ...statement }, signature };
}

function shown(reply: OfferReply): JsonObject {
  switch (reply.state) {
    case "done":
      return { state: "done", results: reply.results.map((one) => ({ ...one })) };
    case "coming":
      return { state: "coming", have: [...reply.have] };
    case "later":
      return { state: "later" };
  }
}
