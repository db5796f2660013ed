/** Fires a contract: its inputs as fields with their units. */
import { useState } from "preact/hooks";
import { textAt, type Fields } from "../connection/json.js";
import { Outcome, TextField, useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { Link } from "../connection/router.js";
import { client } from "../connection/session.js";
import { ParamField, paramsIn, paramTyped, type Param } from "./params.js";

/** What a text means for an input of a type. @throws Error in words for a person */
async function valueIn(input: Param, text: string): Promise<unknown> {
  const { name, of } = input;
  if (isQuantity(input)) return paramTyped(input, text);
  if (of["type"] === "string") return text;
  if (of["type"] === "bool") return text === "true";
  const numbers = text.split(/[\s,;]+/).map(Number);
  if (numbers.some((number) => !Number.isFinite(number)))
    throw new Error(`${name}: "${text}" is no list of numbers in ${textAt(of, "unit") || "1"}.`);
  return numbers;
}

/** One number, which may have a unit. */
function isQuantity({ of }: Param): boolean {
  return of["type"] === "double" || of["type"] === "int";
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
  const fields = paramsIn(inputs);
  const fire = async (): Promise<string> => {
    const given = await Promise.all(
      fields.map(async (field): Promise<readonly [string, unknown][]> => {
        const text = (texts[field.name] ?? "").trim();
        return text === "" ? [] : [[field.name, await valueIn(field, text)]];
      }),
    );
    const data = Object.fromEntries(given.flat());
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
            {fields.map((field) => {
              const { name, of } = field;
              const text = texts[name] ?? "";
              const change = (next: string): void => setTexts((now) => ({ ...now, [name]: next }));
              return isQuantity(field) ? (
                <ParamField key={name} of="fire-" param={field} text={text} change={change} />
              ) : (
                <TextField
                  key={name}
                  action={action}
                  label={`${name}${textAt(of, "about") === "" ? "" : `: ${textAt(of, "about")}`}`}
                  name={name}
                  value={text}
                  placeholder={textAt(of, "default")}
                  change={change}
                />
              );
            })}
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
