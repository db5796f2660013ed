/** Inputs of a question as fields: a quantity as one types it, its unit, and a slider. */
import { engine } from "../engine/ask.js";
import type { InputField } from "../engine/messages.js";
import { useAsked } from "../connection/asked.js";
import { spanOf, textOf, typedOf, withSpread, type Typed } from "./typed.js";

const STEPS = 1_000;

export function UnitPicker({
  change,
  typed,
  unit,
}: {
  readonly unit: string;
  readonly typed: Typed;
  readonly change: (text: string) => void;
}) {
  const asked = useAsked(() => engine.units(unit), [unit]);
  const units = asked.state === "ready" ? asked.value : [unit];
  if (units.length < 2) return <span class="label">{unit === "1" ? "" : unit}</span>;
  const pick = async (next: string): Promise<void> => {
    const value = await engine.convert(typed.value, unit, next);
    if (value !== null) change(`${value} ${next}`);
  };
  return (
    <select
      class="input"
      aria-label="Unit"
      value={unit}
      onChange={({ currentTarget }) => void pick(currentTarget.value)}
    >
      {units.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

export function InputRow({
  about,
  change,
  fault,
  field,
  isExact = false,
  of = "",
  text,
}: {
  readonly field: InputField;
  readonly text: string;
  /** Whether it takes no uncertainty. */
  readonly isExact?: boolean;
  /** What the rows of a form are told from those of another on the same screen by. */
  readonly of?: string;
  readonly change: (text: string, isSlider: boolean) => void;
  /** The value that the slider turns about, in the unit that is typed. */
  readonly about: number | null;
  readonly fault: string;
}) {
  const typed = typedOf(text);
  const id = `${of}${field.name}`;
  const unit = typed === null || typed.unit === "" ? field.unit : typed.unit;
  const [low, high] = spanOf(
    about ?? typed?.value ?? 1,
    unit === field.unit ? field.range : [null, null],
  );
  const share = typed === null || high === low ? 0 : (typed.value - low) / (high - low);
  return (
    <div class="control inputrow">
      <label class="inputname" for={`input-${id}`}>
        <strong>{field.name}</strong> {field.description}
        {field.assumed === undefined ? null : (
          <span>
            {" "}
            ({field.assumed.value} unless given: {field.assumed.reason})
          </span>
        )}
      </label>
      <div class="inputline">
        <input
          id={`input-${id}`}
          class="input digits"
          value={text}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={fault === "" ? undefined : "true"}
          aria-describedby={fault === "" ? undefined : `fault-${id}`}
          placeholder={
            field.assumed === undefined
              ? `quantity in ${field.unit === "" ? "any unit" : field.unit}`
              : String(field.assumed.value)
          }
          onInput={({ currentTarget }) => change(currentTarget.value, false)}
        />
        {typed === null || isExact ? null : (
          <label class="spread">
            <span aria-hidden="true">±</span>
            <input
              class="input digits"
              value={typed.spread}
              autocomplete="off"
              inputMode="decimal"
              aria-label={`${field.name}, standard uncertainty`}
              onInput={({ currentTarget }) =>
                change(withSpread(text, typed, currentTarget.value), false)
              }
            />
          </label>
        )}
        {typed === null || unit === "" ? (
          <span />
        ) : typed.spread !== "" ? (
          <span class="label">{unit}</span>
        ) : (
          <UnitPicker unit={unit} typed={typed} change={(next) => change(next, false)} />
        )}
      </div>
      {typed === null ? null : (
        <input
          type="range"
          aria-label={`${field.name}, slider`}
          min={0}
          max={STEPS}
          value={Math.round(share * STEPS)}
          onInput={({ currentTarget }) => {
            const at = low + ((high - low) * Number(currentTarget.value)) / STEPS;
            change(textOf(field.isWhole ? Math.round(at) : at, typed), true);
          }}
        />
      )}
      {fault === "" ? null : (
        <span class="fault" id={`fault-${id}`}>
          {fault}
        </span>
      )}
    </div>
  );
}
