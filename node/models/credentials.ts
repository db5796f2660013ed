/**
 * Credentials for providers of models: each of one account, its key encrypted at rest. Only the prefix
 * of a key is ever shown; the key leaves this file for the request to its provider alone.
 */
import { LLM_API_KEY_CHARS_MAX, LLM_CREDENTIALS_OF_ACCOUNT_MAX } from "../../protocol/limits.js";
import { providerOf, type Provider } from "../../protocol/models/providers.js";
import { nearestName } from "../../protocol/search/nearest.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { CredentialRecord, CredentialUse } from "../../storage/records/llmRecords.js";
import type { Store } from "../../storage/store.js";
import type { Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";
import type { BaseAddresses } from "./baseAddresses.js";
import { openKey, rewrap, sealKey, type Bound } from "./sealing.js";
import { WrappingKeyError, type WrappingKeys } from "./wrappingKeys.js";

const ID_BYTES = 16;
const PREFIX_CHARS = 8;
/** Of a short key less is shown. */
const PREFIX_PART = 4;
const API_KEY = /^[\u0021-\u007e]+$/;
/** A rotation stands alone among all changes of credentials. */
const ALL = "llm:credentials";

export interface CredentialModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly random: RandomBytes;
  readonly keys: WrappingKeys;
  readonly providers: readonly Provider[];
  readonly addresses: Pick<BaseAddresses, "checked">;
  /** The operator knows that the wrapping key is lost. */
  readonly keysLost: boolean;
}

export interface CredentialRequest {
  readonly provider: string;
  readonly apiKey: string;
  readonly label: string | null;
  readonly baseUrl: string | null;
}

/** A credential as its account sees it. */
export interface ShownCredential {
  readonly id: string;
  readonly provider: string;
  readonly prefix: string;
  readonly label: string | null;
  readonly baseUrl: string | null;
  readonly createdCalcond: number;
  readonly status: "ready" | "needs_reconfiguration";
  readonly use: CredentialUse | null;
}

/** A credential with its key, for one request. */
export interface OpenedCredential {
  readonly account: string;
  readonly id: string;
  readonly provider: Provider;
  readonly baseUrl: string;
  readonly apiKey: string;
}

export class Credentials {
  readonly #modules: CredentialModules;

  constructor(modules: CredentialModules) {
    this.#modules = modules;
  }

  /**
   * Reads the wrapping keys. A file that opens none of what it should is the wrong one.
   * @throws WrappingKeyError with how many credentials nobody could read
   */
  async start(): Promise<void> {
    const { keys, keysLost, store } = this.#modules;
    await keys.load();
    const all = await store.credentials.all();
    const wrapped = all.flatMap(([, record]) => (record === null ? [] : [record.wrappingKey]));
    const unreadable = wrapped.filter((id) => keys.byId(id) === undefined);
    if (unreadable.length > 0 && !keysLost)
      throw new WrappingKeyError(
        `${unreadable.length} of ${wrapped.length} credentials for models are wrapped by another key ` +
          `than those in ${keys.path}: put the right file back, or start with --llm-keys-lost`,
      );
    const [current] = keys.ids;
    // A rotation that was broken off after its batch ends here.
    if (wrapped.every((id) => id === current)) await keys.finish();
  }

  /** @throws Refusal INVALID_INPUT; with the step CONFLICT */
  async create(account: string, credential: CredentialRequest): Promise<Step<ShownCredential>> {
    const { addresses, deadlines, keys, providers, random, store } = this.#modules;
    const { apiKey, label } = credential;
    const provider = knownProvider(credential.provider, providers);
    const baseUrl = baseOf(provider, credential.baseUrl, addresses);
    checkApiKey(provider, apiKey);
    const id = `llm_${Buffer.from(random.bytes(ID_BYTES)).toString("hex")}`;
    const bound: Bound = { account, id, provider: provider.id, baseUrl };
    return {
      keys: [ALL],
      run: async (tx) => {
        const held = await store.credentials.ofAccount(account);
        if (held.length >= LLM_CREDENTIALS_OF_ACCOUNT_MAX)
          throw new Refusal(
            "CONFLICT",
            `an account keeps at most ${LLM_CREDENTIALS_OF_ACCOUNT_MAX} credentials for models`,
          );
        const record: CredentialRecord = {
          provider: provider.id,
          prefix: prefixOf(apiKey),
          label,
          baseUrl,
          createdCalcond: deadlines.now(),
          ...sealKey(apiKey, bound, await keys.current(), random),
        };
        tx.add(store.credentials.putOps([account, id], record));
        return this.#shown(account, id, record, null);
      },
    };
  }

