/** What a contract would do with events: pasted, of a file, or those that its machine has recorded. */
import { useState } from "preact/hooks";
import { fieldsAt, type Fields } from "../connection/json.js";
import { useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { Failed } from "../parts/states.js";
import { client } from "../connection/session.js";
import { eventsIn, exampleEvents, recordedEvents } from "./events.js";
import { TimeLine } from "./timeLine.js";

export function DryRun({
  contract,
  machine,
  program,
}: {
  readonly contract: string;
  readonly machine: string | null;
  readonly program: Fields;
}) {
  const [text, setText] = useState("");
  const [trace, setTrace] = useState<readonly Fields[] | null>(null);
  const action = useAction();
  const run = async (): Promise<string> => {
    const answer = valueOf(
      await client.value.contractDryRun({ id: contract, events: eventsIn(text) }),
    );
    setTrace(answer.trace);
    return "";
  };
  const recorded = async (of: string): Promise<string> => {
    const events = await recordedEvents(of);
    if (events.length === 0)
      throw new Error("The machine has recorded no event yet. Send it one, or paste events here.");
    setText(events.map((event) => JSON.stringify(event)).join("\n"));
    return "";
  };
  return (
    <section class="section" aria-labelledby="dry-run">
      <h2 id="dry-run">Dry run</h2>
      <p class="lead">
        The steps are those that firings would make, from where the contract is now. Nothing is
        stored, sealed or charged.
      </p>
      <form
        class="section"
        onSubmit={(event) => {
          event.preventDefault();
          action.run("run", run);
        }}
      >
        <label class="control">
          Events: JSON, one a line, or a table with the names of the inputs in its first line
          <textarea
            class="input digits"
            spellcheck={false}
            data-events
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <div class="buttons">
          <button class="button main" disabled={action.busy !== ""} data-run>
            {action.busy === "run" ? "Running …" : "Run"}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => setText(exampleEvents(fieldsAt(program, "inputs")))}
          >
            Take an example
          </button>
          {machine === null ? null : (
            <button
              type="button"
              class="button"
              disabled={action.busy !== ""}
              onClick={() => action.run("recorded", () => recorded(machine))}
            >
              {action.busy === "recorded" ? "Reading the log …" : "Take those of its machine"}
            </button>
          )}
          <label class="button">
            Choose a file
            <input
              class="hidden"
              type="file"
              accept=".json,.ndjson,.csv,.txt"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                void file?.text().then(setText);
              }}
            />
          </label>
        </div>
      </form>
      {action.failed === "" ? null : <Failed why={action.failed} />}
      {trace === null ? null : (
        <TimeLine key={JSON.stringify(trace.length)} trace={trace} program={program} />
      )}
    </section>
  );
}
