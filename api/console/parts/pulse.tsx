/** The pulse: a ring that turns once a calcond, in step with the node's clock. */
import { useEffect, useRef, useState } from "preact/hooks";
import { reach } from "../connection/reach.js";
import { client } from "../connection/session.js";
import { numberAt } from "../connection/json.js";
import { valueOf } from "../connection/asked.js";

const CALCOND_MS = 777.000777;
const TURN = 2 * Math.PI * 6;
const DIGITS_EVERY_MS = 1_000;

/** The node's clock less that of this machine, in calconds; null until the node has answered. */
async function readOffset(): Promise<number | null> {
  const before = Date.now();
  const pulse = valueOf(await client.value.pulse({}));
  const middle = (before + Date.now()) / 2;
  const calcond = numberAt(pulse, "calcond");
  const phase = numberAt(pulse, "phase") ?? 0;
  return calcond === null ? null : calcond + phase - middle / CALCOND_MS;
}

export function Pulse() {
  const hand = useRef<SVGCircleElement>(null);
  const [offset, setOffset] = useState<number | null>(null);
  const [shown, setShown] = useState("");
  const { era } = reach.value;
  useEffect(() => {
    readOffset().then(setOffset, () => setOffset(null));
  }, [era]);
  useEffect(() => {
    if (offset === null) return undefined;
    const now = (): number => Date.now() / CALCOND_MS + offset;
    const tell = (): void =>
      setShown(Math.floor(now()).toLocaleString("en").replaceAll(",", "\u202f"));
    tell();
    const every = setInterval(tell, DIGITS_EVERY_MS);
    let frame = 0;
    const turn = (): void => {
      const phase = now() % 1;
      hand.current?.setAttribute("stroke-dasharray", `${phase * TURN} ${TURN}`);
      frame = requestAnimationFrame(turn);
    };
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) turn();
    return () => {
      clearInterval(every);
      cancelAnimationFrame(frame);
    };
  }, [offset]);
  return (
    <span class="mark-pulse" title="calcond: 777 000 777 ns of the node's clock">
      <svg class="pulse" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <circle
          ref={hand}
          class="hand"
          cx="8"
          cy="8"
          r="6"
          transform="rotate(-90 8 8)"
          stroke-dasharray={`0 ${TURN}`}
        />
      </svg>
      <span class="digits">{shown === "" ? "no pulse" : shown}</span>
    </span>
  );
}
