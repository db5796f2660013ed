/** The text of a program, checked by the node while one types: all that is wrong, each with its line. */
import { useEffect, useRef, useState } from "preact/hooks";
import { isObject } from "../../../protocol/encoding/json.js";
import { StateDiagram } from "../diagram/stateDiagram.js";
import { type Fields } from "../connection/json.js";
import { reasonOf, valueOf } from "../connection/asked.js";
import { client } from "../connection/session.js";
import { lineOf, placeOf } from "./place.js";

const WAIT_MS = 350;

interface Problem {
  readonly pointer: string;
  readonly message: string;
  readonly code: string;
}

export interface Checked {
  readonly state: "waiting" | "valid" | "wrong" | "failed";
  readonly program: Fields | null;
  readonly problems: readonly Problem[];
  /** The most that a transition costs. */
  readonly credits: number | null;
  readonly least: number | null;
  readonly why: string;
}

const WAITING: Checked = {
  state: "waiting",
  program: null,
  problems: [],
  credits: null,
  least: null,
  why: "",
};

function read(text: string): { readonly program: Fields } | { readonly problem: Problem } {
  try {
    const program: unknown = JSON.parse(text);
    if (isObject(program)) return { program };
    return { problem: { pointer: "", code: "JSON", message: "A program is a JSON object." } };
  } catch (error) {
    const message = error instanceof Error ? error.message : "no JSON";
    return { problem: { pointer: "", code: "JSON", message: `The text is no JSON: ${message}` } };
  }
}

/** What the node says of a text, a moment after it has changed. */
export function useChecked(text: string): Checked {
  const [checked, setChecked] = useState(WAITING);
  useEffect(() => {
    const found = read(text);
    if ("problem" in found) {
      setChecked({ ...WAITING, state: "wrong", problems: [found.problem] });
      return undefined;
    }
    const { program } = found;
    const controller = new AbortController();
    setChecked((now) => ({ ...now, state: "waiting", program }));
    const timer = setTimeout(() => {
      client.value
        .contractValidate({ program }, { signal: controller.signal })
        .then((outcome) => {
          const { price, problems, valid } = valueOf(outcome);
          setChecked({
            ...WAITING,
            state: valid ? "valid" : "wrong",
            program,
            problems,
            credits: price?.credits ?? null,
            least: price?.least ?? null,
          });
        })
        .catch((error: unknown) => {
          if (!controller.signal.aborted)
            setChecked({ ...WAITING, state: "failed", program, why: reasonOf(error) });
        });
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return checked;
}

function priceText({ credits, least }: Pick<Checked, "credits" | "least">): string {
  if (credits === null) return "";
  const most = `${credits} ${credits === 1 ? "credit" : "credits"}`;
  return least === null || least === credits
    ? `a transition costs ${most}`
    : `a transition costs ${least} to ${most}`;
}

export function ProgramEditor({
  change,
  checked,
  isDrawn,
  text,
}: {
  /** Whether its states are drawn below. */
  readonly isDrawn: boolean;
  readonly text: string;
  readonly change: (text: string) => void;
  readonly checked: Checked;
}) {
  const box = useRef<HTMLTextAreaElement>(null);
  const select = (pointer: string): void => {
    const place = placeOf(text, pointer);
    const element = box.current;
    if (place === null || element === null) return;
    element.focus();
    element.setSelectionRange(place.begin, place.end);
    const lines = text.split("\n").length;
    element.scrollTop = (lineOf(text, place.begin) / lines) * element.scrollHeight - 80;
  };
  return (
    <div class="section">
      <label class="control">
        Program, calc-contract/1
        <textarea
          ref={box}
          class="input digits program"
          spellcheck={false}
          data-program
          value={text}
          aria-invalid={checked.state === "wrong" ? "true" : undefined}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      </label>
      <div aria-live="polite" class="section">
        {checked.state === "waiting" ? <p class="mark open">the node checks it …</p> : null}
        {checked.state === "valid" ? (
          <p class="mark good" data-valid="true">
            nothing is wrong with it; {priceText(checked)}
          </p>
        ) : null}
        {checked.state === "failed" ? <p class="mark bad">{checked.why}</p> : null}
        {checked.state === "wrong" ? (
          <>
            <p class="mark bad" data-valid="false">
              {checked.problems.length} {checked.problems.length === 1 ? "problem" : "problems"}
            </p>
            <ul class="list problems">
              {checked.problems.map(({ code, message, pointer }, i) => {
                const place = placeOf(text, pointer);
                return (
                  <li key={i}>
                    <button
                      type="button"
                      class="button plain"
                      disabled={place === null}
                      onClick={() => select(pointer)}
                    >
                      {place === null ? "text" : `line ${lineOf(text, place.begin)}`}
                    </button>
                    <span>
                      {message}
                      <span class="label">
                        {" "}
                        · {code} {pointer}
                      </span>
                    </span>
                  </li>
                );
              })}
            </ul>
          </>
        ) : null}
      </div>
      {checked.program === null || !isDrawn ? null : (
        <StateDiagram name="the program" program={checked.program} state={null} hasMoves={false} />
      )}
    </div>
  );
}
