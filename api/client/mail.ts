/**
 * The client's side of mail: keys are made, signed and wrapped here, and messages sealed and opened
 * where the node is not to. The equation never leaves; what leaves of the secrets is wrapped.
 */
import { fromBase64, toBase64 } from "../../protocol/encoding/base64.js";
import { toHex } from "../../protocol/encoding/hex.js";
import type { MailAttachment } from "../../protocol/mail/headers.js";
import {
  isMailStatementSigned,
  kekOfEquation,
  kekOfKey,
  MAIL_SECRET_BYTES,
  mailKeysOf,
  signMailStatement,
  unwrapSecrets,
  wrapSecrets,
  type MailKeys,
  type SignedMailStatement,
} from "../../protocol/mail/keys.js";
import {
  messageId,
  openMessage,
  sealMessage,
  type OpenedMessage,
} from "../../protocol/mail/message.js";
import { fromWire, toWire, wireMessage } from "../../protocol/mail/wire.js";
import type { operations } from "../contract/index.js";
import type { OutputOf, RequestOf } from "../contract/definition/operation.js";
import type { ApiClient } from "./client.js";
import { identityFrom, platformRandom } from "./identity.js";
import type { Outcome } from "./outcome.js";
import { ProblemError } from "./pages.js";
import { portableCrypto } from "./secureCrypto.js";

export {
  AttachmentError,
  downloadAttachment,
  downloadSealedAttachment,
  openAttachment,
  sealAttachment,
  uploadAttachment,
  uploadSealedAttachment,
} from "./mailFiles.js";

type MailIdentity = OutputOf<(typeof operations)["mailIdentity"]>;

/** What the node, or whoever answers in its place, says is not what was signed or sealed. */
export class MailError extends Error {
  override readonly name = "MailError";
}

export interface MailSetup {
  readonly equation: string;
  /** The API key of the client: it opens the mail from then on. Absent: only the equation does. */
  readonly apiKey?: string;
  readonly localPart: string;
  readonly displayName?: string | null;
  /** False asks the node never to unwrap the keys, whatever is wrapped under API keys. */
  readonly opensOnNode?: boolean;
  readonly random?: (bytes: number) => Uint8Array;
}

/** Takes an address for the account of an equation. @throws ProblemError where it is not told which node this is */
export async function setUpMail(
  client: ApiClient,
  { displayName = null, localPart, ...setup }: MailSetup,
): Promise<Outcome<MailIdentity>> {
  const { random = platformRandom } = setup;
  const identity = valueOf(await client.mailIdentity());
  return putKeys(client, identity, {
    ...setup,
    localPart,
    displayName,
    generation: 1,
    secrets: [random(MAIL_SECRET_BYTES)],
  });
}

/**
 * New keys for the address: what is sent from now on opens with them, older messages with the old
 * ones. Other API keys open only older mail until they are unlocked again.
 */
export async function renewMailKeys(
  client: ApiClient,
  setup: Pick<MailSetup, "equation" | "apiKey" | "random">,
): Promise<Outcome<MailIdentity>> {
  const { random = platformRandom } = setup;
  const identity = valueOf(await client.mailIdentity());
  const { statement } = currentOf(identity);
  const secrets = await secretsOf(client, identity, setup);
  return putKeys(client, identity, {
    ...setup,
    localPart: localPartOf(statement.address),
    displayName: statement.displayName,
    opensOnNode: identity.opensOnNode,
    generation: secrets.length + 1,
    secrets: [...secrets, random(MAIL_SECRET_BYTES)],
  });
}

/** Another name beside the address, or another word on who opens mail; the keys stay. */
export async function changeMail(
  client: ApiClient,
  setup: Pick<MailSetup, "equation" | "apiKey" | "random" | "displayName" | "opensOnNode">,
): Promise<Outcome<MailIdentity>> {
  const identity = valueOf(await client.mailIdentity());
  const { statement } = currentOf(identity);
  const secrets = await secretsOf(client, identity, setup);
  return putKeys(client, identity, {
    opensOnNode: identity.opensOnNode,
    ...setup,
    localPart: localPartOf(statement.address),
    displayName: setup.displayName === undefined ? statement.displayName : setup.displayName,
    generation: secrets.length,
    secrets,
  });
}

