/** The template of a channel: each placeholder with its value of the last tick, and what comes out. */
import { useMemo, useState } from "preact/hooks";
import {
  isTemplateFault,
  readTemplate,
  renderTemplate,
  TEMPLATE_NAMES,
} from "../../../protocol/streams/template.js";
import { Outcome, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { client } from "../connection/session.js";
import { heldBy, valuesOf, type ShownTick } from "./ticks.js";

const TYPES = [
  "text/plain",
  "application/json",
  "text/csv",
  "text/html",
  "image/svg+xml",
  "application/xml",
];

export function TemplateEditor({
  contentType: stated,
  id,
  inputs,
  saved,
  template,
  tick,
}: {
  readonly id: string;
  readonly template: string;
  readonly contentType: string;
  /** Names that the channel declares. */
  readonly inputs: readonly string[];
  readonly tick: ShownTick | null;
  readonly saved: () => void;
}) {
  const [text, setText] = useState(template);
  const [contentType, setType] = useState(stated);
  const action = useAction();
  const asked = useAsked(
    async () => (tick === null ? null : valuesOf(tick, await heldBy(tick))),
    [tick?.token],
  );
  const values = asked.state === "ready" ? asked.value : null;
  const parsed = useMemo(
    () => readTemplate(text, contentType, inputs),
    [text, contentType, inputs],
  );
  const names = [...TEMPLATE_NAMES, ...inputs.map((name) => `inputs.${name}`)];
  const used = new Set(isTemplateFault(parsed) ? [] : parsed.pieces.map(({ name }) => name));
  const save = async (): Promise<string> => {
    valueOf(await client.value.streamEdit({ id, template: text, contentType }));
    saved();
    return "It shapes every tick from the next one on.";
  };
  return (
    <section class="section" aria-labelledby="template">
      <h2 id="template">Template</h2>
      <div class="columns">
        <div class="section">
          <label class="control">
            Text with placeholders
            <textarea
              class="input digits"
              data-template
              spellcheck={false}
              value={text}
              aria-invalid={isTemplateFault(parsed) ? "true" : undefined}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
          <label class="control">
            Media type, by which values are escaped
            <select
              class="input"
              value={contentType}
              onChange={({ currentTarget }) => setType(currentTarget.value)}
            >
              {[...new Set([stated, ...TYPES])].map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
          {isTemplateFault(parsed) ? (
            <p class="mark bad" data-template-fault>
              {parsed.message}
            </p>
          ) : values === null ? (
            <p class="label">It is filled here with the last tick, once there is one.</p>
          ) : (
            <>
              <span class="label">The last tick, filled here</span>
              <pre tabIndex={0} data-filled>
                {renderTemplate(parsed, values)}
              </pre>
            </>
          )}
          <div class="buttons">
            <button
              type="button"
              class="button main"
              disabled={
                isTemplateFault(parsed) ||
                action.busy !== "" ||
                (text === template && contentType === stated)
              }
              onClick={() => action.run("save", save)}
            >
              {action.busy === "" ? "Save" : "Saving …"}
            </button>
          </div>
          <Outcome action={action} />
        </div>
        <div class="section">
          <span class="label">Placeholders; a click adds one</span>
          <ul class="list checks">
            {names.map((name) => {
              const value = values?.get(name) ?? null;
              return (
                <li key={name}>
                  <button
                    type="button"
                    class="button plain"
                    onClick={() => setText((now) => `${now}{{${name}}}`)}
                  >
                    <code>{name}</code>
                  </button>
                  <span class="digits">
                    {value === null ? "" : String(value)}
                    {used.has(name) ? <span class="label"> · used</span> : null}
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </section>
  );
}
