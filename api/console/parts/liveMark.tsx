/** Whether a page is live, how much was missed, and a way back where it is over. */
import type { LiveState } from "../connection/live.js";

export function LiveMark({
  again,
  live,
}: {
  readonly live: LiveState;
  readonly again?: () => void;
}) {
  const { missed, reason, state } = live;
  return (
    <span class="buttons" role="status">
      {state === "live" ? <span class="mark good">live</span> : null}
      {state === "waiting" ? <span class="mark open">waiting for the next tick</span> : null}
      {state === "over" ? (
        <span class="mark bad">no longer live{reason === "" ? "" : `: ${reason}`}</span>
      ) : null}
      {missed === 0 ? null : (
        <span class="mark warn">
          {missed} {missed === 1 ? "tick" : "ticks"} missed; the history has them
        </span>
      )}
      {state === "over" && again !== undefined ? (
        <button type="button" class="button plain" onClick={again}>
          Follow again
        </button>
      ) : null}
    </span>
  );
}
