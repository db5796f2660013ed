/** In the bar: that the engine in the page has computed one thing for long, and a way to end it. */
import { endEngine, isSlow } from "../engine/ask.js";

export function EngineMark() {
  if (!isSlow.value) return null;
  return (
    <span class="reach" role="status" data-engine="slow">
      <span class="mark warn">The engine in this page computes.</span>{" "}
      <button type="button" class="button plain" onClick={endEngine}>
        End it
      </button>
    </span>
  );
}
