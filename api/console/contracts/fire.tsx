/** Fires a contract: its inputs as fields with their units. */
import { useState } from "preact/hooks";
import { isObject } from "../../../protocol/encoding/json.js";
import { textAt, type Fields } from "../connection/json.js";
import { Outcome, useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { Link } from "../connection/router.js";
import { client } from "../connection/session.js";

/** What a text means for an input of a type. @throws Error in words for a person */
function valueIn(name: string, of: Fields, text: string): unknown {
  if (of["type"] === "string") return text;
  if (of["type"] === "bool") return text === "true";
  const unit = textAt(of, "unit");
  const ofUnit = unit === "" ? "" : ` of ${unit}`;
  const numbers = text.split(/[\s,;]+/).map(Number);
  if (numbers.some((number) => !Number.isFinite(number)))
    throw new Error(`${name}: "${text}" is no number${ofUnit}. The unit stands beside the field.`);
  if (of["type"] === "doubles") return numbers;
  if (numbers.length !== 1) throw new Error(`${name} takes one number.`);
  return numbers[0];
}

function creditsText(credits: number): string {
  return `${credits} ${credits === 1 ? "credit" : "credits"}`;
}

export function Fire({
  contract,
  fired,
  inputs,
}: {
  readonly contract: string;
  readonly inputs: Fields;
  readonly fired: () => void;
}) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [token, setToken] = useState("");
  const action = useAction();
  const fields = Object.entries(inputs).flatMap(([name, of]) =>
    isObject(of) ? [{ name, of }] : [],
  );
  const fire = async (): Promise<string> => {
    const data = Object.fromEntries(
      fields.flatMap(({ name, of }) => {
        const text = (texts[name] ?? "").trim();
        return text === "" ? [] : [[name, valueIn(name, of, text)]];
      }),
    );
    setToken("");
    const answer = valueOf(await client.value.contractFire({ id: contract, data }));
    setToken(answer.token ?? "");
    fired();
    switch (answer.kind) {
      case "moved":
        return `Moved from ${answer.from} to ${answer.to} for ${creditsText(answer.credits)}.`;
      case "held":
        return `Stays in ${answer.to}: no guard was true. That costs nothing.`;
      case "ignored":
        return "Ignored: it is none of its events, or its window is not full. That costs nothing.";
      case "fault":
        throw new Error(`Fault: ${answer.fault?.message ?? "no decision"}. Nothing changed.`);
    }
  };
  return (
    <section class="section" aria-labelledby="fire">
      <h2 id="fire">Fire it</h2>
      <form
        class="section"
        onSubmit={(event) => {
          event.preventDefault();
          action.run("fire", fire);
        }}
      >
        {fields.length === 0 ? (
          <p class="label">It takes no inputs.</p>
        ) : (
          <div class="pair">
            {fields.map(({ name, of }) => (
              <label key={name} class="control">
                <span>
                  <strong>{name}</strong>
                  {textAt(of, "unit") === "" ? "" : ` in ${textAt(of, "unit")}`}
                  {textAt(of, "about") === "" ? "" : `: ${textAt(of, "about")}`}
                </span>
                <input
                  class="input digits"
                  name={name}
                  value={texts[name] ?? ""}
                  autocomplete="off"
                  spellcheck={false}
                  placeholder={textAt(of, "default")}
                  onInput={({ currentTarget: { value } }) =>
                    setTexts((now) => ({ ...now, [name]: value }))
                  }
                />
              </label>
            ))}
          </div>
        )}
        <div class="buttons">
          <button class="button main" disabled={action.busy !== ""} data-fire>
            {action.busy === "" ? "Fire" : "Firing …"}
          </button>
          {token === "" ? null : (
            <Link to={`/verify?id=${token}`} class="button">
              Prove its receipt
            </Link>
          )}
        </div>
      </form>
      <Outcome action={action} />
    </section>
  );
}
