/** One call in several forms, each to copy. */
import { useState } from "preact/hooks";

export function SameCall({ forms }: { readonly forms: Readonly<Record<string, string>> }) {
  const [form, setForm] = useState("curl");
  const [copied, setCopied] = useState("");
  const text = forms[form] ?? forms["curl"] ?? "";
  const copy = async (): Promise<void> => {
    // A page that came over plain http has no clipboard of its own: the text can be selected.
    await navigator.clipboard?.writeText(text);
    setCopied(navigator.clipboard === undefined ? "" : text);
  };
  return (
    <section class="section" aria-labelledby="the-same-call">
      <div class="head">
        <h2 id="the-same-call">The same call</h2>
        <span class="buttons" role="group" aria-label="As">
          {Object.keys(forms).map((name) => (
            <button
              key={name}
              type="button"
              class="button plain"
              aria-pressed={name === form}
              onClick={() => setForm(name)}
            >
              {name}
            </button>
          ))}
        </span>
      </div>
      <pre tabIndex={0} data-form={form}>
        {text}
      </pre>
      <div class="buttons">
        <button type="button" class="button" onClick={() => void copy()}>
          {copied === text ? "Copied" : "Copy"}
        </button>
      </div>
    </section>
  );
}
