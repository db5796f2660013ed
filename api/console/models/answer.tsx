/** An answer of a model: each number says where it comes from, and each receipt is proved here. */
import type { llmChat } from "../../contract/models/llmChat.js";
import type { OutputOf } from "../../contract/definition/operation.js";
import type { ComponentChildren } from "preact";
import { engine } from "../engine/ask.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Proof } from "../parts/proof.js";
import { countText } from "../parts/when.js";
import { addressOf } from "../connection/base.js";
import { client } from "../connection/session.js";
import { blocksOf, isShownWhole, type Inline } from "./markdown.js";

export type Answer = OutputOf<typeof llmChat>;
type Numbered = Answer["numbers"][number];

const SHORT_CHARS = 16;
const STOPS: Readonly<Record<string, string>> = {
  length: "It ended at the most tokens of an answer.",
  budget: "It ended with the budget.",
};

/** Receipts of an answer, each once, in the order of their numbers. */
function receiptsOf({ numbers, steps }: Answer): readonly string[] {
  const named = [...numbers, ...steps].flatMap(({ receipt }) =>
    receipt === null ? [] : [receipt],
  );
  return [...new Set(named)];
}

function NumberMark({
  of: { field, from, receipt, text, unit },
  order,
}: {
  readonly of: Numbered;
  readonly order: number;
}) {
  if (from === "receipt" && receipt !== null)
    return (
      <a
        class="sealed digits"
        data-number="receipt"
        href={addressOf(`verify?id=${receipt}`)}
        title={`${field ?? "value"}${unit === null ? "" : ` in ${unit}`} of receipt ${receipt}`}
      >
        {text}
        <sup>{order}</sup>
      </a>
    );
  return (
    <span
      class={`digits ${from === "evaluation" ? "evaluated" : "unreceipted"}`}
      data-number={from}
      title={
        from === "evaluation"
          ? "Computed here, and not sealed"
          : "The model's own: no receipt has it"
      }
    >
      {text}
      <span class="hidden">{from === "evaluation" ? " (not sealed)" : " (no receipt)"}</span>
    </span>
  );
}

/** The text between two places, with the numbers in it marked. */
type Piece = (start: number, end: number) => ComponentChildren;

function Styled({ parts, piece }: { readonly parts: readonly Inline[]; readonly piece: Piece }) {
  return (
    <>
      {parts.map(({ end, kind, parts: inner, start }) => {
        switch (kind) {
          case "text":
            return piece(start, end);
          case "code":
            return <code key={start}>{piece(start, end)}</code>;
          case "strong":
            return (
              <strong key={start}>
                <Styled parts={inner} piece={piece} />
              </strong>
            );
          case "em":
            return (
              <em key={start}>
                <Styled parts={inner} piece={piece} />
              </em>
            );
        }
      })}
    </>
  );
}

/** A text of a model as it meant it. */
export function Said({
  piece,
  text,
}: {
  readonly text: string;
  /** What stands between two places; the text itself unless given. */
  readonly piece?: Piece;
}) {
  const shown = piece ?? ((start: number, end: number) => text.slice(start, end));
  return (
    <>
      {blocksOf(text).map(({ kind, mark, parts }, i) => {
        const inner = <Styled parts={parts} piece={shown} />;
        switch (kind) {
          case "heading":
            return (
              <p key={i}>
                <strong>{inner}</strong>
              </p>
            );
          case "item":
            return (
              <p key={i} class="item">
                <span class="soft">{mark === null ? "•" : shown(mark.start, mark.end)}</span>{" "}
                {inner}
              </p>
            );
          case "code":
            return <pre key={i}>{inner}</pre>;
          case "paragraph":
            return <p key={i}>{inner}</p>;
        }
      })}
    </>
  );
}

function Marked({
  answer: { numbers, text },
  receipts,
}: {
  readonly answer: Answer;
  readonly receipts: readonly string[];
}) {
  const sorted = [...numbers].sort((a, b) => a.start - b.start);
  const blocks = blocksOf(text);
  // A number that a mark would cut in two is shown whole, and the text as it was written.
  const isPlain = sorted.some(({ end, start }) => !isShownWhole(blocks, start, end));
  const piece: Piece = (from, to) => {
    let at = from;
    const parts = sorted
      .filter(({ end, start }) => start >= from && end <= to)
      .flatMap((one) => {
        const before = text.slice(at, one.start);
        at = one.end;
        const order = one.receipt === null ? 0 : receipts.indexOf(one.receipt) + 1;
        return [before, <NumberMark key={one.start} of={one} order={order} />];
      });
    return [...parts, text.slice(at, to)];
  };
  return (
    <div class="said">{isPlain ? piece(0, text.length) : <Said text={text} piece={piece} />}</div>
  );
}

const WORDS: Readonly<Record<string, readonly [mark: string, word: string]>> = {
  valid: ["good", "proved in your browser"],
  sound: ["warn", "sound: its value was not computed again here"],
  invalid: ["bad", "does not hold"],
};

function Receipt({ id, order }: { readonly id: string; readonly order: number }) {
  const asked = useAsked(async () => {
    const held = valueOf(await client.value.receipt({ id }));
    return { held, proved: await engine.prove(held, id, null) };
  }, [id]);
  const [mark, word] =
    asked.state === "loading"
      ? ["open", "being proved …"]
      : asked.state === "failed"
        ? ["bad", asked.why]
        : (WORDS[asked.value.proved.verdict] ?? ["open", asked.value.proved.verdict]);
  return (
    <li>
      <details>
        <summary>
          <sup>{order}</sup> <span class="digits">{id.slice(0, SHORT_CHARS)}</span>{" "}
          <span
            class={`mark ${mark}`}
            data-proved={asked.state === "ready" ? asked.value.proved.verdict : ""}
          >
            {word}
          </span>
        </summary>
        {asked.state === "ready" ? <Proof held={asked.value.held} id={id} /> : null}
      </details>
    </li>
  );
}

export function AnswerView({ answer }: { readonly answer: Answer }) {
  const receipts = receiptsOf(answer);
  const own = answer.numbers.filter(({ from }) => from === "none").length;
  return (
    <div class="section" data-answer>
      <Marked answer={answer} receipts={receipts} />
      {receipts.length === 0 ? null : (
        <ul class="list receipts">
          {receipts.map((id, i) => (
            <Receipt key={id} id={id} order={i + 1} />
          ))}
        </ul>
      )}
      <p class="label">
        {own === 0 ? "" : `${own === 1 ? "1 number is" : `${own} numbers are`} the model's own. `}
        {answer.withheld === 0
          ? ""
          : `${countText(answer.withheld)} withheld: no receipt has them. `}
        {STOPS[answer.stop] ?? ""} {tokensText(answer.usage)}, {countText(answer.steps.length)}{" "}
        calls of tools, {countText(answer.credits)} credits
      </p>
    </div>
  );
}

function tokensText(usage: { inputTokens: number; outputTokens: number } | null): string {
  return usage === null
    ? "tokens not told"
    : `${countText(usage.inputTokens)} tokens in, ${countText(usage.outputTokens)} out`;
}
