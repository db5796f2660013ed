/** Every operation of the node, from its contract: a form that runs it, and the same call for others. */
import { useEffect, useState } from "preact/hooks";
import { addressOf } from "../connection/base.js";
import { operationCards, type OperationCard } from "../parts/contract.js";
import type { Fields } from "../connection/json.js";
import { useAsked } from "../connection/asked.js";
import { CallForms } from "../parts/callForms.js";
import { downloadBlob, downloadText, fileName } from "../files/download.js";
import { Downloads } from "../files/downloads.js";
import { FormFields, SendingFault, useForm, useSending } from "../parts/form.js";
import { OtherInputs } from "../fields/otherInputs.js";
import { Empty, Failed, Loading, Problem } from "../parts/states.js";
import { go, Link, type ScreenProps } from "../connection/router.js";
import { callByName, session } from "../connection/session.js";
import type { Outcome } from "../../client/outcome.js";
import "../style/api.css";

const AUTHS: Readonly<Record<string, string>> = {
  none: "no key",
  optional: "a key if you have one",
  either: "a key",
  account: "an account's key",
  machine: "a machine's key",
};
const NOTHING: Fields = {};
/** More is saved, not shown. */
const SHOWN_CHARS_MAX = 60_000;

function matches({ id, key, path, summary, verb = "" }: OperationCard, words: string): boolean {
  const text = `${id} ${key} ${path} ${summary} ${verb}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Answer({
  card,
  outcome,
}: {
  readonly card: OperationCard;
  readonly outcome: Outcome<Fields>;
}) {
  if (outcome.kind === "problem") return <Problem problem={outcome.problem} />;
  const { bytes, text } =
    outcome.kind === "result" ? outcome : { bytes: undefined, text: outcome.text };
  const type = outcome.headers.get("content-type") ?? "";
  const shown = bytes === undefined ? pretty(text) : `${bytes.length} bytes of ${type}`;
  const save = (): void =>
    bytes === undefined
      ? downloadText(fileName(card.id, type.includes("json") ? "json" : "txt"), text, type)
      : downloadBlob(fileName(card.id, "bin"), new Blob([new Uint8Array(bytes)], { type }));
  return (
    <section class="section" aria-labelledby="answer" data-answered={outcome.status}>
      <div class="head">
        <h2 id="answer">Answer</h2>
        <span class={`mark ${outcome.kind === "refusal" ? "warn" : "good"}`}>
          {outcome.status} {outcome.kind === "refusal" ? "refused" : ""}
        </span>
        <Downloads forms={[{ as: "Save", save }]} />
      </div>
      <pre tabIndex={0} class="answer">
        {shown.slice(0, SHOWN_CHARS_MAX)}
        {shown.length > SHOWN_CHARS_MAX ? "\n… saved whole" : ""}
      </pre>
    </section>
  );
}

function Runner({ card }: { readonly card: OperationCard }) {
  const form = useForm(card.input, card.examples[0]?.input ?? {});
  const sending = useSending(form);
  const [input, setInput] = useState<Fields | null>({});
  const [outcome, setOutcome] = useState<Outcome<Fields> | null>(null);
  const [ran, setRan] = useState<Fields>({});
  useEffect(() => {
    let isOver = false;
    void form.read().then((read) => {
      if (!isOver) setInput(read);
    });
    return () => {
      isOver = true;
    };
  }, [JSON.stringify(form.texts)]);
  const run = (): void =>
    sending.run(async () => {
      const read = await form.read();
      if (read === null) return;
      setOutcome(null);
      setRan(read);
      const answer = await callByName(card.key, read);
      setOutcome(answer);
      if (answer.kind === "problem") form.refuse(answer.problem);
    });
  const hasFields = Object.keys(card.input.properties ?? {}).length > 0;
  return (
    <div class="page">
      <div class="section">
        <h2>{card.summary}</h2>
        <p class="strip">
          <code>
            {card.method} {card.path}
          </code>
          <span class="label">{AUTHS[card.auth] ?? card.auth}</span>
          <span class="label">{card.effect === "read" ? "reads" : `effect: ${card.effect}`}</span>
          {card.role === undefined ? null : <span class="label">role: {card.role}</span>}
        </p>
        {card.description === undefined ? null : <p class="lead">{card.description}</p>}
      </div>
      <form
        class="section"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        {hasFields ? <FormFields form={form} /> : <p class="label">It takes nothing.</p>}
        <div class="buttons">
          <button class="button main" disabled={sending.isBusy} data-run>
            {sending.isBusy ? "Asking the node …" : "Run"}
          </button>
          {card.examples.length === 0 ? null : (
            <button
              type="button"
              class="button"
              onClick={() => form.begin(card.examples[0]?.input ?? {})}
            >
              Example
            </button>
          )}
          {hasFields ? (
            <button type="button" class="button plain" onClick={() => form.begin(NOTHING)}>
              Clear
            </button>
          ) : null}
          {card.auth !== "none" && card.auth !== "optional" && session.value === null ? (
            <span class="mark warn">it wants a key: sign in first</span>
          ) : null}
        </div>
        <SendingFault sending={sending} />
      </form>
      {outcome === null ? null : <OtherInputs ran={ran} now={input} />}
      {outcome === null ? null : <Answer card={card} outcome={outcome} />}
      <CallForms card={card} input={input ?? {}} />
    </div>
  );
}

export function Screen({ query }: ScreenProps) {
  const [words, setWords] = useState("");
  const asked = useAsked(() => operationCards(), []);
  if (asked.state === "loading") return <Loading what="the contract" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const cards = asked.value;
  const found = cards.filter((card) => matches(card, words));
  const key = query.get("op") ?? "compute";
  const card = cards.find((one) => one.key === key || one.id === key);
  return (
    <div class="page">
      <div class="head">
        <h1>Interface</h1>
        <span class="lead" role="status">
          {found.length} of {cards.length} operations
        </span>
        <a href={addressOf("docs")}>OpenAPI</a>
      </div>
      <div class="api">
        <div class="section">
          <label class="control">
            Search
            <input
              class="input"
              type="search"
              data-box
              value={words}
              placeholder="receipt, streams, POST, mail"
              onInput={({ currentTarget }) => setWords(currentTarget.value)}
            />
          </label>
          <nav class="operations" aria-label="Operations" tabIndex={0}>
            {found.map((one) => (
              <Link key={one.key} to={`/api?op=${one.key}`} current={one.key === card?.key}>
                <span class="digits">{one.path.replace(/^\/api\//, "")}</span>
                <span class="label">
                  {one.method} · {one.summary}
                </span>
              </Link>
            ))}
            {found.length === 0 ? <p class="empty">No operation matches.</p> : null}
          </nav>
        </div>
        {card === undefined ? (
          <Empty what={`The contract has no operation ${key}.`}>
            <button type="button" class="button" onClick={() => go("/api")}>
              Begin with compute
            </button>
          </Empty>
        ) : (
          <Runner key={card.key} card={card} />
        )}
      </div>
    </div>
  );
}
