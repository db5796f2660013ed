/** An object of a form as rows, one a member; the text of all of it is below, for what is added. */
import { useRef, useState } from "preact/hooks";
import { memberText, membersOf, readMember, schemaAt, withMember, type Member } from "./members.js";
import type { ComponentChildren } from "preact";
import type { FieldSchema } from "./schema.js";

interface RowsProps {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly text: string;
  readonly change: (text: string) => void;
}

function Rows({
  change,
  members,
  name,
  schema,
  text,
}: RowsProps & { readonly members: readonly Member[] }) {
  // As it was typed, for as long as it means what stands there: `1.` on the way to `1.5`.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  return (
    <>
      {members.map(({ path, value }) => {
        const member = path.join(" ");
        const said = schemaAt(schema, path);
        const last = typed[member];
        const isSame =
          last !== undefined && JSON.stringify(readMember(last)) === JSON.stringify(value);
        return (
          <label key={member} class="member">
            <span>{member}</span>
            <input
              class="input digits"
              data-member={`${name} ${member}`}
              autocomplete="off"
              spellcheck={false}
              value={isSame ? last : memberText(value)}
              title={said?.description ?? ""}
              onInput={({ currentTarget }) => {
                setTyped({ ...typed, [member]: currentTarget.value });
                change(withMember(text, path, readMember(currentTarget.value)));
              }}
            />
            <span class="label nowrap">{said?.unit === "1" ? "" : (said?.unit ?? "")}</span>
          </label>
        );
      })}
    </>
  );
}

/** Rows where the form began with an object; while a person types JSON it stays what it was. */
export function JsonControl({
  common,
  plain,
  ...given
}: RowsProps & {
  /** Attributes of the control, which a label and a fault refer to. */
  readonly common: { readonly id: string };
  /** The control for what is no object. */
  readonly plain: (change: (text: string) => void) => ComponentChildren;
}) {
  const { change, name, text } = given;
  const last = useRef("");
  const isRows = useRef(false);
  const members = membersOf(text);
  if (text !== last.current) {
    last.current = text;
    isRows.current = members !== null;
  }
  const typed = (next: string): void => {
    last.current = next;
    change(next);
  };
  if (!isRows.current) return <>{plain(typed)}</>;
  return (
    <div class="members" role="group" aria-label={name}>
      <Rows {...given} members={members ?? []} change={typed} />
      <details>
        <summary>as JSON, to add a member or leave one out</summary>
        <textarea
          {...common}
          class="input digits"
          rows={4}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => typed(currentTarget.value)}
        />
      </details>
    </div>
  );
}
