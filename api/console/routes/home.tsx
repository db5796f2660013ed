/** The first page: one box that understands all, and says what it took a line for. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { engine, warmEngine } from "../engine/ask.js";
import type { Answered, Understood } from "../engine/messages.js";
import { routedOf } from "../ask/route.js";
import { EXAMPLES } from "./examples.js";
import { Equation } from "../parts/math.js";
import { textAt } from "../connection/json.js";
import { operationCards } from "../parts/contract.js";
import { useLive } from "../connection/asked.js";
import { BelowBox } from "../parts/belowBox.js";
import { useDrop } from "../files/dropPlace.js";
import { dropped } from "../files/dropped.js";
import { Quantity } from "../parts/number.js";
import { addressFor } from "../engine/question.js";
import { go, Link } from "../connection/router.js";

const SAID: Readonly<Record<Understood["kind"], string>> = {
  empty: "",
  conversion: "A quantity in another unit",
  receipt: "A receipt's id",
  document: "A document: it is proved here, in the page",
  question: "An equation",
  operator: "An operator",
  words: "Words",
};

/** One small word, which may be a solver; `a-b` or 16 hex digits: a name or address of the mesh. */
const WORD = /^[a-z][a-z-]{1,30}$/;
const NAME = /^(?:[a-z0-9]+(?:-[a-z0-9]+)+|[0-9a-f]{16})$/;

/** A solver by its id, or a name of the mesh: what the engine in the page cannot know. */
interface Known {
  readonly said: string;
  readonly to: string;
}

async function knownOf(text: string): Promise<Known | null> {
  if (WORD.test(text)) {
    const cards = await operationCards().catch(() => []);
    const found = cards.find(
      ({ path, toolset }) => toolset === "solvers" && path === `/api/calc/${text}`,
    );
    if (found !== undefined) return { said: `A solver: ${found.summary}`, to: `/solvers/${text}` };
  }
  return NAME.test(text)
    ? { said: "A name of the mesh", to: `/mesh?${new URLSearchParams({ name: text })}` }
    : null;
}

function kindOf(understood: Understood): string {
  if (understood.kind === "question" && understood.question.operators !== undefined)
    return "Operators with their inputs";
  return SAID[understood.kind];
}

interface Taken {
  readonly understood: Understood;
  readonly known: Known | null;
}

async function takenFor(text: string): Promise<Taken> {
  const understood = await engine.understand(text);
  return {
    understood,
    known: understood.kind === "words" ? await knownOf(text.trim()) : null,
  };
}

interface Preview extends Taken {
  readonly answered: Answered | null;
  /** How the node reads words; "" where it does not. */
  readonly restated: string;
}

/** A word alone asks for nothing yet. */
const WORDS = /\S\s+\S/;

async function previewOf(text: string): Promise<Preview> {
  const taken = await takenFor(text);
  const { known, understood } = taken;
  const routed =
    understood.kind === "words" && known === null && WORDS.test(text)
      ? await routedOf(text).catch(() => null)
      : null;
  // What the reading leaves open is said in the place of a value.
  const isOpen = routed !== null && routed.refusal !== null;
  const read = isOpen ? null : routed?.question;
  const question = understood.kind === "question" ? understood.question : read;
  return {
    ...taken,
    restated:
      isOpen && routed.reading !== null
        ? textAt(routed.refusal, "message")
        : (routed?.restated ?? ""),
    answered: question === undefined || question === null ? null : await engine.evaluate(question),
  };
}

/** Where Enter leads. */
function placeOf(understood: Understood, text: string): string {
  switch (understood.kind) {
    case "operator":
      return `/operators/${encodeURIComponent(understood.id)}`;
    case "receipt":
      return `/verify?id=${understood.id}`;
    default:
      return addressFor(text);
  }
}

function Live({ answered }: { readonly answered: Answered }) {
  switch (answered.status) {
    case "value":
      return (
        <p class="live">
          <span class="value small" data-value={answered.bits}>
            <Quantity
              value={answered.value}
              unit={answered.unit}
              uncertainty={answered.uncertainty}
              isNumerical={answered.isNumerical}
            />
          </span>
          <span class="mark open">computed here, not sealed</span>
        </p>
      );
    case "missing":
      return <p class="mark warn">{answered.message}</p>;
    default:
      return <p class="mark warn">{answered.message}</p>;
  }
}

function prove(name: string, text: string): void {
  dropped.value = { name, text };
  go("/verify");
}

/** Keys that were typed before this page was there; "" for none. */
function earlyKeys(): string {
  const early = document.querySelector<HTMLTextAreaElement>("#early");
  early?.remove();
  return early?.value ?? "";
}

export function Screen() {
  const { handlers, isOver } = useDrop((held) => {
    const file = held?.files[0];
    if (file !== undefined) void file.text().then((text) => prove(file.name, text));
  });
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  // Before the next key can come.
  useLayoutEffect(() => {
    const typed = earlyKeys();
    box.current?.focus();
    setText(typed.trimEnd());
    // Enter was pressed, too.
    if (typed.endsWith("\n")) void enter(typed);
  }, []);
  useEffect(() => {
    warmEngine();
    performance.mark("interactive");
  }, []);
  const preview = useLive(() => previewOf(text), [text]);
  const ready = preview.state === "ready" ? preview.value : null;
  const enter = async (line: string): Promise<void> => {
    if (line.trim() === "") return;
    const { known, understood } = await takenFor(line);
    if (understood.kind === "document") prove("the pasted document", line);
    else go(known?.to ?? placeOf(understood, line.trim()));
  };
  return (
    <div class="page">
      <h1>Ask for a number, and keep its proof</h1>
      <form
        class={`box ${isOver ? "dropping" : ""}`}
        {...handlers}
        onSubmit={(event) => {
          event.preventDefault();
          void enter(text);
        }}
      >
        <textarea
          ref={box}
          data-box
          rows={1}
          spellcheck={false}
          autocomplete="off"
          aria-label="Ask: words, an equation, an operator, a solver, a receipt's id or a name"
          placeholder="F = m a, m = 2 kg, a = 9.8 m/s^2"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            void enter(text);
          }}
        />
        <button class="button main">Ask</button>
      </form>
      <div class="understood" aria-live="polite">
        {ready === null || ready.understood.kind === "empty" ? null : (
          <>
            <p class="kind">{ready.known?.said ?? kindOf(ready.understood)}</p>
            {ready.restated === "" ? null : (
              <p class="lead" data-restated>
                {ready.restated}
              </p>
            )}
            {ready.understood.kind === "question" &&
            ready.understood.question.equation !== undefined ? (
              <Equation text={ready.understood.question.equation} />
            ) : null}
            {ready.answered === null ? null : <Live answered={ready.answered} />}
          </>
        )}
      </div>
      <BelowBox />
      <section class="section" aria-labelledby="try">
        <h2 id="try">Try</h2>
        <ul class="list">
          {EXAMPLES.map((example) => (
            <li key={example.text}>
              <Link to={addressFor(example.text)} class="choice">
                <span class="name digits">{example.text}</span>
                <span class="aside">{example.said}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