/** Lets an API key open the mail, by the equation: after an account was recovered, say. */
export async function unlockMail(
  client: ApiClient,
  {
    apiKey,
    equation,
    random = platformRandom,
  }: Required<Pick<MailSetup, "equation" | "apiKey">> & Pick<MailSetup, "random">,
): Promise<Outcome<MailIdentity>> {
  const identity = valueOf(await client.mailIdentity());
  const secrets = await secretsOf(client, identity, { equation });
  const account = await accountOf(client);
  return client.mailUnlock({
    prefix: apiKey.slice(0, 12),
    wrapped: wrapped(account, kekOfKey(apiKey), secrets, random),
  });
}

interface KeyRequest extends MailSetup {
  readonly displayName: string | null;
  readonly generation: number;
  readonly secrets: readonly Uint8Array[];
}

async function putKeys(
  client: ApiClient,
  identity: MailIdentity,
  keyOptions: KeyRequest,
): Promise<Outcome<MailIdentity>> {
  const { apiKey, displayName, equation, generation, localPart, secrets } = keyOptions;
  const { opensOnNode = true, random = platformRandom } = keyOptions;
  const account = await accountOf(client);
  const { publicKey, seed } = identityFrom(equation);
  const { boxKey, signKey } = mailKeysOf(portableCrypto, secrets[generation - 1]!);
  const { signature } = signMailStatement(portableCrypto, seed, {
    address: `${localPart}@${identity.nodeAddress}`,
    boxKey,
    displayName,
    generation,
    identity: publicKey,
    node: identity.nodeKey,
    signKey,
  });
  return client.mailIdentityPut({
    localPart,
    displayName,
    boxKey,
    signKey,
    generation,
    signature,
    opensOnNode,
    wrapped: {
      byEquation: wrapped(account, kekOfEquation(equation), secrets, random),
      ...(apiKey === undefined
        ? {}
        : { byKey: wrapped(account, kekOfKey(apiKey), secrets, random) }),
    },
  });
}

/** The keys of an account's mail, by its equation or its API key. @throws MailError, ProblemError */
export async function mailKeys(
  client: ApiClient,
  by: { readonly equation: string } | { readonly apiKey: string },
): Promise<readonly MailKeys[]> {
  const identity = valueOf(await client.mailIdentity());
  const secrets = await secretsOf(client, identity, by);
  return secrets.map((secret) => mailKeysOf(portableCrypto, secret));
}

async function secretsOf(
  client: ApiClient,
  { wrapped: { byEquation, byKey } }: MailIdentity,
  { apiKey, equation }: { readonly equation?: string; readonly apiKey?: string },
): Promise<readonly Uint8Array[]> {
  const text = equation === undefined ? byKey : byEquation;
  const kek = equation === undefined ? kekOfKey(apiKey ?? "") : kekOfEquation(equation);
  const bytes = text === null ? null : fromBase64(text);
  const account = await accountOf(client);
  const secrets = bytes === null ? null : unwrapSecrets(portableCrypto, { account, kek }, bytes);
  if (secrets === null)
    throw new MailError(
      equation === undefined
        ? "this key does not open the mail: unlock it with the equation"
        : "this equation does not open the mail of this account",
    );
  return secrets;
}

/**
 * The keys of an address, checked: signed by the identity that they name.
 * @param identity key of the one that is meant, where it is known: the owner of a name, say
 * @throws MailError where they are another's
 */
export async function mailRecipient(
  client: ApiClient,
  address: string,
  identity?: string,
): Promise<Outcome<SignedMailStatement>> {
  const outcome = await client.mailDirectory({ address });
  if (outcome.kind === "problem") return outcome;
  const { signature, statement } = outcome.value;
  const signed = { statement, signature };
  if (statement.address !== address.toLowerCase() || !isMailStatementSigned(portableCrypto, signed))
    throw new MailError(`what the directory says of ${address} is not signed by its identity`);
  if (identity !== undefined && statement.identity !== identity)
    throw new MailError(`${address} belongs to another identity than the one that is meant`);
  return { ...outcome, value: signed };
}

