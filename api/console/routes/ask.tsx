/** A question and its answer: computed here while inputs move, sealed by the node when asked to. */
import { headOf, type Reading } from "../ask/askState.js";
import { ConversionView } from "../ask/conversion.js";
import { QuestionView } from "../ask/questionView.js";
import { useAskState, type AskScreen } from "../ask/useAskState.js";
import { WordsHead, WordsTail } from "../ask/words.js";
import { Proof } from "../parts/proof.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Link, type ScreenProps } from "../connection/router.js";

/** Words, and the question that an edit makes of them, stand in one place: a field keeps its keys. */
function Asked({
  reading,
  screen,
}: {
  readonly reading: Extract<Reading, { readonly kind: "question" | "words" }>;
  readonly screen: AskScreen;
}) {
  const words = reading.kind === "words" ? reading : null;
  const question = reading.kind === "words" ? reading.routed?.question : reading.question;
  return (
    <div class="page">
      {words === null ? null : <WordsHead key={words.text} reading={words} screen={screen} />}
      {question === null || question === undefined ? null : (
        <QuestionView key={headOf(question)} question={question} screen={screen} />
      )}
      {words === null ? null : <WordsTail key={`${words.text} more`} reading={words} />}
    </div>
  );
}

function Shown({ reading, screen }: { readonly reading: Reading; readonly screen: AskScreen }) {
  switch (reading.kind) {
    case "question":
    case "words":
      return <Asked reading={reading} screen={screen} />;
    case "conversion":
      return <ConversionView read={reading} />;
    case "receipt":
      return (
        <p>
          This is a receipt's id: <Link to={`/verify?id=${reading.id}`}>prove it</Link>.
        </p>
      );
    case "document":
      return <Proof held={reading.held} />;
    case "empty":
      return (
        <Empty what="Nothing was asked.">
          <Link to="/">Go to the box</Link>
        </Empty>
      );
  }
}

export function Screen({ query }: ScreenProps) {
  const screen = useAskState(query.get("q") ?? "");
  const { again, fault, send, state } = screen;
  return (
    <div class="page">
      <h1 class="hidden">Answer</h1>
      <form
        class="box"
        onSubmit={(event) => {
          event.preventDefault();
          send({ kind: "entered" });
        }}
      >
        <textarea
          data-box
          rows={1}
          spellcheck={false}
          autocomplete="off"
          aria-label="Ask"
          value={state.box}
          onInput={({ currentTarget }) => send({ kind: "typed", text: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <button class="button main">Ask</button>
      </form>
      {fault === "" ? null : <Failed why={fault} retry={again} />}
      {state.reading === null ? (
        fault === "" ? (
          <Loading what="the answer" />
        ) : null
      ) : (
        <Shown reading={state.reading} screen={screen} />
      )}
    </div>
  );
}
