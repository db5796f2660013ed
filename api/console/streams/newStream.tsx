/** A new channel: what it computes, how often, and as what it answers. */
import { useState } from "preact/hooks";
import { Outcome, TextField, useAction } from "../parts/action.js";
import { ChainInputs, useChain } from "../parts/chainInputs.js";
import { valueOf } from "../connection/asked.js";
import { KeyOnce } from "../parts/keyOnce.js";
import { Link } from "../connection/router.js";
import { client } from "../connection/session.js";

export function NewStream({ onCreated }: { readonly onCreated: () => void }) {
  const [name, setName] = useState("");
  const [operators, setOperators] = useState("NM19");
  const chain = useChain(operators, { m: "2 kg", a: "9.8 m/s^2" });
  const [interval, setInterval] = useState("1");
  const [template, setTemplate] = useState("");
  const [autotick, setAutotick] = useState(false);
  const [key, setKey] = useState("");
  const [channel, setMade] = useState("");
  const action = useAction();
  const create = async (): Promise<string> => {
    const answer = valueOf(
      await client.value.streamNew({
        ...(name.trim() === "" ? {} : { name: name.trim() }),
        contract: {
          operators: [...chain.operators],
          inputs: await chain.read(),
        },
        tickIntervalCalconds: Number(interval),
        autotick,
        ...(template === ""
          ? {}
          : { outputFormat: "template" as const, template, contentType: "text/plain" }),
      }),
    );
    setKey(answer.key);
    setMade(answer.channel.id);
    onCreated();
    return `${answer.channel.name ?? answer.channel.id} is open.`;
  };
  return (
    <form
      class="section"
      onSubmit={(event) => {
        event.preventDefault();
        action.run("make", create);
      }}
    >
      <h2>Open a channel</h2>
      <div class="pair">
        <TextField action={action} isWords label="Name" name="name" value={name} change={setName} />
        <TextField
          action={action}
          label="Operators that each tick computes"
          name="operators"
          value={operators}
          change={setOperators}
        />
        <TextField
          action={action}
          label="Calconds between two ticks, of 0.777 s each"
          name="tickIntervalCalconds"
          value={interval}
          inputMode="numeric"
          change={setInterval}
        />
      </div>
      <ChainInputs chain={chain} />
      <TextField
        action={action}
        label="Template of plain text; empty for the whole sealed answer as JSON"
        name="template"
        value={template}
        placeholder="{{value}} {{unit}} at {{calcond}}"
        change={setTemplate}
      />
      <label class="tick">
        <input
          type="checkbox"
          checked={autotick}
          onChange={({ currentTarget }) => setAutotick(currentTarget.checked)}
        />
        the node ticks it, as long as there are credits
      </label>
      <div class="buttons">
        <button class="button main" disabled={action.busy !== "" || chain.why !== ""} data-open>
          {action.busy === "" ? "Open" : "Opening …"}
        </button>
      </div>
      <Outcome action={action} />
      {channel === "" ? null : <Link to={`/streams/${channel}`}>Open {channel}</Link>}
      {key === "" ? null : <KeyOnce what="The channel's key" secret={key} />}
    </form>
  );
}
