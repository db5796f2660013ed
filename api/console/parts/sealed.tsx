/** The head of an answer of the node: sealed, with what keeps it; or not sealed, and why. */
import { useState } from "preact/hooks";
import { measuredText } from "../../readable/measured.js";
import { addressOf } from "../connection/base.js";
import { numberAt, textAt, type Fields } from "../connection/json.js";
import { session } from "../connection/session.js";
import { downloadJson, fileName } from "../files/download.js";
import { copying } from "./copying.js";
import { markSaved } from "./last.js";
import { Proof } from "./proof.js";
import { REASONS } from "./reasons.js";

const ID_CHARS = 16;

/** A page that came over plain http has no clipboard: the text is shown to be selected. */
function Copy({ text, what }: { readonly text: string; readonly what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard?.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <button type="button" class="button" data-copy={text} onClick={() => void copy()}>
        {isCopied && navigator.clipboard !== undefined ? "Copied" : what}
      </button>
      {isCopied && navigator.clipboard === undefined ? <code>{text}</code> : null}
    </>
  );
}

export function SealedHead({ answer }: { readonly answer: Fields }) {
  const receipt = textAt(answer, "receipt_id");
  const value = numberAt(answer, "value");
  const reason = textAt(answer, "unsealed_reason");
  if (receipt === "")
    return (
      <div class="notice warn" role="status" data-unsealed={reason}>
        <strong>Computed, not sealed</strong>
        <p>
          {REASONS[reason] ?? "The node did not seal it."} Nothing was charged.{" "}
          {reason === "" ? "" : "Seal it later, or ask another node."}
        </p>
      </div>
    );
  const isShared = textAt(answer, "visibility") === "shared";
  return (
    <div class="section" data-receipt={receipt}>
      <p>
        <span class="mark good">
          <strong>Sealed</strong>
        </span>{" "}
        <span class="digits" title={receipt} onCopy={copying(receipt)}>
          {receipt.slice(0, ID_CHARS)} …
        </span>{" "}
        {isShared ? "shared: anyone may fetch it" : "private: shown to this account alone"}
      </p>
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-keep
          onClick={() => {
            downloadJson(fileName(`receipt ${receipt.slice(0, ID_CHARS)}`, "json"), answer);
            markSaved(receipt);
          }}
        >
          Save receipt
        </button>
        <Copy what="Copy link" text={addressOf(`/verify?id=${receipt}`)} />
        {value === null ? null : (
          <Copy
            what="Copy number"
            text={measuredText({
              value,
              unit: textAt(answer, "unit"),
              uncertainty: numberAt(answer, "uncertainty"),
              isNumerical: answer["uncertainty_source"] === "numerical",
            })}
          />
        )}
      </div>
      {session.value?.kind === "demo" && !isShared ? (
        <p class="label">
          A demo account ends with this tab, and its private receipts with it: save this one.
        </p>
      ) : null}
      <Proof held={answer} />
    </div>
  );
}
