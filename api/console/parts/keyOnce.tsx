/** A key that the node shows once: to be copied now. */
import { useState } from "preact/hooks";

export function KeyOnce({ secret, what }: { readonly secret: string; readonly what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    // A page that came over plain http has no clipboard: the text can be selected.
    await navigator.clipboard?.writeText(secret);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <div class="notice warn" role="status" data-key-once>
      <strong>{what}: copy it now, the node does not show it again.</strong>
      <code class="secret">{secret}</code>
      <button type="button" class="button" onClick={() => void copy()}>
        {copied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
