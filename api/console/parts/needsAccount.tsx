/** What a screen of an account shows to somebody who has none yet: why, and the two ways to one. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { demoAccount, session } from "../connection/session.js";
import { reasonOf } from "../connection/asked.js";
import { signInOpen } from "./sessionButton.js";
import { Failed } from "./states.js";

/** @param what the screen shows, as in "your envelopes" */
export function NeedsAccount({
  children,
  hasDemo = true,
  what,
}: {
  readonly what: string;
  /** Whether a demo account is of any use here. */
  readonly hasDemo?: boolean;
  readonly children?: ComponentChildren;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  if (session.value !== null) return <>{children}</>;
  const make = (): void => {
    setBusy(true);
    setFailed("");
    demoAccount().then(
      () => setBusy(false),
      (error: unknown) => {
        setBusy(false);
        setFailed(reasonOf(error));
      },
    );
  };
  return (
    <div class="empty" data-state="signed-out">
      <p>
        Sign in to see {what}: the node shows them to their owner alone.
        {hasDemo ? " A demo account takes one click and needs no name." : ""}
      </p>
      <div class="buttons">
        <button
          type="button"
          class={`button ${hasDemo ? "" : "main"}`}
          onClick={() => signInOpen.open()}
        >
          Sign in
        </button>
        {hasDemo ? (
          <button type="button" class="button main" disabled={isBusy} onClick={make}>
            {isBusy ? "Making it …" : "Make a demo account"}
          </button>
        ) : null}
      </div>
      {failed === "" ? null : <Failed why={failed} />}
    </div>
  );
}
