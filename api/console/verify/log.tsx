/** An exported log proved in this page: its rows, and the steps of a contract made again. */
import { engine, runApart } from "../engine/ask.js";
import { useAsked } from "../connection/asked.js";
import { SolverAgain, useAgain } from "../parts/again.js";
import { Failed, Loading } from "../parts/states.js";
import { countText } from "../parts/when.js";

const SAID = {
  valid: ["good", "Valid"],
  sound: ["warn", "Sound: not all of it is signed, or was made again here"],
  invalid: ["bad", "Invalid"],
} as const;

export function LogProof({ text }: { readonly text: string }) {
  const asked = useAsked(() => engine.proveLog(text), [text]);
  const open = asked.state === "ready" ? asked.value.again : null;
  const again = useAgain(
    async () => open?.seconds ?? null,
    (share) => runApart("proveLogAgain", [text, open?.solvers ?? []], share),
    [text, open],
  );
  if (asked.state === "loading") return <Loading what="the log" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const { checkpointsMatched, firstBad, machine, publicKey, replay, rows, signed, verdict } =
    again.proved ?? asked.value.proved;
  const [mark, said] = SAID[verdict];
  return (
    <div data-verdict={verdict}>
      <p class={`mark ${mark}`}>
        <strong>{said}</strong>
      </p>
      {firstBad === null ? null : (
        <p class="fault" data-row={firstBad.seq}>
          row {firstBad.seq}, {firstBad.rule}: expected {firstBad.expected}, got {firstBad.got}
        </p>
      )}
      <dl class="facts">
        <dt>Log of</dt>
        <dd class="digits">{machine}</dd>
        <dt>Rows</dt>
        <dd>
          {countText(rows)}; {countText(signed)} under {countText(checkpointsMatched)} signed
          checkpoints
        </dd>
        {replay === undefined ? null : (
          <>
            <dt>Made again</dt>
            <dd>
              {countText(replay.replayed)} of{" "}
              {countText("steps" in replay ? replay.steps : replay.firings)} steps
              {"events" in replay ? `, ${countText(replay.events)} events` : ""}
              {replay.notReplayed === 0 ? "" : `; not ${countText(replay.notReplayed)}`}
            </dd>
          </>
        )}
        <dt>Signed by</dt>
        <dd class="digits">{publicKey}</dd>
      </dl>
      <SolverAgain {...again} />
    </div>
  );
}