  /** By age, the oldest first; one that cannot be read says so and hides no other. */
  async list(account: string): Promise<readonly ShownCredential[]> {
    const { store } = this.#modules;
    const shown: ShownCredential[] = [];
    for (const [id, record] of await store.credentials.ofAccount(account)) {
      const use = (await store.credentials.use([account, id]).catch(() => undefined)) ?? null;
      shown.push(this.#shown(account, id, record, use));
    }
    return shown.sort((a, b) => a.createdCalcond - b.createdCalcond || (a.id < b.id ? -1 : 1));
  }

  relabel(account: string, id: string, label: string | null): Step<ShownCredential> {
    const { store } = this.#modules;
    return {
      keys: [ALL],
      run: async (tx) => {
        const record = await tx.get(buckets.llmcred, [account, id]);
        if (record === undefined) throw credentialNotFound(id);
        const changed = { ...record, label };
        tx.add(store.credentials.putOps([account, id], changed));
        const use = (await store.credentials.use([account, id])) ?? null;
        return this.#shown(account, id, changed, use);
      },
    };
  }

  /** Also one that cannot be read. */
  remove(account: string, id: string): Step<{ readonly id: string }> {
    const { store } = this.#modules;
    return {
      keys: [ALL],
      run: async (tx) => {
        const held = await store.credentials.ofAccount(account);
        if (!held.some(([one]) => one === id)) throw credentialNotFound(id);
        tx.add(store.credentials.removeOps([account, id]));
        return { id };
      },
    };
  }

  /**
   * All data keys under a new wrapping key, in one batch. Before it the file has both keys, after it
   * the new one.
   */
  rotate(): Step<{ readonly rewrapped: number; readonly unreadable: number }> {
    const { keys, random, store } = this.#modules;
    return {
      keys: [ALL],
      run: async (tx) => {
        const to = await keys.begin();
        let [rewrapped, unreadable] = [0, 0];
        for (const [[account, id], record] of await store.credentials.all()) {
          const from = record === null ? undefined : keys.byId(record.wrappingKey);
          const rotated =
            record === null || from === undefined
              ? null
              : rewrap(record, { account, id, ...record }, { from, to }, random);
          if (record === null || rotated === null) {
            unreadable += 1;
            continue;
          }
          tx.add(store.credentials.putOps([account, id], { ...record, ...rotated }));
          rewrapped += 1;
        }
        return { rewrapped, unreadable };
      },
    };
  }

  /** After a rotation is durable: the old keys open nothing any more, unless a record still names one. */
  async forgetOld(): Promise<void> {
    const { keys, store } = this.#modules;
    const [current] = keys.ids;
    const all = await store.credentials.all();
    if (all.every(([, record]) => record === null || record.wrappingKey === current))
      await keys.finish();
  }

  /**
   * @param named id of a credential, or a provider of which the account has one
   * @throws Refusal NOT_FOUND, NEEDS_RECONFIGURATION, CONFLICT where the provider alone does not say
   * which
   */
  async open(account: string, named: string): Promise<OpenedCredential> {
    const { keys, providers, store } = this.#modules;
    const held = await store.credentials.ofAccount(account);
    const fitting = held.filter(([id, record]) => id === named || record?.provider === named);
    if (fitting.length > 1)
      throw new Refusal("CONFLICT", `several credentials are for ${named}: name one by its id`, {
        members: { credentials: fitting.map(([id]) => id) },
      });
    const [found] = fitting;
    if (found === undefined) throw credentialNotFound(named);
    const [id, record] = found;
    const provider = record === null ? null : providerOf(record.provider, providers);
    const wrapping = record === null ? undefined : keys.byId(record.wrappingKey);
    const apiKey =
      record === null || wrapping === undefined
        ? null
        : openKey(record, { account, id, ...record }, wrapping);
    const baseUrl = record?.baseUrl ?? provider?.baseUrl ?? null;
    if (apiKey === null || provider === null || baseUrl === null)
      throw new Refusal(
        "NEEDS_RECONFIGURATION",
        `the key of ${id} cannot be read here: delete it and create it again`,
      );
    return { account, id, provider, baseUrl, apiKey };
  }

  /** Adds what a chat used; durable before its answer says so. */
  used(
    { account, id }: Pick<OpenedCredential, "account" | "id">,
    more: Omit<CredentialUse, "lastCalcond">,
  ): Step<void> {
    const { deadlines, store } = this.#modules;
    return {
      keys: [`llm:use:${account}:${id}`],
      run: async (tx) => {
        const before = await tx.get(buckets.llmuse, [account, id]);
        tx.add(
          store.credentials.useOps([account, id], {
            chats: (before?.chats ?? 0) + more.chats,
            inputTokens: (before?.inputTokens ?? 0) + more.inputTokens,
            outputTokens: (before?.outputTokens ?? 0) + more.outputTokens,
            toolCalls: (before?.toolCalls ?? 0) + more.toolCalls,
            credits: (before?.credits ?? 0) + more.credits,
            lastCalcond: deadlines.now(),
          }),
        );
      },
    };
  }

  #shown(
    account: string,
    id: string,
    record: CredentialRecord | null,
    use: CredentialUse | null,
  ): ShownCredential {
    const { keys } = this.#modules;
    const wrapping = record === null ? undefined : keys.byId(record.wrappingKey);
    const isReady =
      record !== null &&
      wrapping !== undefined &&
      openKey(record, { account, id, ...record }, wrapping) !== null;
    return {
      id,
      provider: record?.provider ?? "unknown",
      prefix: record?.prefix ?? "",
      label: record?.label ?? null,
      baseUrl: record?.baseUrl ?? null,
      createdCalcond: record?.createdCalcond ?? 0,
      status: isReady ? "ready" : "needs_reconfiguration",
      use,
    };
  }
}

