/** In the bar: that the node does not answer, or that it has another console by now. */
import { isOutdated, lastSeenAt, reach } from "../connection/reach.js";

export function ReachMark() {
  if (isOutdated.value)
    return (
      <span class="reach" role="status" data-reach="outdated">
        <span class="mark warn">The node has a newer console.</span>{" "}
        <button type="button" class="button plain" onClick={() => location.reload()}>
          Load it
        </button>
      </span>
    );
  if (reach.value.isAnswering) return null;
  return (
    <span class="mark bad" role="status" data-reach="lost">
      The node does not answer, last seen {new Date(lastSeenAt()).toLocaleTimeString()}. This page
      shows what it had then, and asks again by itself.
    </span>
  );
}
