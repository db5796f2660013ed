/**
 * An account's mail as screens see it, whoever opens it: the node with the key of the call, or this
 * page with keys that follow from the equation. Those keys are in the memory of the tab alone.
 */
import { signal } from "@preact/signals";
import {
  mailKeys,
  mailRecipient,
  readSealedMail,
  sealMail,
  uploadAttachment,
  downloadAttachment,
} from "../../client/mail.js";
import type { mailHtml } from "../../contract/mail/mailHtml.js";
import type { mailIdentity } from "../../contract/mail/mailIdentity.js";
import type { mailRead } from "../../contract/mail/mail.js";
import type { OutputOf } from "../../contract/definition/operation.js";
import type { MailKeys } from "../../../protocol/mail/keys.js";
import { API_BASE } from "../connection/base.js";
import { fieldsAt, numberAt, textAt } from "../connection/json.js";
import { valueOf } from "../connection/asked.js";
import { client, session } from "../connection/session.js";

export const MAILBOXES = ["inbox", "sent", "drafts", "archive", "junk", "trash"] as const;
export type Mailbox = (typeof MAILBOXES)[number];
export type Identity = OutputOf<typeof mailIdentity>;
export type Shown = OutputOf<typeof mailHtml>;

export interface Person {
  readonly email: string;
  readonly name: string | null;
}

export interface Listed {
  readonly id: string;
  readonly subject: string;
  readonly from: readonly Person[];
  readonly to: readonly Person[];
  readonly preview: string;
  readonly hasAttachment: boolean;
  readonly isSeen: boolean;
  readonly isFlagged: boolean;
  readonly receivedMs: number;
  /** False where neither the node nor the page opens it. */
  readonly isOpened: boolean;
}

export interface ListedPage {
  readonly messages: readonly Listed[];
  /** Where the next page begins; null at the end. */
  readonly after: string | null;
}

