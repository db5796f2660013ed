/** Seal, or what became of it: for the question that is shown and no other. */
import { useState } from "preact/hooks";
import { valueBits } from "../../../protocol/encoding/bits.js";
import { numberAt, type Fields } from "../connection/json.js";
import { useAsked } from "../connection/asked.js";
import { Link } from "../connection/router.js";
import { session } from "../connection/session.js";
import { engine } from "../engine/ask.js";
import type { Question } from "../engine/messages.js";
import { addressFor } from "../engine/question.js";
import { lastResults } from "../parts/last.js";
import { SealedHead } from "../parts/sealed.js";
import { Failed, Problem } from "../parts/states.js";
import { canSeal, currentAnswer } from "./askState.js";
import type { AskScreen, Visibility } from "./useAskState.js";

/** Bits of the node beside those of the page. */
function SameBits({ answer, bits }: { readonly answer: Fields; readonly bits: string | null }) {
  const value = numberAt(answer, "value");
  const other = value === null ? null : valueBits(value);
  return other !== null && other === bits ? (
    <span class="mark good" data-equal="true">
      the same 64 bits on the node: {other}
    </span>
  ) : (
    <span class="mark bad" data-equal="false">
      the node has {other ?? "no value"}, this page {bits ?? "none"}
    </span>
  );
}

function Lead({ isSealable }: { readonly isSealable: boolean }) {
  if (!isSealable)
    return (
      <p class="lead">
        No operator of the registry has this equation with these inputs, so it is not sealed. The
        node can compute the same, and the page compares all 64 bits.
      </p>
    );
  return (
    <p class="lead">
      {session.value === null
        ? "The node seals the value for an account and gives a receipt. Without one, a demo account is made."
        : "The node computes the same, seals it and gives a receipt; the page compares all 64 bits."}
    </p>
  );
}

/** Sealed before this page was loaded. */
function Before({ line }: { readonly line: string }) {
  const to = addressFor(line);
  const found = lastResults.value.find((one) => one.to === to);
  return found === undefined ? null : (
    <p>
      This tab sealed it before: <Link to={`/verify?id=${found.receipt}`}>its receipt</Link>.
    </p>
  );
}

export function Sealing({
  question,
  screen: { seal, state },
}: {
  readonly screen: AskScreen;
  readonly question: Question;
}) {
  const [visibility, setVisibility] = useState<Visibility>("private");
  const asked = useAsked(() => engine.request(question), [state.line]);
  const law = asked.state === "ready" ? asked.value.law : null;
  const isSealable = question.equation === undefined || law !== null;
  const sealing = state.seals[state.line];
  const answered = currentAnswer(state);
  const bits = answered?.status === "value" ? answered.bits : null;
  const isAsking = sealing?.state === "asking";
  const start = (): void => seal(visibility);
  const isDone = sealing?.state === "answered";
  const { reading } = state;
  const isOpen = reading?.kind === "words" && (reading.routed?.refusal ?? null) !== null;
  const word = isOpen ? "Seal this reading" : isSealable ? "Seal" : "Compare 64 bits";
  return (
    <section class="section" aria-labelledby="seal" data-law={law?.id}>
      <h2 id="seal">{isSealable ? "Seal" : "Compare with the node"}</h2>
      {law === null ? null : (
        <p>
          This is <Link to={`/operators/${law.id}`}>{law.id}</Link>, {law.name.toLowerCase()}.
        </p>
      )}
      {isDone ? null : <Lead isSealable={isSealable} />}
      {sealing === undefined ? <Before line={state.line} /> : null}
      {sealing?.state === "answered" && isSealable ? <SealedHead answer={sealing.answer} /> : null}
      {sealing?.state === "answered" ? <SameBits answer={sealing.answer} bits={bits} /> : null}
      <div class="buttons">
        <button
          type="button"
          class={isDone ? "button plain" : "button main"}
          data-seal
          disabled={!canSeal(state)}
          onClick={start}
        >
          {isAsking ? "Asking the node …" : isDone ? `${word} again` : word}
        </button>
        {isSealable && !isDone ? (
          <select
            class="input pick"
            aria-label="Who may see the receipt"
            value={visibility}
            onChange={({ currentTarget }) =>
              setVisibility(currentTarget.value === "shared" ? "shared" : "private")
            }
          >
            <option value="private">private</option>
            <option value="shared">shared</option>
          </select>
        ) : null}
      </div>
      {sealing?.state === "problem" ? <Problem problem={sealing.problem} retry={start} /> : null}
      {sealing?.state === "failed" ? <Failed why={sealing.why} retry={start} /> : null}
    </section>
  );
}
