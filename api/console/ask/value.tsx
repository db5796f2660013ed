/** The answer that the page computed: the value with all its digits, or why there is none. */
import { useState } from "preact/hooks";
import type { Answered, Valued } from "../engine/messages.js";
import { Quantity } from "../parts/number.js";
import { Failed, Refused } from "../parts/states.js";

function Bits({ answered }: { readonly answered: Valued }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="buttons">
      <button
        type="button"
        class="button plain"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Fewer digits" : "All digits"}
      </button>
      {isOpen ? (
        <span class="digits">
          {answered.value} {answered.unit ?? ""} · bits {answered.bits} · uncertainty{" "}
          {answered.uncertainty} ({answered.isNumerical ? "numerical" : "k = 1"})
        </span>
      ) : null}
    </div>
  );
}

export function Value({ answered }: { readonly answered: Answered }) {
  switch (answered.status) {
    case "value":
      return (
        <div class="section">
          <p class="value" data-value={answered.bits}>
            <Quantity
              value={answered.value}
              unit={answered.unit}
              uncertainty={answered.uncertainty}
              isNumerical={answered.isNumerical}
            />
          </p>
          {answered.unit === null ? (
            <p class="mark warn">No unit: that of {answered.unitUnknown.join(", ")} is not known</p>
          ) : null}
          <Bits answered={answered} />
        </div>
      );
    case "missing":
      return (
        <div class="notice warn" role="status" data-state="missing">
          <strong>An input is missing</strong>
          <p>{answered.message}</p>
        </div>
      );
    case "refused":
      return <Refused kind={answered.kind} message={answered.message} />;
    case "bad-input":
      return <Failed why={answered.message} />;
    case "unsettled":
      return <Refused kind="did not converge" message={answered.message} />;
  }
}

export function Steps({ answered }: { readonly answered: Valued }) {
  if (answered.steps.length === 0) return null;
  const mark: Readonly<Record<string, string>> = { ok: "good", warning: "warn", degraded: "bad" };
  return (
    <section class="section" aria-labelledby="steps">
      <h2 id="steps">Seven steps</h2>
      <div class="strip">
        {answered.steps.map(({ detail, name, status, step }) => (
          <details key={step}>
            <summary class={`mark ${mark[status] ?? "open"}`}>{name}</summary>
            <p class="label">
              {status}
              {detail === undefined ? "" : `: ${detail}`}
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}
