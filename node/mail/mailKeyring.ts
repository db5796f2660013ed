/**
 * Who has a mail address, and the secrets behind it. They are kept only wrapped, under each API key
 * that was let in and under a key from the equation. A request shows its key: for as long as it
 * runs, what is wrapped under that key can be opened.
 */
import { localPartFault, mailAddressText, readMailAddress } from "../../protocol/mail/address.js";
import {
  isMailStatementSigned,
  kekOfKey,
  MAIL_GENERATIONS_MAX,
  MAIL_SECRET_BYTES,
  mailKeysOf,
  unwrapSecrets,
  wrapSecrets,
  type MailCrypto,
  type MailKeys,
  type MailStatement,
  type SignedMailStatement,
} from "../../protocol/mail/keys.js";
import type { Principal } from "../../protocol/identity/principal.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { MailAccountRecord, MailWrapRecord } from "../../storage/records/mailRecords.js";
import { keyHash } from "../../storage/repositories/keys.js";
import type { Store } from "../../storage/store.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { Addresses } from "../accounts/scrypt.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";

export interface MailKeyModules {
  readonly store: Store;
  readonly crypto: MailCrypto;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly addresses: Pick<Addresses, "of">;
  readonly random: RandomBytes;
  /** Of this node, hex. */
  readonly publicKey: string;
}

/** Whose mail it is, with what opens it. */
export interface MailHolder {
  readonly account: string;
  readonly address: string;
  readonly record: MailAccountRecord;
  /** Of all generations that the key was let in to, the first one first. */
  readonly keys: readonly MailKeys[];
}

/** What an account says of its address; its client made and signed it. */
export interface MailIdentityRequest {
  readonly localPart: string;
  readonly displayName: string | null;
  readonly boxKey: string;
  readonly signKey: string;
  readonly generation: number;
  readonly signature: string;
  readonly opensOnNode: boolean;
  /** Base64. */
  readonly byEquation: string;
  /** Base64, under the key of the call; absent where no key is to open the mail. */
  readonly byKey?: string | undefined;
}

const WRAP_NONCE_BYTES = 12;

export class MailKeyring {
  readonly #modules: MailKeyModules;

  constructor(modules: MailKeyModules) {
    this.#modules = modules;
  }

  /** The address of this node, which stands behind the `@`. */
  nodeAddress(): Promise<string> {
    return this.#modules.addresses.of(this.#modules.publicKey);
  }

  /** The same of another node. @param publicKey hex */
  nodeAddressOf(publicKey: string): Promise<string> {
    return this.#modules.addresses.of(publicKey);
  }

  get nodeKey(): string {
    return this.#modules.publicKey;
  }

  /** Undefined where the account has no address yet. */
  identity(account: string): Promise<MailAccountRecord | undefined> {
    return this.#modules.store.mail.accounts.get(account);
  }

  /** @throws Refusal NOT_FOUND */
  async require(account: string): Promise<MailAccountRecord> {
    const record = await this.identity(account);
    if (record === undefined)
      throw new Refusal(
        "NOT_FOUND",
        "the account has no mail address yet: PUT /api/mail/identity, or calc mail setup, makes one",
      );
    return record;
  }

  /** Which keys of the account open its mail, by their hash. */
  async wraps(account: string): Promise<ReadonlyMap<string, MailWrapRecord>> {
    const { mail } = this.#modules.store;
    const hashes = await mail.wrappedKeys(account);
    const found = await mail.wraps.getMany(hashes.map((hash) => [account, hash] as const));
    return new Map(hashes.flatMap((hash, i) => (found[i] ? [[hash, found[i]] as const] : [])));
  }

