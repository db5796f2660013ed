/** A tick's seal, proved in the page. */
import { engine } from "../engine/ask.js";
import { useAsked } from "../connection/asked.js";
import { Link } from "../connection/router.js";
import { heldBy, type ShownTick } from "./ticks.js";

const SAID: Readonly<Record<string, readonly [string, string]>> = {
  valid: ["good", "proved here, computed again"],
  sound: ["warn", "hashes and signature hold here"],
  invalid: ["bad", "its proof fails"],
};

export function SealBadge({ tick }: { readonly tick: ShownTick }) {
  const asked = useAsked(
    async () => engine.prove(await heldBy(tick), tick.token, null),
    [tick.token],
  );
  if (asked.state === "loading") return <span class="mark open">proving …</span>;
  if (asked.state === "failed")
    return (
      <span class="mark open" title={asked.why}>
        its receipt is not shown to you
      </span>
    );
  const [mark, said] = SAID[asked.value.verdict] ?? ["open", asked.value.verdict];
  return (
    <Link to={`/verify?id=${tick.token}`}>
      <span class={`mark ${mark}`} data-seal={asked.value.verdict}>
        {said}
      </span>
    </Link>
  );
}
