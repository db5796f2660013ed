/** What the node read a question as: a form whose fields may be changed, sealed with one button. */
import { useState } from "preact/hooks";
import { numberText } from "../fields/schema.js";
import { listAt, fieldsAt, textAt, type Fields } from "../connection/json.js";

function called(one: Fields): string {
  const [name, symbol] = [textAt(one, "name"), textAt(one, "symbol")];
  return name === "" || name === symbol ? symbol : `${name} (${symbol})`;
}

/** As it is typed: a number alone is in the unit that stands beside it. */
function typed({ value }: Fields): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return numberText(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A number, a quantity as text, or what a solver takes. */
function valueOf(text: string, { value }: Fields): unknown {
  if (text === typed({ value })) return value;
  if (text.trim() === "") return null;
  if (Number.isFinite(Number(text))) return Number(text);
  if (typeof value !== "object" || value === null) return text;
  try {
    const read: unknown = JSON.parse(text);
    return read;
  } catch {
    return text;
  }
}

/** `CIR1 for resistance (R)` */
export function rivalName(reading: Fields): string {
  return `${textAt(reading, "law")} for ${called(fieldsAt(reading, "wanted"))}`;
}

/** What holds though nobody said it, what is not used, and what is open. */
export function ReadingNotes({ reading }: { readonly reading: Fields }) {
  const texts = (name: string, member: string): readonly string[] =>
    listAt(reading, name).map((one) => textAt(one, member));
  return (
    <>
      <Lines word="supposed" rows={texts("supposed", "why")} />
      <Lines word="set aside" rows={texts("setAside", "text")} />
      <Lines word="open" rows={texts("open", "message")} />
    </>
  );
}

function Lines({ rows, word }: { readonly word: string; readonly rows: readonly string[] }) {
  return rows.length === 0 ? null : (
    <p class={word === "open" ? "notice" : "lead"} data-reading={word}>
      {word}: {rows.join("; ")}
    </p>
  );
}

export function ReadingForm({
  isAsking,
  reading,
  rivals,
  seal,
  word,
}: {
  readonly reading: Fields;
  readonly rivals: readonly Fields[];
  readonly isAsking: boolean;
  readonly word: string;
  readonly seal: (reading: Fields) => void;
}) {
  const [chosen, choose] = useState(reading);
  const [texts, change] = useState<Readonly<Record<number, string>>>({});
  const given = listAt(chosen, "given");
  const wanted = fieldsAt(chosen, "wanted");
  const read = given.map((one, i) => ({ ...one, value: valueOf(texts[i] ?? typed(one), one) }));
  const others = [reading, ...rivals].filter((one) => one !== chosen);
  return (
    <form
      class="section"
      data-reading="form"
      onSubmit={(event) => {
        event.preventDefault();
        seal({ ...chosen, given: read });
      }}
    >
      <p>
        Read as <code>{textAt(chosen, "law") || textAt(chosen, "solver")}</code>, for{" "}
        {called(wanted) || textAt(wanted, "kind")}
        {textAt(wanted, "unit") === "" ? "" : ` in ${textAt(wanted, "unit")}`}.
      </p>
      {given.map((one, i) => (
        <label key={textAt(one, "symbol")} class="label">
          {called(one)}
          {textAt(one, "of") === "" ? "" : `, of ${textAt(one, "of")}`}{" "}
          <input
            class="input"
            data-given={textAt(one, "symbol")}
            value={texts[i] ?? typed(one)}
            onInput={({ currentTarget }) => change({ ...texts, [i]: currentTarget.value })}
          />{" "}
          {textAt(one, "unit") === "1" ? "" : textAt(one, "unit")}
        </label>
      ))}
      <ReadingNotes reading={chosen} />
      <div class="buttons">
        <button class="button main" data-seal disabled={isAsking}>
          {isAsking ? "Asking the node …" : word}
        </button>
        {others.map((one) => (
          <button
            key={JSON.stringify(one)}
            type="button"
            class="button plain"
            data-rival={textAt(one, "law")}
            onClick={() => {
              change({});
              choose(one);
            }}
          >
            Not this: {rivalName(one)}
          </button>
        ))}
      </div>
    </form>
  );
}