function credentialNotFound(named: string): Refusal {
  return new Refusal(
    "NOT_FOUND",
    `the account has no credential ${named}: calc llm keys lists them, calc llm add keeps one`,
  );
}

function knownProvider(id: string, providers: readonly Provider[]): Provider {
  const provider = providerOf(id, providers);
  if (provider !== null) return provider;
  const near = nearestName(
    id,
    providers.map((one) => one.id),
  );
  const message =
    `there is no provider ${id}` + (near === null ? "" : `; the nearest one is ${near}`);
  throw new Refusal("INVALID_INPUT", message, {
    errors: [
      {
        pointer: "/provider",
        code: "INVALID_VALUE",
        message,
        ...(near === null ? {} : { nearest: near }),
      },
    ],
    members: { nearest: near },
  });
}

/** Only what has no address of its own takes one. */
function baseOf(
  provider: Provider,
  givenUrl: string | null,
  addresses: Pick<BaseAddresses, "checked">,
): string | null {
  if (provider.baseUrl === null) {
    if (givenUrl === null) throw atBase(`${provider.id} needs the base address of its server`);
    return addresses.checked(givenUrl);
  }
  if (givenUrl === null || givenUrl === provider.baseUrl) return null;
  throw atBase(`${provider.id} has the base address ${provider.baseUrl}, and no other`);
}

function atBase(message: string): Refusal {
  return new Refusal("INVALID_INPUT", message, {
    errors: [{ pointer: "/baseUrl", code: "INVALID_VALUE", message }],
  });
}

/** The key is said nowhere, also not in what is wrong with it. */
function checkApiKey(provider: Provider, apiKey: string): void {
  // A local server may take any.
  if (apiKey === "" && provider.baseUrl === null) return;
  if (API_KEY.test(apiKey) && apiKey.length <= LLM_API_KEY_CHARS_MAX) return;
  const message = `an API key is 1 to ${LLM_API_KEY_CHARS_MAX} visible ASCII characters`;
  throw new Refusal("INVALID_INPUT", message, {
    errors: [{ pointer: "/apiKey", code: "INVALID_VALUE", message }],
  });
}

function prefixOf(apiKey: string): string {
  return apiKey.slice(0, Math.min(PREFIX_CHARS, Math.floor(apiKey.length / PREFIX_PART)));
}
