/** A chat with a model that has the node's tools: streamed, stopped at a click, within a budget. */
import { useEffect, useRef, useState } from "preact/hooks";
import { textAt, type Fields } from "../connection/json.js";
import { reasonOf, valueOf } from "../connection/asked.js";
import { Failed } from "../parts/states.js";
import { client } from "../connection/session.js";
import { AnswerView, Said, type Answer } from "./answer.js";
import type { Credential } from "./credentials.js";

interface Turn {
  readonly asked: string;
  /** As it came so far. */
  readonly text: string;
  readonly steps: readonly string[];
  readonly answer: Answer | null;
  readonly ended: "" | "stopped" | "failed";
  readonly why: string;
}

interface ChatSettings {
  readonly credential: string;
  readonly model: string;
  readonly hasTools: boolean;
  readonly strict: boolean;
  readonly credits: number;
  readonly calls: number;
}

const CREDITS = 64;
const CALLS = 16;
const CREDITS_MAX = 100_000;
const CALLS_MAX = 64;

/** Text repeated again to the model, which remembers nothing. */
function messagesOf(turns: readonly Turn[], question: string) {
  const said = turns.flatMap(({ answer, asked }) =>
    answer === null
      ? []
      : [
          { role: "user" as const, content: asked },
          { role: "assistant" as const, content: answer.text },
        ],
  );
  return [...said, { role: "user" as const, content: question }];
}

function stepText(step: Fields): string {
  const receipt = textAt(step, "receipt");
  const refused = step["ok"] === false ? ": refused" : "";
  const sealed = receipt === "" ? "" : `: receipt ${receipt.slice(0, 8)}`;
  return `${textAt(step, "tool")}${refused}${sealed}`;
}

function TurnView({ turn }: { readonly turn: Turn }) {
  const { answer, asked, ended, steps, text, why } = turn;
  return (
    <li class="turn">
      <p class="question">{asked}</p>
      {steps.length === 0 ? null : (
        <p class="label" data-steps>
          Tools: {steps.join(", ")}
        </p>
      )}
      {answer !== null ? (
        <AnswerView answer={answer} />
      ) : ended === "failed" ? (
        <>
          {text === "" ? null : <div class="said soft">{text}</div>}
          <Failed why={why} />
        </>
      ) : (
        <div class="said" aria-live="polite">
          {text === "" && ended === "" ? (
            <span class="soft">The model thinks …</span>
          ) : (
            <Said text={text} />
          )}
          {ended === "stopped" ? (
            <p class="mark warn" data-stopped>
              stopped: what was used until then is counted
            </p>
          ) : null}
        </div>
      )}
    </li>
  );
}

