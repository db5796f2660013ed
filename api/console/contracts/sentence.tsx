/** A program drafted from a sentence: what was filled, what was kept, what has to be said first. */
import { useState } from "preact/hooks";
import { StateDiagram } from "../diagram/stateDiagram.js";
import { numberAt, textAt, type Fields } from "../connection/json.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Failed, Loading, Refused } from "../parts/states.js";
import { go, Link } from "../connection/router.js";
import { client } from "../connection/session.js";
import { ConditionForm, type Confirmed } from "./conditionForm.js";
import { Deploy } from "./deploy.js";

interface Hints {
  readonly templateId?: string;
  readonly params?: Record<string, number>;
  readonly condition?: Confirmed;
}

const EXAMPLE = "alert me when the bearing temperature exceeds 85 degC for 10 minutes";

export function SentenceBox({ start = "" }: { readonly start?: string }) {
  const [text, setText] = useState(start);
  return (
    <form
      class="box"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "")
          go(`/contracts/new?sentence=${encodeURIComponent(text.trim())}`, {
            replace: start !== "",
          });
      }}
    >
      <textarea
        data-box
        rows={1}
        aria-label="What is watched, and when to alert"
        placeholder={EXAMPLE}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <button class="button main">Draft</button>
    </form>
  );
}

function figureText(one: Fields): string {
  const unit = textAt(one, "unit");
  return `${textAt(one, "slot")} = ${numberAt(one, "value") ?? ""}${unit === "" ? "" : ` ${unit}`}`;
}

function Figures({
  all,
  from,
  title,
}: {
  readonly all: readonly Fields[];
  readonly title: string;
  readonly from: string;
}) {
  if (all.length === 0) return null;
  return (
    <section class="section">
      <h3>{title}</h3>
      <ul class="list checks">
        {all.map((one) => (
          <li key={textAt(one, "slot")}>
            <code>{figureText(one)}</code>
            <span class="soft">{textAt(one, from)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A question that a draft waits for. */
function Question({
  answer,
  one,
}: {
  readonly one: Asked;
  readonly answer: (one: Asked, text: string) => void;
}) {
  const [text, setText] = useState("");
  const { question, slot, words } = one;
  return (
    <form
      class="notice warn"
      onSubmit={(event) => {
        event.preventDefault();
        answer(one, text.trim());
      }}
    >
      <label class="control">
        <span>
          <strong>{question}</strong> ({slot}; you said “{words}”)
        </span>
        <input
          class="input digits"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button class="button" disabled={text.trim() === ""}>
        Answer
      </button>
    </form>
  );
}

/** What a number behind the words of a question is said with. */
const SAID_WITH: Readonly<Record<string, string>> = {
  trigger: "at",
  hold: "for",
  "trigger.window": "over",
};

/** The sentence with an answer that is no number of a param, as one would have written it. */
function saidWith(sentence: string, { question, slot, words }: Asked, text: string): string {
  const said = /^\d/.test(text) ? `${SAID_WITH[slot] ?? ""} ${text}`.trim() : text;
  if (slot === "trigger") return sentence.replace(words, `${words} ${said}`);
  if (slot !== "input") return `${sentence} ${said}`;
  return sentence.replace(
    words,
    question.startsWith("what is watched") ? `${said} ${words}` : said,
  );
}

interface Asked {
  readonly slot: string;
  readonly question: string;
  readonly words: string;
}

function Nearest({
  all,
  take,
}: {
  readonly all: readonly Fields[];
  readonly take: (templateId: string) => void;
}) {
  if (all.length === 0) return null;
  return (
    <section class="section">
      <h3>Templates that come near</h3>
      <ul class="list">
        {all.map((one) => (
          <li key={textAt(one, "templateId")} class="near">
            <Link to={`/contracts/new?template=${textAt(one, "templateId")}`} class="choice">
              <span class="name">{textAt(one, "name")}</span>
              <span class="aside">{textAt(one, "templateId")}</span>
            </Link>
            <p class="label">{textAt(one, "purpose")}</p>
            <button
              type="button"
              class="button plain"
              onClick={() => take(textAt(one, "templateId"))}
            >
              Read the sentence by it
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Draft({
  edit,
  sentence,
}: {
  readonly sentence: string;
  readonly edit: (program: Fields) => void;
}) {
  const [hints, setHints] = useState<Hints>({});
  const asked = useAsked(
    async () => valueOf(await client.value.contractGenerate({ description: sentence, hints })),
    [sentence, hints],
  );
  if (asked.state === "loading") return <Loading what="the draft" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const draft = asked.value;
  const { program } = draft;
  const answer = (one: Asked, text: string): void => {
    const { slot } = one;
    if (slot === "template" || slot === "templateId")
      setHints((now) => ({ ...now, templateId: text }));
    else if (Object.hasOwn(SAID_WITH, slot) || !Number.isFinite(Number(text)))
      go(`/contracts/new?sentence=${encodeURIComponent(saidWith(draft.read, one, text))}`, {
        replace: true,
      });
    else setHints((now) => ({ ...now, params: { ...now.params, [slot]: Number(text) } }));
  };
  const take = (templateId: string): void => setHints((now) => ({ ...now, templateId }));
  return (
    <div class="page" data-draft={program === null ? "none" : "made"}>
      {draft.refusal === undefined ? null : (
        <Refused kind={draft.refusal.kind} message={draft.refusal.message}>
          {draft.refusal.span === undefined ? null : (
            <p>
              {draft.read.slice(0, draft.refusal.span[0])}
              <mark>{draft.read.slice(draft.refusal.span[0], draft.refusal.span[1])}</mark>
              {draft.read.slice(draft.refusal.span[1])}
            </p>
          )}
          <p>
            State one condition with its limit and unit, as in “{EXAMPLE}”, or take a template
            below.
          </p>
        </Refused>
      )}
      {draft.proposal === undefined ? null : (
        <ConditionForm
          key={draft.read}
          proposal={draft.proposal}
          confirm={(condition) => setHints({ condition })}
        />
      )}
      {draft.asked.map((one) => (
        <Question key={one.slot} one={one} answer={answer} />
      ))}
      {draft.why.length === 0 ? null : (
        <section class="section">
          <h2>Why this program</h2>
          <ul class="list checks">
            {draft.why.map(({ rule, words }) => (
              <li key={rule}>
                <strong>{words}</strong>
                <span>{rule}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="columns">
        <Figures title="Filled from your words" all={draft.filled} from="words" />
        <Figures title="Kept at a default" all={draft.kept} from="reason" />
      </div>
      {program === null ? null : (
        <>
          <section class="section" aria-label="The program">
            <div class="head">
              <h2>{textAt(program, "name")}</h2>
              <span class="label">
                {draft.templateId === null ? "a plain monitor" : draft.templateId}
                {draft.price === null
                  ? ""
                  : `; a transition costs ${draft.price.credits} ${draft.price.credits === 1 ? "credit" : "credits"}`}
              </span>
              <button type="button" class="button plain" onClick={() => edit(program)}>
                Edit the program
              </button>
            </div>
            <StateDiagram name={textAt(program, "name")} program={program} state={null} />
          </section>
          <Deploy isReady what={() => ({ program })} />
        </>
      )}
      <Nearest all={draft.nearest} take={take} />
    </div>
  );
}
