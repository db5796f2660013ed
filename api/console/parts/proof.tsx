/** A receipt proved in this page: one line that says how many checks hold, and each with its own. */
import { useEffect, useRef, useState } from "preact/hooks";
import { engine, solveHere, type Solving } from "../engine/ask.js";
import type { Proved } from "../engine/messages.js";
import { reasonOf, useAsked } from "../connection/asked.js";
import { Progress } from "./progress.js";
import { Failed, Loading } from "./states.js";

const VERDICTS: Readonly<Record<string, readonly [string, string]>> = {
  valid: ["good", "Valid, and the value computed again here"],
  sound: ["warn", "Sound: hashes, path and signature hold; the value was not computed again here"],
  invalid: ["bad", "Invalid"],
};

function markOf(ok: boolean | null): string {
  return ok === null ? "open" : ok ? "good" : "bad";
}

/** Below this a solver runs again unasked. */
const UNASKED_S = 3;

type Again =
  | { readonly state: "none" }
  | { readonly state: "asked"; readonly seconds: number }
  | { readonly state: "running"; readonly share: number }
  | { readonly state: "done"; readonly proved: Proved }
  | { readonly state: "failed"; readonly why: string };

/** Seconds from which a time is told in minutes. */
const MINUTES_FROM_S = 100;

const aboutText = (seconds: number): string =>
  seconds < MINUTES_FROM_S
    ? `about ${Math.max(1, Math.ceil(seconds))} s`
    : `about ${Math.ceil(seconds / 60)} min`;

/** The run of a receipt's solver in the page, for those that it has. */
function useAgain(
  held: unknown,
  id: string | null,
  isSound: boolean,
): { readonly again: Again; readonly run: () => void; readonly stop: () => void } {
  const [again, setAgain] = useState<Again>({ state: "none" });
  const solving = useRef<Solving | null>(null);
  const run = (): void => {
    setAgain({ state: "running", share: 0 });
    const started = solveHere(held, id, (share) => setAgain({ state: "running", share }));
    solving.current = started;
    started.proved.then(
      (proved) => setAgain({ state: "done", proved }),
      (error: unknown) => setAgain({ state: "failed", why: reasonOf(error) }),
    );
  };
  useEffect(() => {
    let isOver = false;
    setAgain({ state: "none" });
    if (isSound)
      void engine.secondsAgain(held).then((seconds) => {
        if (isOver || seconds === null) return;
        if (seconds <= UNASKED_S) run();
        else setAgain({ state: "asked", seconds });
      });
    return () => {
      isOver = true;
      solving.current?.stop();
    };
  }, [held, id, isSound]);
  return { again, run, stop: () => solving.current?.stop() };
}

function SolverAgain({
  again,
  run,
  stop,
}: {
  readonly again: Again;
  readonly run: () => void;
  readonly stop: () => void;
}) {
  switch (again.state) {
    case "none":
    case "done":
      return null;
    case "asked":
      return (
        <p class="buttons" data-again="asked">
          <button type="button" class="button" onClick={run}>
            Compute it again here
          </button>
          <span class="label">{aboutText(again.seconds)}, in this page alone</span>
        </p>
      );
    case "running":
      return <Progress what="Computing it again in this page" share={again.share} stop={stop} />;
    case "failed":
      return <Failed why={again.why} retry={run} />;
  }
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
  const { again, run, stop } = useAgain(held, id, isSound);
  if (asked.state === "loading") return <Loading what="the proof" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const {
    id: proven,
    lines,
    signer,
    verdict,
  } = again.state === "done" ? again.proved : asked.value;
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
      <SolverAgain again={again} run={run} stop={stop} />
    </>
  );
}