export interface SealedMailRequest {
  readonly to: readonly SignedMailStatement[];
  readonly cc?: readonly SignedMailStatement[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  /** A message of one's own that this one answers, and its thread. */
  readonly inReplyTo?: { readonly id: string; readonly threadId: string };
  readonly attachments?: readonly MailAttachment[];
  readonly random?: (bytes: number) => Uint8Array;
  readonly nowMs?: number;
}

/** Seals a message here, and sends it: the node sees who writes to whom, and no word of it. */
export async function sendSealedMail(
  client: ApiClient,
  keys: readonly MailKeys[],
  draft: SealedMailRequest,
): Promise<Outcome<OutputOf<(typeof operations)["mailSealedSend"]>>> {
  return client.mailSealedSend(await sealMail(client, keys, draft));
}

/** The input of that call. @throws MailError where the keys are not the account's newest ones */
export async function sealMail(
  client: ApiClient,
  keys: readonly MailKeys[],
  draft: SealedMailRequest,
): Promise<RequestOf<(typeof operations)["mailSealedSend"]>> {
  const { attachments = [], cc = [], inReplyTo, random = platformRandom, to } = draft;
  const sender = currentOf(valueOf(await client.mailIdentity()));
  const { statement } = sender;
  const own = keys.find(({ signKey }) => signKey === statement.signKey);
  if (own === undefined) throw new MailError("these are not the newest keys of the account");
  const id = messageId(random(16));
  const ms = draft.nowMs ?? Date.now();
  const person = ({ statement: { address, displayName } }: SignedMailStatement) => ({
    address,
    name: displayName,
  });
  const others = [...to, ...cc].map((one) => one.statement);
  const boxes = new Map(
    [statement, ...others].map(({ address, boxKey }) => [address, { address, boxKey }]),
  );
  const message = sealMessage(portableCrypto, {
    id,
    thread: inReplyTo?.threadId ?? id,
    sender,
    keys: own,
    random: random(64),
    body: {
      ...(draft.text === undefined ? {} : { text: draft.text }),
      ...(draft.html === undefined ? {} : { html: draft.html }),
    },
    recipients: [...boxes.values()],
    headers: {
      from: person(sender),
      to: to.map(person),
      cc: cc.map(person),
      subject: draft.subject,
      sentCalcond: Math.floor((ms * 1e6) / 777_000_777),
      sentMs: ms,
      inReplyTo: inReplyTo?.id ?? null,
      attachments: [...attachments],
      salt: toHex(random(16)),
    },
  });
  return { message: toWire(message), attachments: attachments.map(({ blobId }) => blobId) };
}

/** A message opened here. @throws MailError where it does not open, or is not what was signed */
export async function readSealedMail(
  client: ApiClient,
  keys: readonly MailKeys[],
  id: string,
): Promise<Outcome<OpenedMessage>> {
  const { address } = valueOf(await client.mailIdentity());
  const outcome = await client.mailSealedRead({ id });
  if (outcome.kind === "problem") return outcome;
  const read = wireMessage.safeParse(outcome.value.message);
  const sealed = read.success ? fromWire(read.data) : null;
  const opened =
    sealed === null ? "damaged" : openMessage(portableCrypto, sealed, address ?? "", keys);
  if (typeof opened === "string") throw new MailError(`the message ${id} does not open: ${opened}`);
  return { ...outcome, value: opened };
}

async function accountOf(client: ApiClient): Promise<string> {
  const { account } = valueOf(await client.identity());
  if (account === undefined) throw new MailError("the client has no key of an account");
  return account;
}

function currentOf({ current }: MailIdentity): SignedMailStatement {
  if (current === null) throw new MailError("the account has no mail address yet");
  return { statement: current.statement, signature: current.signature };
}

function localPartOf(address: string): string {
  return address.split("@")[0] ?? "";
}

function wrapped(
  account: string,
  kek: Uint8Array,
  secrets: readonly Uint8Array[],
  random: (bytes: number) => Uint8Array,
): string {
  return toBase64(wrapSecrets(portableCrypto, { account, kek, nonce: random(12) }, secrets));
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "problem") throw new ProblemError(outcome.problem);
  return outcome.value;
}
