/** A receipt proved in this page: one line that says how many checks hold, and each with its own. */
import { engine, runApart } from "../engine/ask.js";
import { useAsked } from "../connection/asked.js";
import { SolverAgain, useAgain } from "./again.js";
import { Failed, Loading } from "./states.js";

const VERDICTS: Readonly<Record<string, readonly [string, string]>> = {
  valid: ["good", "Valid, and the value computed again here"],
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
  const isSound = asked.state === "ready" && asked.value.verdict === "sound";
  const again = useAgain(
    async () => (isSound ? engine.secondsAgain(held) : null),
    (share) => runApart("proveSolved", [held, id], share),
    [held, id, isSound],
  );
  if (asked.state === "loading") return <Loading what="the proof" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const { id: proven, lines, signer, verdict } = again.proved ?? asked.value;
  if (proven === null)
    return (
      <div class="notice bad" data-verdict={verdict}>
        <strong>This is no receipt of calcmesh, or a part of one is lost</strong>
        <p class="label">{lines.find(({ ok }) => ok === false)?.detail}</p>
      </div>
    );
  const [mark, said] = VERDICTS[verdict] ?? ["open", verdict];
  const checked = lines.filter(({ ok }) => ok !== null).length;
  const holding = lines.filter(({ ok }) => ok === true).length;
  return (
    <>
      <details class="proof" data-verdict={verdict} open={verdict === "invalid"}>
        <summary>
          <span class={`mark ${mark}`}>
            <strong>{said}</strong>
          </span>{" "}
          {holding} of {checked} checks hold
          {checked === lines.length ? "" : `, ${lines.length - checked} were not made`}
        </summary>
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
          <dd class="digits">{proven}</dd>
          <dt>Signed by</dt>
          <dd class="digits">{signer ?? "nobody"}</dd>
        </dl>
      </details>
      <SolverAgain {...again} />
    </>
  );
}