/** Names of models that the chosen key may use; without them a name is typed. */
function useOffered(
  credentials: readonly Credential[],
  chosen: Credential | undefined,
): readonly string[] {
  const [models, setModels] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    // Names to choose from are a help: without them a model is typed.
    client.value
      .llmModels({})
      .then((outcome) => {
        if (isGone) return;
        const ids = valueOf(outcome).data.map(({ id }) => id);
        setModels(ids);
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [credentials]);
  return models.flatMap((id) => {
    const [of = "", ...name] = id.split("/");
    return chosen !== undefined && (of === chosen.id || of === chosen.provider)
      ? [name.join("/")]
      : [];
  });
}

function SettingsForm({
  chosen,
  offered,
  ready,
  set,
  settings,
}: {
  readonly ready: readonly Credential[];
  readonly chosen: Credential;
  readonly offered: readonly string[];
  readonly settings: ChatSettings;
  readonly set: (part: Partial<ChatSettings>) => void;
}) {
  return (
    <>
      <div class="chatwish">
        <label class="control">
          Key
          <select
            class="input"
            name="credential"
            value={chosen.id}
            onChange={({ currentTarget }) => set({ credential: currentTarget.value })}
          >
            {ready.map(({ id, label, prefix, provider }) => (
              <option key={id} value={id}>
                {label ?? provider} {prefix === "" ? "" : `${prefix}…`}
              </option>
            ))}
          </select>
        </label>
        <label class="control">
          Model
          <input
            class="input digits"
            name="model"
            type="text"
            list="models-offered"
            autocomplete="off"
            placeholder={offered[0] ?? "as its provider names it"}
            value={settings.model}
            onInput={({ currentTarget }) => set({ model: currentTarget.value })}
          />
          <datalist id="models-offered">
            {offered.map((id) => (
              <option key={id} value={id} />
            ))}
          </datalist>
        </label>
        <label class="control">
          Credits at most
          <input
            class="input digits"
            name="credits"
            type="number"
            min={0}
            max={CREDITS_MAX}
            value={settings.credits}
            disabled={!settings.hasTools}
            onInput={({ currentTarget }) => set({ credits: Number(currentTarget.value) })}
          />
        </label>
        <label class="control">
          Calls at most
          <input
            class="input digits"
            name="calls"
            type="number"
            min={0}
            max={CALLS_MAX}
            value={settings.calls}
            disabled={!settings.hasTools}
            onInput={({ currentTarget }) => set({ calls: Number(currentTarget.value) })}
          />
        </label>
      </div>
      <div class="buttons">
        <label class="check">
          <input
            type="checkbox"
            name="tools"
            checked={settings.hasTools}
            onChange={({ currentTarget }) => set({ hasTools: currentTarget.checked })}
          />
          with the node's tools
        </label>
        <label class="check">
          <input
            type="checkbox"
            name="strict"
            checked={settings.strict}
            onChange={({ currentTarget }) => set({ strict: currentTarget.checked })}
          />
          strict: withhold numbers that no receipt has
        </label>
      </div>
    </>
  );
}

function QuestionBox({
  ask,
  isNamed,
  question,
  setQuestion,
  stop,
}: {
  readonly question: string;
  readonly setQuestion: (text: string) => void;
  /** Whether a model is named. */
  readonly isNamed: boolean;
  readonly ask: () => Promise<void>;
  /** Null while no answer is being made. */
  readonly stop: (() => void) | null;
}) {
  return (
    <form
      class="box"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <textarea
        data-box
        name="question"
        rows={1}
        aria-label="Question"
        placeholder="How strongly do Earth and Moon attract each other?"
        value={question}
        onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      {stop !== null ? (
        <button type="button" class="button" onClick={stop}>
          Stop
        </button>
      ) : (
        <button
          class="button main"
          disabled={question.trim() === "" || !isNamed}
          title={!isNamed ? "Name a model first" : ""}
        >
          Send
        </button>
      )}
    </form>
  );
}

export function Chat({
  credentials,
  done,
}: {
  readonly credentials: readonly Credential[];
  /** After an answer, when what was used has changed. */
  readonly done: () => void;
}) {
  const ready = credentials.filter(({ status }) => status === "ready");
  const [settings, setSettings] = useState<ChatSettings>({
    credential: ready[0]?.id ?? "",
    model: "",
    hasTools: true,
    strict: false,
    credits: CREDITS,
    calls: CALLS,
  });
  const [question, setQuestion] = useState("");
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const running = useRef<AbortController | null>(null);
  const [isBusy, setBusy] = useState(false);
  const chosen = ready.find(({ id }) => id === settings.credential) ?? ready[0];
  useEffect(() => () => running.current?.abort(), []);
  const offered = useOffered(credentials, chosen);
  const set = (part: Partial<ChatSettings>): void => setSettings((now) => ({ ...now, ...part }));
  const change = (part: (turn: Turn) => Turn): void =>
    setTurns((now) => [...now.slice(0, -1), ...now.slice(-1).map(part)]);
  const ask = async (): Promise<void> => {
    if (chosen === undefined) return;
    const controller = new AbortController();
    running.current = controller;
    const messages = messagesOf(turns, question);
    setTurns((now) => [
      ...now,
      { asked: question, text: "", steps: [], answer: null, ended: "", why: "" },
    ]);
    setQuestion("");
    setBusy(true);
    try {
      const answer = valueOf(
        await client.value.llmChat(
          {
            credential: chosen.id,
            model: settings.model.trim(),
            messages,
            tools: settings.hasTools ? "calc" : "none",
            strict: settings.strict,
            budget: { credits: settings.credits, calls: settings.calls },
            stream: true,
          },
          {
            signal: controller.signal,
            onEvent: (event, data) => {
              if (event === "text")
                change((turn) => ({ ...turn, text: turn.text + textAt(data, "text") }));
              else if (event === "step")
                change((turn) => ({ ...turn, steps: [...turn.steps, stepText(data)] }));
            },
          },
        ),
      );
      change((turn) => ({ ...turn, answer }));
    } catch (error) {
      const isStopped = controller.signal.aborted;
      change((turn) => ({
        ...turn,
        ended: isStopped ? "stopped" : "failed",
        why: isStopped ? "" : reasonOf(error),
      }));
    }
    running.current = null;
    setBusy(false);
    done();
  };
  if (chosen === undefined) return null;
  return (
    <section class="section" aria-label="Chat">
      <div class="head">
        <h2>Chat</h2>
        {turns.length > 0 && !isBusy ? (
          <button type="button" class="button plain" onClick={() => setTurns([])}>
            Begin anew
          </button>
        ) : null}
      </div>
      <SettingsForm ready={ready} chosen={chosen} offered={offered} settings={settings} set={set} />
      {turns.length === 0 ? (
        <p class="lead">
          A number that a receipt has is a link to it. A dotted one is the model's own.
        </p>
      ) : (
        <ol class="list turns">
          {turns.map((turn, i) => (
            <TurnView key={i} turn={turn} />
          ))}
        </ol>
      )}
      <QuestionBox
        question={question}
        setQuestion={setQuestion}
        isNamed={settings.model.trim() !== ""}
        ask={ask}
        stop={isBusy ? () => running.current?.abort() : null}
      />
      {settings.model.trim() === "" ? <p class="label">Name a model above, then ask.</p> : null}
    </section>
  );
}
