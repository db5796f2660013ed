/** A row for one quantity, which says at once what its text cannot be. */
import { useLive, reasonOf } from "../connection/asked.js";
import type { InputField } from "../engine/messages.js";
import { InputRow } from "./inputs.js";
import { typedOf } from "./typed.js";

export function CheckedRow({
  about,
  change,
  field,
  of,
  read,
  text,
}: {
  readonly field: InputField;
  readonly text: string;
  readonly change: (text: string) => void;
  /** What the text stands for. @throws Error in words for a person */
  readonly read: (text: string) => Promise<unknown>;
  /** As `InputRow` has it. */
  readonly of?: string;
  /** The value that the slider turns about, unless it is the one that is typed. */
  readonly about?: number | null;
}) {
  const fault = useLive(
    async () => (text.trim() === "" ? "" : read(text).then(() => "", reasonOf)),
    [field.name, field.unit, text],
  );
  return (
    <InputRow
      isExact
      {...(of === undefined ? {} : { of })}
      field={field}
      text={text}
      about={about === undefined ? (typedOf(text)?.value ?? null) : about}
      fault={fault.state === "ready" ? fault.value : ""}
      change={change}
    />
  );
}
