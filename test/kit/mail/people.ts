/** People with mail on nodes of one process, and what they do with it. */
import {
  kekOfEquation,
  kekOfKey,
  mailKeysOf,
  signMailStatement,
  wrapSecrets,
} from "../../../protocol/mail/keys.js";
import type { Principal } from "../../../api/contract/definition/call.js";
import type { MailHolder } from "../../../node/mail/mailKeyring.js";
import type { MailRequest, SentMail } from "../../../node/mail/mailSending.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { secureCrypto } from "../../../node/runtime/secureCrypto.js";
import { principalOf, type LocalNode } from "../../../scripts/market/localMesh.js";
import { keyHash } from "../../../storage/repositories/keys.js";

/** A whole node, wherever it runs. */
type Home = Pick<LocalNode, "name" | "node" | "publicKey" | "store">;

export interface Person {
  readonly at: Home;
  readonly account: string;
  readonly key: string;
  readonly address: string;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** An account with an identity and an address, which a key of its own opens. */
export async function personAt(at: Home, localPart: string): Promise<Person> {
  const { node, store } = at;
  const seed = nodeCrypto.sha256(`owner of ${localPart} at ${at.name}`);
  const identity = Buffer.from(nodeCrypto.ed25519PublicKey(seed)).toString("hex");
  const key = `calc_ak_${localPart}`;
  await store.write(
    store.accounts.putOps({
      account: localPart,
      cid: null,
      publicKey: identity,
      plan: "free",
      createdCalcond: 0,
      visibility: "private",
    }),
  );
  const { keyring } = node.services.mail;
  const secret = nodeCrypto.sha256(`mail of ${localPart} at ${at.name}`);
  const { boxKey, signKey } = mailKeysOf(secureCrypto, secret);
  const address = `${localPart}@${await keyring.nodeAddress()}`;
  const statement = {
    address,
    boxKey,
    displayName: null,
    generation: 1,
    identity,
    node: at.publicKey,
    signKey,
  };
  const nonce = new Uint8Array(12);
  const wrapped = (kek: Uint8Array): string =>
    base64(wrapSecrets(secureCrypto, { account: localPart, kek, nonce }, [secret]));
  const principal: Principal = {
    ...principalOf(localPart),
    keyHash: keyHash(key),
    kind: "account",
  };
  const { signature } = signMailStatement(nodeCrypto, seed, statement);
  await node.services.effects.run(
    keyring.put(principal, {
      localPart,
      boxKey,
      signKey,
      signature,
      displayName: null,
      generation: 1,
      opensOnNode: true,
      byEquation: wrapped(kekOfEquation("equation")),
      byKey: wrapped(kekOfKey(key)),
    }),
  );
  return { at, account: localPart, key, address };
}

function holderOf({ account, at, key }: Person): Promise<MailHolder> {
  return at.node.services.mail.keyring.open(account, key);
}

export async function sendMail(
  from: Person,
  to: readonly string[],
  more: Partial<MailRequest> = {},
): Promise<SentMail> {
  const { effects, mail } = from.at.node.services;
  return effects.run(
    mail.sending.send(await holderOf(from), {
      to,
      cc: [],
      subject: "s",
      text: "t",
      attachments: [],
      isDraft: false,
      ...more,
    }),
  );
}

export interface Seen {
  readonly id: string;
  readonly subject: string;
  readonly from: string;
  readonly preview: string;
}

/** What stands in a mailbox, the newest first. */
export async function mailOf(who: Person, mailbox: "inbox" | "sent" = "inbox"): Promise<Seen[]> {
  const { reading } = who.at.node.services.mail;
  const { messages } = await reading.list(await holderOf(who), { mailbox, limit: 200 });
  return messages.map(({ entry, summary }) => ({
    id: entry.id,
    subject: summary?.subject ?? "",
    from: summary?.from.address ?? "",
    preview: summary?.preview ?? "",
  }));
}

/** What the sender is told of a message: each recipient's status, and why. */
export async function deliveriesOf(who: Person, id: string): Promise<readonly string[]> {
  const deliveries = await who.at.node.services.mail.delivery.told(who.account, id);
  return deliveries.map(({ status, why }) => (why === undefined ? status : `${status}: ${why}`));
}

export async function attach(who: Person, bytes: Uint8Array): Promise<string> {
  const { attachments } = who.at.node.services.mail;
  const file = { name: "plan.bin", type: "application/octet-stream" };
  const { record } = await attachments.upload(await holderOf(who), file, [bytes]);
  return record.id;
}

/** The bytes of an attachment as a reader gets them. */
export async function fetched(who: Person, id: string): Promise<Buffer> {
  const { attachments } = who.at.node.services.mail;
  const pieces: Uint8Array[] = [];
  for await (const piece of await attachments.open(
    await attachments.readable(await holderOf(who), id),
  ))
    pieces.push(piece);
  return Buffer.concat(pieces);
}
