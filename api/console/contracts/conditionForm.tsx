/** A condition that the node proposes: a form whose fields may be changed, drafted with one button. */
import { useState } from "preact/hooks";
import { COMPARATORS } from "../../../protocol/templates/generate/condition/condition.js";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "../connection/json.js";

const KINDS = [
  ["alarm", "alert when this is so"],
  ["allowed", "this must hold: alert otherwise"],
] as const;

/** Of a field that is left empty. */
function numberIn(text: string): number | null {
  return text.trim() === "" || !Number.isFinite(Number(text)) ? null : Number(text);
}

/** `10 min` */
function amountText(one: Fields): string {
  const value = numberAt(one, "value");
  return value === null ? "" : `${value} ${textAt(one, "unit")}`;
}

function amountIn(text: string): { value: number; unit: string } | null {
  const [value = "", unit = ""] = text.trim().split(/\s+(.*)/u);
  const number = numberIn(value);
  return number === null || unit === "" ? null : { value: number, unit };
}

function numbersText(part: Fields): string {
  const { values } = part;
  return Array.isArray(values) ? values.map(String).join(" to ") : "";
}

function numbersIn(text: string): number[] {
  return text.split(/\s+to\s+|\s*;\s*/u).flatMap((one) => numberIn(one) ?? []);
}

export type Confirmed = ReturnType<typeof conditionOf>;
type Texts = Readonly<Record<string, string>>;

function textsOf(condition: Fields): Texts {
  const clear = numberAt(condition, "clear");
  const texts: Record<string, string> = {
    kind: textAt(condition, "kind"),
    joined: textAt(condition, "joined"),
    hold: amountText(fieldsAt(condition, "hold")),
    average: amountText(fieldsAt(condition, "average")),
    clear: clear === null ? "" : String(clear),
  };
  for (const [i, part] of listAt(condition, "parts").entries()) {
    for (const name of ["quantity", "comparator", "unit", "other"])
      texts[`${name}${i}`] = textAt(part, name);
    texts[`values${i}`] = numbersText(part);
    texts[`within${i}`] = amountText(fieldsAt(part, "within"));
  }
  return texts;
}

/** The condition as the fields have it; the node checks each of its members. */
function conditionOf(condition: Fields, texts: Texts) {
  const at = (name: string): string => texts[name] ?? "";
  const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());
  const comparatorOf = (text: string) => COMPARATORS.find((one) => one === text) ?? "above";
  const joined = (["and", "or"] as const).find((one) => one === at("joined")) ?? null;
  return {
    version: 1 as const,
    kind: at("kind") === "allowed" ? ("allowed" as const) : ("alarm" as const),
    parts: listAt(condition, "parts").map((_part, i) => ({
      quantity: at(`quantity${i}`),
      other: orNull(at(`other${i}`)),
      comparator: comparatorOf(at(`comparator${i}`)),
      values: numbersIn(at(`values${i}`)),
      unit: orNull(at(`unit${i}`)),
      within: amountIn(at(`within${i}`)),
    })),
    joined,
    hold: amountIn(at("hold")),
    clear: numberIn(at("clear")),
    average: amountIn(at("average")),
  };
}

function Choice({
  choices,
  name,
  set,
  value,
}: {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly set: (text: string) => void;
}) {
  return (
    <select
      class="input"
      aria-label={name}
      data-condition={name}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    >
      {choices.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Text({
  label,
  name,
  set,
  value,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly set: (text: string) => void;
}) {
  return (
    <label class="label">
      {label}{" "}
      <input
        class="input"
        data-condition={name}
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </label>
  );
}

/** Suppositions, and which words of the sentence the condition does not use. */
function Notes({ proposal }: { readonly proposal: Fields }) {
  const supposed = listAt(proposal, "supposed").map(
    (one) => `${textAt(one, "what")} ${textAt(one, "value")} (${textAt(one, "why")})`,
  );
  const unread = listAt(proposal, "unread").map((one) => `“${textAt(one, "words")}”`);
  return (
    <>
      {supposed.length === 0 ? null : (
        <p class="lead" data-condition="supposed">
          supposed: {supposed.join("; ")}
        </p>
      )}
      {unread.length === 0 ? null : (
        <p class="notice" data-condition="unread">
          not used: {unread.join(", ")}
        </p>
      )}
    </>
  );
}

export function ConditionForm({
  confirm,
  proposal,
}: {
  readonly proposal: Fields;
  readonly confirm: (condition: Confirmed) => void;
}) {
  const condition = fieldsAt(proposal, "condition");
  const [texts, change] = useState<Texts>(() => textsOf(condition));
  const field = (name: string) => ({
    name,
    value: texts[name] ?? "",
    set: (text: string): void => change((now) => ({ ...now, [name]: text })),
  });
  const parts = listAt(condition, "parts");
  return (
    <form
      class="section"
      data-condition="form"
      onSubmit={(event) => {
        event.preventDefault();
        confirm(conditionOf(condition, texts));
      }}
    >
      <h2>Is this what you mean?</h2>
      <Choice {...field("kind")} choices={KINDS} />
      {parts.map((_part, i) => (
        <fieldset key={`part${i}`} class="row">
          {i === 0 ? null : (
            <Choice
              {...field("joined")}
              choices={[
                ["and", "and"],
                ["or", "or"],
              ]}
            />
          )}
          <Text {...field(`quantity${i}`)} label="reading" />
          {texts[`other${i}`] === "" ? null : <Text {...field(`other${i}`)} label="and" />}
          <Choice {...field(`comparator${i}`)} choices={COMPARATORS.map((one) => [one, one])} />
          <Text {...field(`values${i}`)} label="limit" />
          <Text {...field(`unit${i}`)} label="unit" />
          {texts[`within${i}`] === "" ? null : <Text {...field(`within${i}`)} label="within" />}
        </fieldset>
      ))}
      <Text {...field("hold")} label="for at least (10 min, 3 readings)" />
      <Text {...field("clear")} label="until" />
      <Text {...field("average")} label="averaged over" />
      <Notes proposal={proposal} />
      <div class="buttons">
        <button class="button main" data-confirm>
          Draft this
        </button>
      </div>
    </form>
  );
}