  /** First characters of the keys that open the mail, and how new the keys are that each opens. */
  async openingKeys(
    account: string,
  ): Promise<{ readonly prefix: string; readonly generation: number }[]> {
    const [wraps, live] = await Promise.all([this.wraps(account), this.#liveKeys(account)]);
    return live.flatMap(({ hash, prefix }) => {
      const wrap = wraps.get(hash);
      return wrap === undefined ? [] : [{ prefix, generation: wrap.generation }];
    });
  }

  /** What the directory says of an address of this node; undefined where nobody has it. */
  async directory(address: string): Promise<SignedMailStatement | undefined> {
    const read = readMailAddress(address);
    if (read === null || read.node !== (await this.nodeAddress())) return undefined;
    const account = await this.#modules.store.mail.addresses.get(read.localPart);
    const record = account === undefined ? undefined : await this.identity(account);
    return record?.current;
  }

  /** @throws Refusal INVALID_INPUT, FORBIDDEN, BAD_SIGNATURE; with the step ADDRESS_TAKEN, CONFLICT */
  async put(
    { keyHash: hash, kind, owner: account }: Principal,
    newIdentity: MailIdentityRequest,
  ): Promise<Step<MailAccountRecord>> {
    const { crypto, deadlines, publicKey, store } = this.#modules;
    const { boxKey, byKey, displayName, generation, localPart, opensOnNode, signature, signKey } =
      newIdentity;
    checkLocalPart(localPart);
    const identity = (await store.accounts.get(account))?.publicKey ?? null;
    if (identity === null)
      throw new Refusal(
        "FORBIDDEN",
        "mail is for accounts with an identity of their own: POST /api/identity/register makes one",
      );
    if (byKey !== undefined && kind !== "account")
      throw new Refusal(
        "INVALID_INPUT",
        "this came with a session, and secrets are wrapped under keys: leave `wrapped.byKey` out",
      );
    checkWrapped(newIdentity.byEquation, generation);
    if (byKey !== undefined) checkWrapped(byKey, generation);
    const node = await this.nodeAddress();
    const address = mailAddressText({ localPart, node });
    const statement: MailStatement = {
      address,
      boxKey,
      displayName,
      generation,
      identity,
      node: publicKey,
      signKey,
    };
    const current = { statement, signature };
    if (!isMailStatementSigned(crypto, current))
      throw new Refusal(
        "BAD_SIGNATURE",
        "the statement is not signed by the account's identity for this address and this node",
      );
    return {
      keys: [`mailaddr:${localPart}`, `mail:${account}`],
      run: async (tx) => {
        const holder = await tx.get(buckets.mailaddr, localPart);
        if (holder !== undefined && holder !== account)
          throw new Refusal("ADDRESS_TAKEN", `another account has ${address}`);
        const before = await tx.get(buckets.mailacct, account);
        checkSuccession(before, statement);
        const record: MailAccountRecord = {
          localPart,
          address,
          createdCalcond: before?.createdCalcond ?? deadlines.now(),
          current,
          earlier: earlierOf(before, generation),
          opensOnNode,
          byEquation: newIdentity.byEquation,
        };
        tx.put(buckets.mailaddr, localPart, account);
        tx.put(buckets.mailacct, account, record);
        await this.#prune(tx, account, opensOnNode && byKey !== undefined ? [] : [hash]);
        if (byKey !== undefined)
          tx.put(buckets.mailwrap, [account, hash], { wrapped: byKey, generation });
        return record;
      },
    };
  }

  /** Lets a key of the account in: its client wrapped the secrets under it. @throws Refusal */
  letIn(account: string, prefix: string, wrapped: string): Step<MailAccountRecord> {
    const { store } = this.#modules;
    return {
      keys: [`mail:${account}`, `acct:${account}`],
      run: async (tx) => {
        const record = await tx.get(buckets.mailacct, account);
        if (record === undefined) throw new Refusal("NOT_FOUND", "the account has no mail address");
        const { generation } = record.current.statement;
        checkWrapped(wrapped, generation);
        const live = await this.#liveKeys(account);
        const key = live.find((one) => one.prefix === prefix && one.machine === undefined);
        if (key === undefined)
          throw new Refusal("NOT_FOUND", `the account has no live key ${prefix}`);
        tx.add(store.mail.wraps.putOps([account, key.hash], { wrapped, generation }));
        return record;
      },
    };
  }

  /**
   * A step that makes a key, and lets the new one in to what the key of the call opens. A key that
   * opens nothing lets nobody in.
   * @param apiKey of the call; null for a session
   */
  following<T extends { readonly key: string }>(
    step: Step<T>,
    account: string,
    apiKey: string | null,
  ): Step<T> {
    const { crypto, random } = this.#modules;
    return {
      keys: [...step.keys, `mail:${account}`],
      run: async (tx) => {
        const written = await step.run(tx);
        const record = await tx.get(buckets.mailacct, account);
        if (record === undefined || apiKey === null || !record.opensOnNode) return written;
        const own = await tx.get(buckets.mailwrap, [account, keyHash(apiKey)]);
        if (own === undefined) return written;
        const kek = kekOfKey(apiKey);
        const secrets = unwrapSecrets(crypto, { account, kek }, bytesOf(own.wrapped));
        if (secrets === null) return written;
        const nonce = random.bytes(WRAP_NONCE_BYTES);
        const wrapped = wrapSecrets(
          crypto,
          { account, kek: kekOfKey(written.key), nonce },
          secrets,
        );
        tx.put(buckets.mailwrap, [account, keyHash(written.key)], {
          wrapped: Buffer.from(wrapped).toString("base64"),
          generation: own.generation,
        });
        return written;
      },
    };
  }

  /** A step that ends a key; nothing stays wrapped under keys that have ended. */
  ending<T>(step: Step<T>, account: string): Step<T> {
    return {
      keys: [...step.keys, `mail:${account}`],
      run: async (tx) => {
        const done = await step.run(tx);
        for (const hash of await this.#modules.store.mail.wrappedKeys(account)) {
          const key = await tx.get(buckets.key, hash);
          if (key === undefined || !this.#isLive(key)) tx.del(buckets.mailwrap, [account, hash]);
        }
        return done;
      },
    };
  }

  /**
   * What opens the mail of an account, for as long as its request runs.
   * @param apiKey of the call; null for a session
   * @throws Refusal NOT_FOUND, FORBIDDEN, CONFLICT
   */
  async open(account: string, apiKey: string | null): Promise<MailHolder> {
    const { crypto, store } = this.#modules;
    const record = await this.require(account);
    if (!record.opensOnNode)
      throw new Refusal(
        "CONFLICT",
        "this account opens its mail in the client alone: use the sealed forms of this call",
      );
    if (apiKey === null)
      throw new Refusal("FORBIDDEN", "a session opens no mail on the node: call with a key");
    const wrap = await store.mail.wraps.get([account, keyHash(apiKey)]);
    if (wrap === undefined) throw notLetIn();
    const secrets = unwrapSecrets(
      crypto,
      { account, kek: kekOfKey(apiKey) },
      bytesOf(wrap.wrapped),
    );
    if (secrets === null) throw notLetIn();
    const keys = secrets.map((secret) => mailKeysOf(crypto, secret));
    return { account, address: record.address, record, keys };
  }

  /** The pair that the account sends with. @throws Refusal FORBIDDEN where the key lacks it */
  sendingKeys({ keys, record }: MailHolder): MailKeys {
    const newest = keys.find(({ signKey }) => signKey === record.current.statement.signKey);
    if (newest === undefined)
      throw new Refusal(
        "FORBIDDEN",
        "the keys were renewed, and this key was not let in to the new ones: calc mail unlock does it",
      );
    return newest;
  }

  async #liveKeys(account: string) {
    const { keys } = await this.#modules.store.keys.ofAccount(account);
    return keys.filter((key) => this.#isLive(key));
  }

  #isLive({ revokedCalcond }: { readonly revokedCalcond: number | null }): boolean {
    return revokedCalcond === null || revokedCalcond > this.#modules.deadlines.reckon();
  }

  async #prune(tx: EffectTransaction, account: string, more: readonly string[]): Promise<void> {
    const live = new Set((await this.#liveKeys(account)).map(({ hash }) => hash));
    for (const hash of await this.#modules.store.mail.wrappedKeys(account))
      if (!live.has(hash) || more.includes(hash)) tx.del(buckets.mailwrap, [account, hash]);
  }
}

function checkLocalPart(text: string): void {
  const fault = localPartFault(text);
  if (fault === null) return;
  throw new Refusal(
    "INVALID_INPUT",
    fault === "reserved"
      ? `nobody can have the local part ${text}: people take it for the service`
      : "a local part has 4 to 64 of a-z, 0-9 and -, with single dots and underscores inside",
  );
}

/** @throws Refusal INVALID_INPUT for what cannot be the wrapped secrets of so many generations */
function checkWrapped(text: string, generations: number): void {
  const expected = WRAP_NONCE_BYTES + generations * MAIL_SECRET_BYTES + 16;
  const bytes = bytesOf(text);
  if (bytes.length !== expected || Buffer.from(bytes).toString("base64") !== text)
    throw new Refusal(
      "INVALID_INPUT",
      `wrapped secrets of ${generations} generations have ${expected} bytes: nonce, ciphertext and tag`,
    );
}

/** @throws Refusal CONFLICT */
function checkSuccession(
  before: MailAccountRecord | undefined,
  { address, boxKey, generation, signKey }: MailStatement,
): void {
  const was = before?.current.statement;
  if (was !== undefined && was.address !== address)
    throw new Refusal("CONFLICT", `the account has the address ${was.address}, and keeps it`);
  if (generation > MAIL_GENERATIONS_MAX)
    throw new Refusal(
      "CONFLICT",
      `an account renews its keys at most ${MAIL_GENERATIONS_MAX - 1} times`,
    );
  const next = (was?.generation ?? 0) + 1;
  const isSame = was !== undefined && generation === was.generation;
  if (!isSame && generation !== next)
    throw new Refusal("CONFLICT", `the next generation of keys is ${next}`, {
      members: { have: was?.generation ?? 0 },
    });
  if (isSame && (was.boxKey !== boxKey || was.signKey !== signKey))
    throw new Refusal(
      "CONFLICT",
      `the account has ${address} with other keys: new ones are generation ${next} (mail renew)`,
    );
}

function earlierOf(
  before: MailAccountRecord | undefined,
  generation: number,
): readonly SignedMailStatement[] {
  if (before === undefined) return [];
  const isSame = before.current.statement.generation === generation;
  return isSame ? before.earlier : [...before.earlier, before.current];
}

function notLetIn(): Refusal {
  return new Refusal(
    "FORBIDDEN",
    "this key was not let in to the account's mail: calc mail unlock does it with the equation",
  );
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}
