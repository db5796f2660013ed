/** Params of a program with their units: as a table, or as fields of a template. */
import { isObject } from "../../../protocol/encoding/json.js";
import { numberAt, textAt, type Fields } from "../connection/json.js";

interface Param {
  readonly name: string;
  readonly of: Fields;
}

function paramsIn(params: Fields): readonly Param[] {
  return Object.entries(params).flatMap(([name, of]) => (isObject(of) ? [{ name, of }] : []));
}

function rangeText(of: Fields): string {
  const [min, max] = [numberAt(of, "min"), numberAt(of, "max")];
  if (min === null && max === null) return "";
  if (min === null) return `at most ${max}`;
  return max === null ? `at least ${min}` : `${min} to ${max}`;
}

export function ParamTable({ params }: { readonly params: Fields }) {
  const all = paramsIn(params);
  if (all.length === 0) return <p class="label">It has no params.</p>;
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>Param</th>
            <th class="right">Value</th>
            <th>Unit</th>
            <th>About</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ name, of }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td class="right">
                {typeof of["default"] === "boolean" ? String(of["default"]) : textAt(of, "default")}
              </td>
              <td>{textAt(of, "unit")}</td>
              <td class="words">{textAt(of, "about")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Numbers that were typed. @throws Error in words for a person */
export function paramsTyped(
  params: Fields,
  texts: Readonly<Record<string, string>>,
): Record<string, number> {
  return Object.fromEntries(
    paramsIn(params).flatMap(({ name, of }): [string, number][] => {
      const text = (texts[name] ?? "").trim();
      if (text === "") return [];
      const value = Number(text);
      if (!Number.isFinite(value))
        throw new Error(
          `${name}: "${text}" is no number. Its unit is ${textAt(of, "unit") || "1"}.`,
        );
      const [min, max] = [numberAt(of, "min"), numberAt(of, "max")];
      if ((min !== null && value < min) || (max !== null && value > max))
        throw new Error(`${name}: ${value} is outside ${rangeText(of)} ${textAt(of, "unit")}.`);
      return value === of["default"] ? [] : [[name, value]];
    }),
  );
}

export function ParamFields({
  change,
  params,
  texts,
}: {
  readonly params: Fields;
  readonly texts: Readonly<Record<string, string>>;
  readonly change: (name: string, text: string) => void;
}) {
  return (
    <div class="pair params">
      {paramsIn(params).map(({ name, of }) => (
        <label key={name} class="control">
          <span>
            <strong>{name}</strong>
            {textAt(of, "unit") === "" ? "" : ` in ${textAt(of, "unit")}`}
            {rangeText(of) === "" ? "" : `, ${rangeText(of)}`}
          </span>
          <input
            class="input digits"
            name={name}
            autocomplete="off"
            spellcheck={false}
            value={texts[name] ?? textAt(of, "default")}
            onInput={({ currentTarget }) => change(name, currentTarget.value)}
          />
          <span class="aside">{textAt(of, "reason")}</span>
        </label>
      ))}
    </div>
  );
}
