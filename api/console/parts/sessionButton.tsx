/** Who is signed in, and the way in and out. */
import { useEffect, useState } from "preact/hooks";
import type { ComponentType } from "preact";
import { isExpired, session, signOut } from "../connection/session.js";

export const signInOpen = { open: (): void => undefined };

export function SessionButton() {
  const [Dialog, setDialog] = useState<ComponentType<{ close: () => void }> | null>(null);
  const open = (): void => {
    void import("./signIn.js").then(({ SignIn }) => setDialog(() => SignIn));
  };
  signInOpen.open = open;
  useEffect(() => {
    if (isExpired.value) open();
  }, [isExpired.value]);
  const current = session.value;
  return (
    <>
      {current === null ? (
        <button type="button" class="button" onClick={open}>
          Sign in
        </button>
      ) : (
        <span class="buttons">
          <span class="more" title="Signed in as">
            {current.name}
          </span>
          <button type="button" class="button plain" onClick={signOut}>
            Sign out
          </button>
        </span>
      )}
      {Dialog === null ? null : (
        <Dialog
          close={() => {
            isExpired.value = false;
            setDialog(null);
          }}
        />
      )}
    </>
  );
}
