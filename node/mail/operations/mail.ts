import { turnsAround } from "../../../protocol/encoding/displayed.js";
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { preEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { timeText } from "./timeText.js";
import { readMailAddress } from "../../../protocol/mail/address.js";
import type { MailPerson } from "../../../protocol/mail/headers.js";
import type { SignedMailStatement } from "../../../protocol/mail/keys.js";
import type { SealedMessage } from "../../../protocol/mail/message.js";
import { fromWire, toWire, wireMessage } from "../../../protocol/mail/wire.js";
import { isShownType, OCTETS, typeField } from "../../../protocol/pages/types.js";
import { changed, removed, type FoundEntry } from "../mailboxes.js";
import type { MailHolder, MailKeyring } from "../mailKeyring.js";
import type { ListedMessage } from "../mailReading.js";
import type { SentMail } from "../mailSending.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import type { DeliveredMail } from "../delivery/createDelivery.js";
import { apiKeyOf, principalOf } from "../../operations/owner.js";

type MailHandlers = Pick<
  NodeHandlers,
  | "mailIdentity"
  | "mailIdentityPut"
  | "mailUnlock"
  | "mailDirectory"
  | "mailList"
  | "mailSend"
  | "mailRead"
  | "mailChange"
  | "mailDelete"
  | "mailSealedList"
  | "mailSealedRead"
  | "mailSealedSend"
  | "mailAttach"
  | "mailAttachment"
  | "mailConfirm"
  | "mailSealedAttach"
  | "mailSealedAttachment"
>;

export type MailHandlerServices = EffectServices & { readonly mail: DeliveredMail };

const NAME_CHARS_MAX = 255;
const TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/;

/** What opens the caller's mail. @throws Refusal NOT_FOUND, FORBIDDEN, CONFLICT */
export function holderOf(
  { keyring }: { readonly keyring: MailKeyring },
  call: Call,
): Promise<MailHolder> {
  return keyring.open(principalOf(call).owner, apiKeyOf(call));
}

export function mailHandlers(services: MailHandlerServices): MailHandlers {
  return {
    ...identityHandlers(services),
    ...messageHandlers(services),
    ...attachmentHandlers(services),
  };
}

function identityHandlers(services: MailHandlerServices) {
  const { keyring } = services.mail;
  const shown = async (account: string, hash: string) => {
    const [record, wraps, nodeAddress] = await Promise.all([
      keyring.identity(account),
      keyring.wraps(account),
      keyring.nodeAddress(),
    ]);
    return {
      nodeAddress,
      nodeKey: keyring.nodeKey,
      address: record?.address ?? null,
      current: record === undefined ? null : signedShown(record.current),
      earlier: (record?.earlier ?? []).map(signedShown),
      opensOnNode: record?.opensOnNode ?? true,
      wrapped: {
        byEquation: record?.byEquation ?? null,
        byKey: wraps.get(hash)?.wrapped ?? null,
      },
      keys: await keyring.openingKeys(account),
    };
  };
  return {
    mailIdentity: (_input, call) => {
      const { keyHash, owner } = principalOf(call);
      return shown(owner, keyHash);
    },
    mailIdentityPut: async ({ wrapped, ...identity }, call) => {
      const principal = principalOf(call);
      const nodeAddress = await keyring.nodeAddress();
      return effectOf(services, call, nodeOperations.mailIdentityPut).run(
        keyring.put(principal, { ...identity, ...wrapped }),
        (record) => ({
          nodeAddress,
          nodeKey: keyring.nodeKey,
          address: record.address,
          current: signedShown(record.current),
          earlier: record.earlier.map(signedShown),
          opensOnNode: record.opensOnNode,
          wrapped: { byEquation: record.byEquation, byKey: wrapped.byKey ?? null },
          keys:
            wrapped.byKey === undefined
              ? []
              : [{ prefix: principal.keyPrefix, generation: identity.generation }],
        }),
      );
    },
    mailUnlock: async ({ prefix, wrapped }, call) => {
      const { owner } = principalOf(call);
      const nodeAddress = await keyring.nodeAddress();
      return effectOf(services, call, nodeOperations.mailUnlock).run(
        keyring.letIn(owner, prefix, wrapped),
        (record) => ({
          nodeAddress,
          nodeKey: keyring.nodeKey,
          address: record.address,
          current: signedShown(record.current),
          earlier: record.earlier.map(signedShown),
          opensOnNode: record.opensOnNode,
          wrapped: { byEquation: record.byEquation, byKey: wrapped },
          keys: [{ prefix, generation: record.current.statement.generation }],
        }),
      );
    },
    mailDirectory: async ({ address }) => {
      const found = await keyring.directory(address);
      if (found !== undefined) return signedShown(found);
      const node = readMailAddress(address)?.node;
      const lookup =
        node === undefined || node === (await keyring.nodeAddress())
          ? { kind: "unknown" as const }
          : await services.mail.delivery.homes.lookup(address);
      if (lookup.kind === "known") return signedShown(lookup.signed);
      throw lookup.kind === "unknown"
        ? new ApiError("NOT_FOUND", `nobody has the address ${address}`)
        : new ApiError("NOT_READY", `the node of ${address} is not reached now: try again later`);
    },
  } satisfies Partial<MailHandlers>;
}

function messageHandlers(services: MailHandlerServices) {
  const { mail } = services;
  const { delivery, reading, sending } = mail;
  return {
    mailList: async ({ after, limit, mailbox, q }, call) => {
      const holder = await holderOf(mail, call);
      const before = after === undefined ? undefined : Number(after);
      const page = await reading.list(holder, { mailbox, limit, before, q });
      const ids = page.messages.map(({ entry }) => entry.id);
      const sent = await delivery.states(holder.account, ids);
      const answer = preEncoded({
        body: JSON.stringify({
          messages: page.messages.map((one, i) => ({ ...listed(one), delivery: sent[i] ?? null })),
        }),
        next: page.next === null ? null : { after: String(page.next) },
      });
      return answer;
    },
    mailSend: async ({ draft, ...letter }, call) => {
      const holder = await holderOf(mail, call);
      return effectOf(services, call, nodeOperations.mailSend).run(
        sending.send(holder, { ...textsOf(letter), isDraft: draft }),
        sentShown,
      );
    },
    mailRead: async ({ id }, call) => {
      const holder = await holderOf(mail, call);
      const { opened, sealed, ...found } = await reading.read(holder, id);
      const { headers } = opened;
      const { identity, node } = sealed.sender.statement;
      return {
        ...entryShown(found),
        from: [personShown(headers.from)],
        to: headers.to.map(personShown),
        cc: headers.cc.map(personShown),
        subject: headers.subject,
        sentAt: timeOf(headers.sentMs),
        inReplyTo: headers.inReplyTo,
        text: opened.text,
        hasHtml: opened.html !== null,
        attachments: headers.attachments.map(({ key: _key, ...shown }) => shown),
        thread: [...(await reading.thread(holder.account, found.entry.thread))],
        delivery: [...(await delivery.told(holder.account, id))],
        sender: { identity, node },
      };
    },
    mailChange: ({ id, keywords, mailbox }, call) =>
      effectOf(services, call, nodeOperations.mailChange).run(
        changed(principalOf(call).owner, id, { keywords, mailbox }),
        entryShown,
      ),
    mailDelete: ({ id }, call) =>
      effectOf(services, call, nodeOperations.mailDelete).run(
        removed(principalOf(call).owner, id),
        () => ({ deleted: id }),
      ),
    mailSealedList: async ({ after, limit, mailbox }, call) => {
      const before = after === undefined ? undefined : Number(after);
      const { owner } = principalOf(call);
      const page = await reading.listSealed(owner, { mailbox, limit, before });
      return preEncoded({
        body: JSON.stringify({
          messages: page.messages.map(({ sealed, ...found }) => ({
            ...entryShown(found),
            message: toWire(sealed),
          })),
        }),
        next: page.next === null ? null : { after: String(page.next) },
      });
    },
    mailSealedRead: async ({ id }, call) => {
      const { owner } = principalOf(call);
      const { found, sealed } = await reading.sealed(owner, id);
      const deliveries = await delivery.told(owner, id);
      return { ...entryShown(found), message: toWire(sealed), delivery: [...deliveries] };
    },
    mailSealedSend: ({ attachments, draft, message, replaces }, call) =>
      effectOf(services, call, nodeOperations.mailSealedSend).run(
        sending.sendSealed(principalOf(call).owner, {
          message: sealedOf(message),
          attachments,
          isDraft: draft,
          replaces,
        }),
        sentShown,
      ),
  } satisfies Partial<MailHandlers>;
}

function attachmentHandlers(services: MailHandlerServices) {
  const { mail } = services;
  const { attachments } = mail;
  return {
    mailAttach: async (_input, call) => {
      const query = new URLSearchParams(call.query);
      const name = query.get("name") ?? "";
      const type = query.get("type") ?? OCTETS;
      if (name === "" || name.length > NAME_CHARS_MAX || /[\p{Cc}/\\]/u.test(name))
        throw new ApiError(
          "INVALID_INPUT",
          "`name` in the query is a file's name of 1 to 255 characters",
        );
      if (turnsAround(name))
        throw new ApiError(
          "INVALID_INPUT",
          "`name` has marks that turn the order of letters around",
        );
      if (!TYPE.test(type))
        throw new ApiError("INVALID_INPUT", "`type` in the query is a media type");
      const holder = await holderOf(mail, call);
      const { attachment, record } = await attachments.upload(
        holder,
        { name, type },
        call.pieces(),
      );
      return {
        blobId: record.id,
        size: attachment.size,
        storedSize: record.storedSize,
        frames: record.frames,
        sha256: attachment.sha256,
        expiresCalcond: record.expiresCalcond,
      };
    },
    mailAttachment: async ({ id }, call) => {
      const holder = await holderOf(mail, call);
      const readable = await attachments.readable(holder, id);
      const { name, size, type } = readable.attachment;
      const range = rangeOf(call.header("range"), size);
      const parts = await attachments.open(readable, range ?? { from: 0, to: size });
      return preEncoded({
        status: range === null ? 200 : 206,
        body: "",
        parts,
        contentType: isShownType(type) ? typeField(type) : OCTETS,
        headers: [
          "content-disposition",
          `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          "accept-ranges",
          "bytes",
          "x-content-type-options",
          "nosniff",
          "content-security-policy",
          "sandbox; default-src 'none'",
          ...(range === null
            ? []
            : ["content-range", `bytes ${range.from}-${range.to - 1}/${size}`]),
        ],
      });
    },
    mailSealedAttach: async (_input, call) => {
      const { expiresCalcond, frames, id, storedSize } = await attachments.uploadSealed(
        principalOf(call).owner,
        call.pieces(),
      );
      return { blobId: id, storedSize, frames, expiresCalcond };
    },
    mailSealedAttachment: async ({ id }, call) => {
      const record = await attachments.sealedFor(principalOf(call).owner, id);
      return preEncoded({
        body: "",
        parts: attachments.sealed(record),
        contentType: OCTETS,
        headers: ["x-content-type-options", "nosniff"],
      });
    },
    mailConfirm: async ({ id }, call) =>
      effectOf(services, call, nodeOperations.mailConfirm).run(
        mail.delivery.confirmations.telling(
          principalOf(call).owner,
          await attachments.confirm(principalOf(call).owner, id),
        ),
        ({ confirmed, waiting }) => ({ confirmed: confirmed.length, remaining: waiting.length }),
      ),
  } satisfies Partial<MailHandlers>;
}

/** One range of bytes; null where none is asked for that can be given. */
function rangeOf(
  field: string,
  size: number,
): { readonly from: number; readonly to: number } | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(field.trim()) ?? [];
  if (first === "" && last === "") return null;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  return from < to ? { from, to } : null;
}

/** @throws ApiError INVALID_INPUT */
function sealedOf(value: unknown): SealedMessage {
  const read = wireMessage.safeParse(value);
  const message = read.success ? fromWire(read.data) : null;
  if (message !== null) return message;
  const [issue] = read.error?.issues ?? [];
  const why =
    issue === undefined ? "a text is not base64" : `${issue.path.join("/")}: ${issue.message}`;
  throw new ApiError("INVALID_INPUT", `message is no sealed message: ${why}`);
}

function textsOf<
  T extends { readonly text?: string | undefined; readonly html?: string | undefined },
>({ html, text, ...rest }: T) {
  return {
    ...rest,
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
  };
}

function signedShown({ signature, statement }: SignedMailStatement) {
  return { statement: { ...statement }, signature };
}

function sentShown({ id, mailbox, recipients, thread }: SentMail) {
  return { id, threadId: thread, mailboxIds: { [mailbox]: true }, recipients: [...recipients] };
}

function listed({ entry, mailbox, summary }: ListedMessage) {
  const {
    attachments = 0,
    cc = [],
    from,
    inReplyTo = null,
    preview = "",
    sentMs,
    subject = "",
    to = [],
  } = summary ?? {};
  return {
    ...entryShown({ entry, mailbox }),
    from: from === undefined ? [] : [personShown(from)],
    to: to.map(personShown),
    cc: cc.map(personShown),
    subject,
    sentAt: timeOf(sentMs ?? entry.receivedMs),
    inReplyTo,
    preview,
    hasAttachment: attachments > 0,
    opened: summary !== null,
  };
}

export function entryShown({ entry, mailbox }: Pick<FoundEntry, "entry" | "mailbox">) {
  return {
    id: entry.id,
    threadId: entry.thread,
    mailboxIds: { [mailbox]: true },
    keywords: Object.fromEntries(entry.keywords.map((word) => [word, true])),
    size: entry.size,
    receivedAt: timeOf(entry.receivedMs),
    receivedCalcond: entry.receivedCalcond,
  };
}

export function personShown({ address, name }: MailPerson) {
  return { email: address, name };
}

function timeOf(ms: number): string {
  return timeText(ms);
}
