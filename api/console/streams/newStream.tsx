/** A new channel: what it computes, how often, and as what it answers. */
import { useState } from "preact/hooks";
import { Outcome, useAction } from "../parts/action.js";
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
        <label class="control">
          Name
          <input
            class="input"
            name="name"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <label class="control">
          Operators that each tick computes
          <input
            class="input digits"
            value={operators}
            spellcheck={false}
            onInput={({ currentTarget }) => setOperators(currentTarget.value)}
          />
        </label>
        <label class="control">
          Calconds between two ticks, of 0.777 s each
          <input
            class="input digits"
            value={interval}
            inputMode="numeric"
            onInput={({ currentTarget }) => setInterval(currentTarget.value)}
          />
        </label>
      </div>
      <ChainInputs chain={chain} />
      <label class="control">
        Template of plain text; empty for the whole sealed answer as JSON
        <input
          class="input digits"
          name="template"
          value={template}
          spellcheck={false}
          placeholder="{{value}} {{unit}} at {{calcond}}"
          onInput={({ currentTarget }) => setTemplate(currentTarget.value)}
        />
      </label>
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
