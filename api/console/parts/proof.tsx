/** A receipt proved in this page: each check with its own line. */
import { engine } from "../engine/ask.js";
import { useAsked } from "../connection/asked.js";
import { Failed, Loading } from "./states.js";

const VERDICTS: Readonly<Record<string, readonly [string, string]>> = {
  valid: ["good", "Valid: every check holds, and the value was computed again here"],
  sound: ["warn", "Sound: hashes, path and signature hold; the value was not computed again here"],
  invalid: ["bad", "Invalid"],
};

function markOf(ok: boolean | null): string {
  return ok === null ? "open" : ok ? "good" : "bad";
}

export function Proof({
  held,
  id = null,
}: {
  readonly held: unknown;
  readonly id?: string | null;
}) {
  const asked = useAsked(() => engine.prove(held, id, null), [held, id]);
  if (asked.state === "loading") return <Loading what="the proof" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const { id: proven, lines, signer, verdict } = asked.value;
  const [mark, said] = VERDICTS[verdict] ?? ["open", verdict];
  return (
    <div class="section" data-verdict={verdict}>
      <p class={`mark ${mark}`}>
        <strong>{said}</strong>
      </p>
      <ul class="list checks">
        {lines.map(({ detail, name, ok }) => (
          <li key={name}>
            <span class={`mark ${markOf(ok)}`}>{name.replaceAll("-", " ")}</span>
            <span>{detail}</span>
          </li>
        ))}
      </ul>
      <dl class="facts">
        <dt>Receipt</dt>
        <dd class="digits">{proven ?? "none"}</dd>
        <dt>Signed by</dt>
        <dd class="digits">{signer ?? "nobody"}</dd>
      </dl>
    </div>
  );
}
