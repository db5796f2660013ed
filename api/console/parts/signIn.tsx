/** Signing in: a demo account, the equation that is an identity, or an API key. */
import { useEffect, useRef, useState } from "preact/hooks";
import {
  equationStrength,
  identityFrom,
  newEquation,
  openSession,
  registerIdentity,
} from "../../client/identity.js";
import {
  client,
  clientFor,
  demoAccount,
  isExpired,
  prefixOf,
  signIn,
} from "../connection/session.js";
import { reasonOf, valueOf } from "../connection/asked.js";
import { Failed } from "./states.js";

const NAME_CHARS = 8;

async function byEquation(equation: string, isNew: boolean): Promise<void> {
  const { cid } = identityFrom(equation);
  if (isNew) valueOf(await registerIdentity(client.value, equation));
  const { token } = valueOf(await openSession(client.value, equation));
  signIn({ key: token, kind: "identity", name: cid.slice(0, NAME_CHARS) });
}

export function SignIn({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [equation, setEquation] = useState("");
  const [isNew, setNew] = useState(false);
  const [key, setKey] = useState("");
  const [busy, setBusy] = useState("");
  const [failed, setFailed] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  const run =
    (what: string, work: () => Promise<void>) =>
    (event: Event): void => {
      event.preventDefault();
      setFailed("");
      setBusy(what);
      work().then(close, (error: unknown) => {
        setFailed(reasonOf(error));
        setBusy("");
      });
    };
  const weakness = equation.trim() === "" ? null : equationStrength(equation).weakness;
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="sign-in">
      <div class="page">
        <h2 id="sign-in">Sign in</h2>
        {isExpired.value ? (
          <p class="notice warn" role="status" data-expired>
            The node does not know the key of this page any more: it was revoked, or its time is
            over. What was sealed with it stays sealed.
          </p>
        ) : null}
        <form class="section" onSubmit={run("demo", demoAccount)}>
          <h3>Without an identity</h3>
          <p class="lead">
            A demo account has credits to seal with. It lasts as long as its key, which stays in
            this tab.
          </p>
          <div class="buttons">
            <button class="button main" disabled={busy !== ""}>
              {busy === "demo" ? "Making it …" : "Make a demo account"}
            </button>
          </div>
        </form>
        <form class="section" onSubmit={run("equation", () => byEquation(equation, isNew))}>
          <h3>By equation</h3>
          <p class="lead">
            Your equation never leaves this page: keys are derived from it here, and the node sees
            only a signature.
          </p>
          <label class="control">
            Equation
            <input
              class="input digits"
              type="text"
              autocomplete="off"
              spellcheck={false}
              value={equation}
              onInput={({ currentTarget }) => {
                setEquation(currentTarget.value);
                setNew(false);
              }}
            />
          </label>
          {isNew ? (
            <p class="notice warn">
              Write it down now. Nobody can recover the account without it, this node included.
            </p>
          ) : null}
          <div class="buttons">
            <button
              class="button main"
              disabled={busy !== "" || equation.trim() === "" || (isNew && weakness !== null)}
            >
              {busy === "equation" ? "Signing …" : isNew ? "Register and sign in" : "Sign in"}
            </button>
            <button
              type="button"
              class="button"
              onClick={() => {
                setEquation(newEquation());
                setNew(true);
              }}
            >
              Draw a new one
            </button>
          </div>
        </form>
        <form
          class="section"
          onSubmit={run("key", async () => {
            const held = key.trim();
            const next = { key: held, kind: "key", name: prefixOf(held) } as const;
            valueOf(await clientFor(next).ledgerBalance({}));
            signIn(next);
          })}
        >
          <h3>By API key</h3>
          <label class="control">
            Key
            <input
              class="input digits"
              type="password"
              autocomplete="off"
              value={key}
              onInput={({ currentTarget }) => setKey(currentTarget.value)}
            />
          </label>
          <div class="buttons">
            <button class="button" disabled={busy !== "" || key.trim() === ""}>
              Use this key
            </button>
            <button type="button" class="button plain" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
        </form>
        {failed === "" ? null : <Failed why={failed} />}
      </div>
    </dialog>
  );
}