export interface Attached {
  readonly blobId: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export interface Letter extends Listed {
  readonly threadId: string;
  readonly mailbox: string;
  readonly keywords: readonly string[];
  readonly cc: readonly Person[];
  readonly text: string | null;
  readonly hasHtml: boolean;
  readonly attachments: readonly Attached[];
  readonly thread: readonly string[];
  readonly receivedCalcond: number;
  /** Identity key of the sender, hex. */
  readonly identity: string;
  /** Of each recipient, where the node tells it. */
  readonly recipients: readonly Recipient[];
}

export interface Recipient {
  readonly address: string;
  readonly status: string;
  /** Why it did not arrive. */
  readonly why?: string;
  /** Tries that failed so far. */
  readonly tries?: number;
  /** Until when it is tried. */
  readonly endsCalcond?: number | null;
}

export interface Uploaded {
  readonly blobId: string;
  readonly name: string;
  readonly size: number;
  readonly expiresCalcond: number;
}

export interface NewLetter {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly string[];
  readonly inReplyTo: string | null;
  /** A draft that goes with it. */
  readonly replaces: string | null;
  readonly isDraft: boolean;
}

export interface Box {
  readonly opensIn: "node" | "page";
  readonly address: string;
  list(of: Mailbox, q: string, after: string | null): Promise<ListedPage>;
  read(id: string): Promise<Letter>;
  send(letter: NewLetter): Promise<readonly Recipient[]>;
  change(id: string, change: { keywords?: string[]; mailbox?: Mailbox }): Promise<void>;
  remove(id: string): Promise<void>;
}

const PAGE = 50;
const PAGE_OPENED_HERE = 10;
const PREVIEW_CHARS = 120;

/** Keys of the mail, and whose they are. */
const held = signal<{ readonly of: string; readonly keys: readonly MailKeys[] } | null>(null);

/** @throws MailError where the equation does not open the mail of the account */
export async function openHere(equation: string): Promise<void> {
  const keys = await mailKeys(client.value, { equation });
  held.value = { of: session.value?.key ?? "", keys };
}

function heldKeys(): readonly MailKeys[] | null {
  return held.value !== null && held.value.of === session.value?.key ? held.value.keys : null;
}

/** Null where nothing opens the mail yet. */
export function boxOf(identity: Identity): Box | null {
  const { address, opensOnNode, wrapped } = identity;
  if (address === null) return null;
  if (opensOnNode && wrapped.byKey !== null && session.value?.kind !== "identity")
    return { ...common, ...onNode, opensIn: "node", address };
  const keys = heldKeys();
  return keys === null ? null : { ...common, ...inPage(keys), opensIn: "page", address };
}

/** What needs no keys. */
const common = {
  change: async (id: string, change: { keywords?: string[]; mailbox?: Mailbox }) => {
    valueOf(await client.value.mailChange({ id, ...change }));
  },
  remove: async (id: string) => {
    valueOf(await client.value.mailDelete({ id }));
  },
};

type Read = OutputOf<typeof mailRead>;

function marksOf(of: Pick<Read, "keywords" | "mailboxIds" | "receivedAt">) {
  return {
    isSeen: of.keywords["$seen"] === true,
    isFlagged: of.keywords["$flagged"] === true,
    receivedMs: Date.parse(of.receivedAt),
    mailbox: Object.keys(of.mailboxIds)[0] ?? "",
    keywords: Object.keys(of.keywords).filter((one) => of.keywords[one] === true),
  };
}

function afterOf(headers: Headers): string | null {
  const target = /<([^>]*)>\s*;\s*rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? "";
  return new URLSearchParams(target.split("?")[1] ?? "").get("after");
}

function statusesOf(value: unknown): readonly Recipient[] {
  return Array.isArray(value)
    ? value.map((one) => ({
        address: textAt(one, "address"),
        status: textAt(one, "status"),
        why: textAt(one, "why"),
        tries: numberAt(one, "tries") ?? 0,
        endsCalcond: numberAt(one, "endsCalcond"),
      }))
    : [];
}

const onNode = {
  list: async (of: Mailbox, q: string, after: string | null): Promise<ListedPage> => {
    const outcome = await client.value.mailList({
      mailbox: of,
      limit: PAGE,
      ...(q === "" ? {} : { q }),
      ...(after === null ? {} : { after }),
    });
    const { messages } = valueOf(outcome);
    return {
      after: afterOf(outcome.headers),
      messages: messages.map((one) => ({ ...one, ...marksOf(one), isOpened: one.opened })),
    };
  },
  read: async (id: string): Promise<Letter> => {
    const read = valueOf(await client.value.mailRead({ id }));
    return {
      ...read,
      ...marksOf(read),
      preview: "",
      hasAttachment: read.attachments.length > 0,
      isOpened: true,
      identity: read.sender.identity,
      recipients: statusesOf(read.delivery),
    };
  },
  send: async (letter: NewLetter): Promise<readonly Recipient[]> => {
    const { attachments, cc, inReplyTo, isDraft, replaces, subject, text, to } = letter;
    const sent = valueOf(
      await client.value.mailSend({
        to: [...to],
        cc: [...cc],
        subject,
        text,
        attachments: [...attachments],
        draft: isDraft,
        ...(inReplyTo === null ? {} : { inReplyTo }),
        ...(replaces === null ? {} : { replaces }),
      }),
    );
    return sent.recipients;
  },
};

function inPage(keys: readonly MailKeys[]) {
  const read = async (id: string): Promise<Letter> => {
    const [sealed, opened] = await Promise.all([
      client.value.mailSealedRead({ id }),
      readSealedMail(client.value, keys, id),
    ]);
    const listed = valueOf(sealed);
    const { headers, html, text } = valueOf(opened);
    const person = ({ address, name }: { address: string; name: string | null }): Person => ({
      email: address,
      name,
    });
    const words = text ?? (html === null ? "" : plainOf(html));
    const identity = textAt(fieldsAt(listed.message["sender"], "statement"), "identity");
    return {
      ...marksOf(listed),
      id,
      threadId: listed.threadId,
      subject: headers.subject,
      from: [person(headers.from)],
      to: headers.to.map(person),
      cc: headers.cc.map(person),
      preview: words.slice(0, PREVIEW_CHARS),
      text: words,
      hasHtml: false,
      hasAttachment: headers.attachments.length > 0,
      attachments: headers.attachments,
      thread: [id],
      receivedCalcond: listed.receivedCalcond,
      identity,
      isOpened: true,
      recipients: statusesOf(listed.delivery),
    };
  };
  return {
    read,
    list: async (of: Mailbox, q: string, after: string | null): Promise<ListedPage> => {
      const outcome = await client.value.mailSealedList({
        mailbox: of,
        limit: PAGE_OPENED_HERE,
        ...(after === null ? {} : { after }),
      });
      const { messages } = valueOf(outcome);
      const rows: Listed[] = [];
      for (const one of messages)
        rows.push(
          await read(one.id).catch((): Listed => {
            const nobody: readonly Person[] = [];
            return {
              id: one.id,
              ...marksOf(one),
              subject: "This message does not open with your keys",
              from: nobody,
              to: nobody,
              preview: "",
              hasAttachment: false,
              isOpened: false,
            };
          }),
        );
      const words = q.toLowerCase().split(/\s+/).filter(Boolean);
      return {
        after: afterOf(outcome.headers),
        messages: rows.filter((one) => {
          const all = JSON.stringify([one.subject, one.from, one.to, one.preview]).toLowerCase();
          return words.every((word) => all.includes(word));
        }),
      };
    },
    send: async (letter: NewLetter): Promise<readonly Recipient[]> => {
      const statements = async (of: readonly string[]) =>
        Promise.all(of.map(async (one) => valueOf(await mailRecipient(client.value, one))));
      const answered = letter.inReplyTo === null ? null : await read(letter.inReplyTo);
      const sealed = await sealMail(client.value, keys, {
        to: await statements(letter.to),
        cc: await statements(letter.cc),
        subject: letter.subject,
        text: letter.text,
        ...(answered === null
          ? {}
          : { inReplyTo: { id: answered.id, threadId: answered.threadId } }),
      });
      const sent = valueOf(
        await client.value.mailSealedSend({
          ...sealed,
          draft: letter.isDraft,
          ...(letter.replaces === null ? {} : { replaces: letter.replaces }),
        }),
      );
      return sent.recipients;
    },
  };
}

/** The words of HTML, read by the browser's parser, which runs and loads nothing of it. */
function plainOf(html: string): string {
  const read = new DOMParser().parseFromString(html, "text/html");
  for (const element of read.querySelectorAll("script, style, template")) element.remove();
  return (read.body.textContent ?? "")
    .replace(/[ \t]+/g, " ")
    .replace(/\n\s*\n\s*/g, "\n\n")
    .trim();
}

const endpoint = () => ({ baseUrl: API_BASE, key: session.value?.key ?? "" });

export async function upload(file: File): Promise<Uploaded> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(file.type) ? { type: file.type } : {};
  const attachment = valueOf(
    await uploadAttachment(endpoint(), { name: file.name, ...type }, bytes),
  );
  return {
    blobId: textAt(attachment, "blobId"),
    name: file.name,
    size: numberAt(attachment, "size") ?? 0,
    expiresCalcond: numberAt(attachment, "expiresCalcond") ?? 0,
  };
}

/** Hands the bytes to the browser as a file. */
export async function save({ blobId, name }: Attached): Promise<void> {
  const bytes = valueOf(await downloadAttachment(endpoint(), blobId));
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export function nameOf({ email, name }: Person): string {
  return name ?? email;
}
