/** Params of a program with their units: as a table, or as fields of a template. */
import { isObject } from "../../../protocol/encoding/json.js";
import { numberAt, textAt, type Fields } from "../connection/json.js";
import { engine } from "../engine/ask.js";
import { CheckedRow } from "../parts/checkedRow.js";
import { typedOf } from "../parts/typed.js";

export interface Param {
  readonly name: string;
  readonly of: Fields;
}

export function paramsIn(params: Fields): readonly Param[] {
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
    <div class="wide" tabIndex={0}>
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

/** A quantity as one types it, in the unit of the param. @throws Error in words for a person */
export async function paramTyped({ name, of }: Param, text: string): Promise<number> {
  const unit = textAt(of, "unit");
  const read = await engine.quantity(name, text, unit, false);
  if ("fault" in read) throw new Error(`${name}: ${read.fault}`);
  const { value } = read;
  const [min, max] = [numberAt(of, "min"), numberAt(of, "max")];
  if ((min !== null && value < min) || (max !== null && value > max))
    throw new Error(`${name}: ${value} is outside ${rangeText(of)} ${unit}.`);
  return value;
}

type Texts = Readonly<Record<string, string>>;

/** Those that differ from what holds unless given. @throws Error in words for a person */
export async function paramsTyped(params: Fields, texts: Texts): Promise<Record<string, number>> {
  const typed = await Promise.all(
    paramsIn(params).map(async (param): Promise<readonly [string, number][]> => {
      const text = (texts[param.name] ?? "").trim();
      if (text === "") return [];
      const value = await paramTyped(param, text);
      return value === param.of["default"] ? [] : [[param.name, value]];
    }),
  );
  return Object.fromEntries(typed.flat());
}

/** A quantity that a program names, as a row; its range is said beside it. */
export function ParamField({
  change,
  of: form = "",
  param,
  text,
}: {
  readonly param: Param;
  readonly of?: string;
  readonly text: string;
  readonly change: (text: string) => void;
}) {
  const { name, of } = param;
  const said = [textAt(of, "reason") || textAt(of, "about"), rangeText(of)];
  return (
    <CheckedRow
      of={form}
      field={{
        name,
        description: said.filter((one) => one !== "").join("; "),
        unit: textAt(of, "unit") || "1",
        quantity: "",
        range: [numberAt(of, "min"), numberAt(of, "max")],
        isWhole: false,
        aliases: [],
      }}
      text={text}
      about={numberAt(of, "default") ?? typedOf(text)?.value ?? null}
      read={(typed) => paramTyped(param, typed)}
      change={change}
    />
  );
}

export function ParamFields({
  change,
  params,
  texts,
}: {
  readonly params: Fields;
  readonly texts: Texts;
  readonly change: (name: string, text: string) => void;
}) {
  return (
    <div class="pair params">
      {paramsIn(params).map((param) => (
        <ParamField
          key={param.name}
          param={param}
          text={texts[param.name] ?? textAt(param.of, "default")}
          change={(text) => change(param.name, text)}
        />
      ))}
    </div>
  );
}
