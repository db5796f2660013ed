/** In the bar: how far the work is that the node asks for before it makes an account, and its end. */
import { working } from "../connection/session.js";
import { countText } from "./when.js";

export function WorkMark() {
  const current = working.value;
  if (current === null) return null;
  const { expected, stop, tried } = current;
  return (
    <span class="reach" role="status" data-work={tried}>
      <progress aria-label="Work" value={Math.min(1, tried / expected)} max={1} /> work for an
      account: {countText(tried)} of about {countText(expected)} tries{" "}
      <button type="button" class="button plain" onClick={stop}>
        Stop
      </button>
    </span>
  );
}
