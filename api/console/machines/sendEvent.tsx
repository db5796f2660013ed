/** Sends an event to a machine: one row of its log, and what its contracts do with it. */
import { useState } from "preact/hooks";
import { isObject } from "../../../protocol/encoding/json.js";
import { listAt, textAt } from "../connection/json.js";
import { Outcome, TextField, useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { client } from "../connection/session.js";

/** @throws Error in words for a person */
export function readData(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === "") return {};
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Error(
      `The data is no JSON: ${error instanceof Error ? error.message : ""}. Write it as {"T": 451.2}.`,
      { cause: error },
    );
  }
  if (!isObject(read))
    throw new Error('The data is JSON, but no object. Write it as {"T": 451.2}.');
  return read;
}

export function SendEvent({ sent, slug }: { readonly slug: string; readonly sent: () => void }) {
  const [type, setType] = useState("reading");
  const [data, setData] = useState("{}");
  const action = useAction();
  const send = async (): Promise<string> => {
    const answer = valueOf(
      await client.value.stateEvent({ slug, type: type.trim(), data: readData(data) }),
    );
    sent();
    const fired = listAt(answer, "fired");
    const moves = fired.filter((one) => one["kind"] === "moved");
    const did = moves.map((one) => `${textAt(one, "from")} to ${textAt(one, "to")}`).join(", ");
    return `Row ${answer.row.seq}. ${
      fired.length === 0
        ? "No contract reacted."
        : moves.length === 0
          ? "Contracts saw it and stayed where they are."
          : `Moved: ${did}.`
    }`;
  };
  return (
    <section class="section" aria-labelledby="send">
      <h2 id="send">Send an event</h2>
      <form
        class="section"
        onSubmit={(event) => {
          event.preventDefault();
          action.run("send", send);
        }}
      >
        <div class="pair">
          <TextField action={action} label="Type" name="type" value={type} change={setType} />
          <TextField
            action={action}
            label="Data, as JSON"
            name="data"
            value={data}
            change={setData}
          />
        </div>
        <div class="buttons">
          <button class="button main" disabled={action.busy !== "" || type.trim() === ""}>
            {action.busy === "" ? "Send" : "Sending …"}
          </button>
        </div>
      </form>
      <Outcome action={action} />
    </section>
  );
}
