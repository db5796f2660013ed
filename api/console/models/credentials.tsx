/** Keys for providers of models: kept by the node, encrypted; the page shows their first characters. */
import { useRef, useState } from "preact/hooks";
import type { llmCredentials } from "../../contract/models/llmCredentials.js";
import type { llmProviders } from "../../contract/models/llmChat.js";
import type { OutputOf } from "../../contract/definition/operation.js";
import { Outcome, TextField, useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { Empty } from "../parts/states.js";
import { countText, When } from "../parts/when.js";
import { client } from "../connection/session.js";

export type Credential = OutputOf<typeof llmCredentials>["credentials"][number];
export type Providers = OutputOf<typeof llmProviders>;

const OWN_ADDRESS = "openai-compatible";

/** The typed key is read once, when it is sent, and is in no state of the page. */
function AddKey({
  close,
  done,
  providers,
  replaces,
}: {
  readonly providers: Providers;
  /** The credential whose key it takes the place of. */
  readonly replaces: Credential | null;
  readonly done: () => void;
  readonly close: () => void;
}) {
  const [provider, setProvider] = useState(replaces?.provider ?? providers.providers[0]?.id ?? "");
  const [label, setLabel] = useState(replaces?.label ?? "");
  const [baseUrl, setBaseUrl] = useState(replaces?.baseUrl ?? "");
  const typed = useRef<HTMLInputElement>(null);
  const action = useAction();
  const isOwn = provider === OWN_ADDRESS;
  const docs = providers.providers.find(({ id }) => id === provider)?.docs;
  return (
    <form
      class="section narrow"
      aria-label="Keep a key"
      onSubmit={(event) => {
        event.preventDefault();
        const apiKey = typed.current?.value.trim() ?? "";
        if (typed.current !== null) typed.current.value = "";
        action.run("keep", async () => {
          if (apiKey === "" && !isOwn) throw new Error("Type the provider's key first.");
          valueOf(
            await client.value.llmCredentialNew({
              provider,
              apiKey,
              ...(label.trim() === "" ? {} : { label: label.trim() }),
              ...(isOwn ? { baseUrl: baseUrl.trim() } : {}),
            }),
          );
          if (replaces !== null)
            valueOf(await client.value.llmCredentialDelete({ id: replaces.id }));
          done();
          return "";
        });
      }}
    >
      <h3>{replaces === null ? "Keep a key" : `A new key in the place of ${replaces.prefix}…`}</h3>
      <label class="control">
        Provider
        <select
          class="input"
          name="provider"
          value={provider}
          disabled={replaces !== null}
          onChange={({ currentTarget }) => setProvider(currentTarget.value)}
        >
          {providers.providers.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        {docs === undefined ? null : <span class="aside">Documented at {docs}</span>}
      </label>
      {isOwn ? (
        <label class="control">
          Address of the server
          <input
            class="input digits"
            name="baseUrl"
            placeholder="https://models.example/v1"
            value={baseUrl}
            onInput={({ currentTarget }) => setBaseUrl(currentTarget.value)}
          />
          <span class="aside">
            {providers.localServers.length === 0
              ? "A public https address. Local servers are those that the operator named: none here."
              : `A public https address, or one of the local servers ${providers.localServers.join(", ")}`}
          </span>
        </label>
      ) : null}
      <label class="control">
        {isOwn ? "Key, or nothing for a local server" : "Key"}
        <input ref={typed} class="input digits" type="password" name="apiKey" autocomplete="off" />
        <span class="aside">
          The node keeps it encrypted and never shows it again. This page forgets it as it is sent.
        </span>
      </label>
      <TextField
        action={action}
        isWords
        label="What to call it"
        name="label"
        placeholder="lab"
        value={label}
        change={setLabel}
      />
      <div class="buttons">
        <button class="button main" disabled={action.busy !== ""}>
          {action.busy === "" ? "Keep it" : "Keeping it …"}
        </button>
        <button type="button" class="button plain" onClick={close}>
          Close
        </button>
      </div>
      <Outcome action={action} />
    </form>
  );
}

function Use({ use }: Pick<Credential, "use">) {
  if (use === null) return <span class="soft">not used yet</span>;
  return (
    <span>
      {countText(use.chats)} {use.chats === 1 ? "chat" : "chats"}, {countText(use.inputTokens)}{" "}
      tokens in, {countText(use.outputTokens)} out, {countText(use.toolCalls)} calls of tools,{" "}
      {countText(use.credits)} credits; last <When calcond={use.lastCalcond} />
    </span>
  );
}

function Row({
  again,
  one,
  replace,
}: {
  readonly one: Credential;
  readonly again: () => void;
  readonly replace: () => void;
}) {
  const action = useAction();
  const [isSure, setSure] = useState(false);
  const { id, label, prefix, provider, status } = one;
  return (
    <li class="credential" data-credential={id}>
      <div class="head">
        <strong>{label ?? provider}</strong>
        <span class="soft">{label === null ? "" : provider}</span>
        <span class="digits">{prefix === "" ? "no key" : `${prefix}…`}</span>
        <span class={`mark ${status === "ready" ? "good" : "bad"}`}>
          {status === "ready" ? "ready" : "cannot be read here: keep the key again"}
        </span>
      </div>
      <p class="label">
        {one.baseUrl === null ? null : <span class="digits">{one.baseUrl} </span>}
        <Use use={one.use} />
      </p>
      <div class="buttons">
        <button
          type="button"
          class="button"
          disabled={action.busy !== ""}
          onClick={() =>
            action.run("test", async () => {
              const { models } = valueOf(await client.value.llmCredentialTest({ id }));
              return `The provider takes the key, and offers ${countText(models)} models.`;
            })
          }
        >
          {action.busy === "test" ? "Asking the provider …" : "Test"}
        </button>
        <button type="button" class="button" onClick={replace}>
          Replace the key
        </button>
        <button
          type="button"
          class={`button ${isSure ? "risky" : ""}`}
          disabled={action.busy !== ""}
          onClick={() => {
            if (!isSure) setSure(true);
            else
              action.run("remove", async () => {
                valueOf(await client.value.llmCredentialDelete({ id }));
                again();
                return "";
              });
          }}
        >
          {isSure ? "Yes, forget it" : "Forget"}
        </button>
      </div>
      <Outcome action={action} />
    </li>
  );
}

/** Wraps the keys of all accounts anew: for the operator. */
function Rotate() {
  const action = useAction();
  return (
    <div class="section">
      <div class="buttons">
        <button
          type="button"
          class="button"
          disabled={action.busy !== ""}
          onClick={() =>
            action.run("rotate", async () => {
              const { rewrapped, unreadable } = valueOf(await client.value.llmKeyRotate({}));
              return `${countText(rewrapped)} wrapped anew, ${countText(unreadable)} could not be read before either.`;
            })
          }
        >
          {action.busy === "" ? "Change the node's wrapping key" : "Wrapping …"}
        </button>
        <span class="label">
          As the operator: keys of all accounts, in one batch. Keep a copy of the new wrapping key.
        </span>
      </div>
      <Outcome action={action} />
    </div>
  );
}

export function Credentials({
  again,
  credentials,
  isOperator,
  providers,
}: {
  readonly credentials: readonly Credential[];
  readonly providers: Providers;
  readonly isOperator: boolean;
  readonly again: () => void;
}) {
  /** The credential that is replaced; null for a new one; undefined while the form is closed. */
  const [form, setForm] = useState<Credential | null | undefined>(undefined);
  const close = (): void => setForm(undefined);
  return (
    <section class="section" aria-label="Keys">
      <div class="head">
        <h2>Keys</h2>
        {form === undefined ? (
          <button type="button" class="button" onClick={() => setForm(null)}>
            Keep a key
          </button>
        ) : null}
      </div>
      {form === undefined ? null : (
        <AddKey
          key={form?.id ?? "new"}
          providers={providers}
          replaces={form}
          close={close}
          done={() => {
            close();
            again();
          }}
        />
      )}
      {credentials.length === 0 && form === undefined ? (
        <Empty what="There is no key yet. Keep one of a provider, or name a server of your own." />
      ) : (
        <ul class="list">
          {credentials.map((one) => (
            <Row key={one.id} one={one} again={again} replace={() => setForm(one)} />
          ))}
        </ul>
      )}
      {isOperator ? <Rotate /> : null}
    </section>
  );
}
