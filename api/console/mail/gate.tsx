/** The way to an account's mail: an address where it has none, the equation where nothing opens it. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { setUpMail, unlockMail } from "../../client/mail.js";
import { localPartFault } from "../../../protocol/mail/address.js";
import { Outcome, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { client, session } from "../connection/session.js";
import { boxOf, openHere, type Box, type Identity } from "./box.js";

function Equation({
  change,
  value,
}: {
  readonly value: string;
  readonly change: (value: string) => void;
}) {
  return (
    <label class="control">
      Your equation
      <input
        class="input digits"
        type="password"
        name="equation"
        autocomplete="off"
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <span class="aside">It stays in this page: keys are derived from it here.</span>
    </label>
  );
}

/** A key that may be let in; null for a session. */
function apiKey(): string | null {
  const now = session.value;
  return now === null || now.kind === "identity" ? null : now.key;
}

function SetUp({ done, identity }: { readonly identity: Identity; readonly done: () => void }) {
  const [localPart, setLocalPart] = useState("");
  const [displayName, setDisplayName] = useState("");
  const [equation, setEquation] = useState("");
  const [onNode, setOnNode] = useState(true);
  const action = useAction();
  const key = apiKey();
  const fault = localPart === "" ? null : localPartFault(localPart);
  return (
    <form
      class="section narrow"
      onSubmit={(event) => {
        event.preventDefault();
        action.run("address", async () => {
          valueOf(
            await setUpMail(client.value, {
              equation,
              localPart,
              displayName: displayName.trim() === "" ? null : displayName.trim(),
              ...(key === null || !onNode ? { opensOnNode: key === null } : { apiKey: key }),
            }),
          );
          if (key === null || !onNode) await openHere(equation);
          done();
          return "";
        });
      }}
    >
      <h2>Take an address</h2>
      <p class="lead">
        Mail goes to accounts with an identity. Messages are sealed for their readers, and the node
        keeps the keys only wrapped.
      </p>
      <label class="control">
        Address
        <span class="joined">
          <input
            class="input digits"
            name="local"
            autocomplete="off"
            spellcheck={false}
            placeholder="ada.lovelace"
            aria-invalid={fault !== null}
            value={localPart}
            onInput={({ currentTarget }) => setLocalPart(currentTarget.value.toLowerCase())}
          />
          <span class="digits soft">@{identity.nodeAddress}</span>
        </span>
        {fault === null ? null : (
          <span class="fault">
            {fault === "reserved"
              ? "People take this one for the service: choose another."
              : "4 to 64 of a-z, 0-9 and -, with single dots and underscores inside."}
          </span>
        )}
      </label>
      <label class="control">
        Name beside it
        <input
          class="input"
          name="display"
          autocomplete="off"
          placeholder="Ada Lovelace"
          value={displayName}
          onInput={({ currentTarget }) => setDisplayName(currentTarget.value)}
        />
      </label>
      <Equation value={equation} change={setEquation} />
      {key === null ? null : (
        <label class="check">
          <input
            type="checkbox"
            checked={onNode}
            onChange={({ currentTarget }) => setOnNode(currentTarget.checked)}
          />
          The node may open my mail while a request with this key runs: pictures, attachments and
          search need it
        </label>
      )}
      <p class="notice warn">
        Who loses all keys and the equation has lost the mail. Nobody can open it again.
      </p>
      <div class="buttons">
        <button
          class="button main"
          disabled={
            action.busy !== "" || localPart === "" || fault !== null || equation.trim() === ""
          }
        >
          {action.busy === "" ? "Take the address" : "Taking it …"}
        </button>
      </div>
      <Outcome action={action} />
    </form>
  );
}

function Open({ done, identity }: { readonly identity: Identity; readonly done: () => void }) {
  const [equation, setEquation] = useState("");
  const action = useAction();
  const key = apiKey();
  const open = (): void =>
    action.run("open", async () => openHere(equation).then(() => (done(), "")));
  return (
    <form
      class="section narrow"
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <h2>Open your mail here</h2>
      <p class="lead">
        {identity.opensOnNode && key === null
          ? "A session opens no mail on the node. Your equation opens it in this page."
          : identity.opensOnNode
            ? "This key was not let in to the mail. Your equation opens it in this page, or lets the key in for good."
            : "This account opens its mail in the client alone. Your equation opens it in this page."}
      </p>
      <Equation value={equation} change={setEquation} />
      <div class="buttons">
        <button class="button main" disabled={action.busy !== "" || equation.trim() === ""}>
          {action.busy === "open" ? "Opening …" : "Open in this page"}
        </button>
        {key !== null && identity.opensOnNode ? (
          <button
            type="button"
            class="button"
            disabled={action.busy !== "" || equation.trim() === ""}
            onClick={() =>
              action.run("unlock", async () => {
                valueOf(await unlockMail(client.value, { equation, apiKey: key }));
                done();
                return "";
              })
            }
          >
            Let this key in
          </button>
        ) : null}
      </div>
      <Outcome action={action} />
    </form>
  );
}

/** Shows its children once the mail opens. */
export function MailGate({ children }: { readonly children: (box: Box) => ComponentChildren }) {
  const asked = useAsked(async () => {
    const [identity, account] = await Promise.all([
      client.value.mailIdentity({}),
      client.value.identity({}),
    ]);
    return { ...valueOf(identity), hasIdentity: valueOf(account).cid !== undefined };
  }, [client.value]);
  if (asked.state === "loading") return <Loading what="your mail" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const identity = asked.value;
  if (identity.address === null && !identity.hasIdentity)
    return (
      <Empty what="This account has no mail: an address belongs to an identity. Sign in by an equation." />
    );
  if (identity.address === null) return <SetUp identity={identity} done={asked.again} />;
  const box = boxOf(identity);
  return box === null ? <Open identity={identity} done={asked.again} /> : <>{children(box)}</>;
}
