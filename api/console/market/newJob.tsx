/** Opens a job: what it would lock is known before. */
import { useEffect, useState } from "preact/hooks";
import { Outcome, TextField, useAction } from "../parts/action.js";
import { ChainInputs, useChain } from "../parts/chainInputs.js";
import { valueOf } from "../connection/asked.js";
import { client } from "../connection/session.js";
import { creditsText } from "./words.js";

export function NewJob({ opened }: { readonly opened: (id: string) => void }) {
  const [operators, setOperators] = useState("NM21");
  const chain = useChain(operators, { m1: "5.9722e24 kg", m2: "7.342e22 kg", r: "384400 km" });
  const [isCheap, setCheap] = useState(false);
  const [price, setPrice] = useState("");
  const action = useAction();
  // A price is of the inputs that it was asked for.
  useEffect(() => setPrice(""), [JSON.stringify(chain.texts)]);
  const asked = async () => ({
    operators: [...chain.operators],
    inputs: await chain.read(),
    class: isCheap ? ("economy" as const) : ("replicated" as const),
  });
  const quote = async (): Promise<string> => {
    const { contributors, credits, locked, results } = valueOf(
      await client.value.jobPrice(await asked()),
    );
    setPrice(
      `It would lock ${creditsText(locked)}: ${credits} for each of ${results} results. ${
        contributors === 0
          ? "No node offers work now: it would wait, and its credits come back at its deadline."
          : `${contributors} ${contributors === 1 ? "node offers" : "nodes offer"} work.`
      }`,
    );
    return "";
  };
  const open = async (): Promise<string> => {
    const job = valueOf(await client.value.jobOpen(await asked()));
    opened(job.id);
    return `${job.id} is open; ${creditsText(job.locked)} are locked for it.`;
  };
  return (
    <section class="section" aria-labelledby="new-job">
      <h2 id="new-job">Have the mesh compute something</h2>
      <form
        class="section"
        onSubmit={(event) => {
          event.preventDefault();
          action.run("price", quote);
        }}
      >
        <div class="pair">
          <TextField
            action={action}
            label="Operators"
            name="operators"
            value={operators}
            change={(text) => {
              setOperators(text);
              setPrice("");
            }}
          />
        </div>
        <p class="label">Inputs of jobs are public.</p>
        <ChainInputs chain={chain} />
        <label class="tick">
          <input
            type="checkbox"
            checked={isCheap}
            onChange={({ currentTarget }) => {
              setCheap(currentTarget.checked);
              setPrice("");
            }}
          />
          economy: one node that has earned trust, instead of two that have to agree
        </label>
        <div class="buttons">
          <button class="button" disabled={action.busy !== "" || chain.why !== ""} data-price>
            {action.busy === "price" ? "Asking …" : "What would it lock?"}
          </button>
          <button
            type="button"
            class="button main"
            disabled={action.busy !== "" || price === "" || chain.why !== ""}
            onClick={() => action.run("open", open)}
            data-open-job
          >
            {action.busy === "open" ? "Opening …" : "Lock it and open the job"}
          </button>
        </div>
      </form>
      {price === "" ? null : <p data-locked>{price}</p>}
      <Outcome action={action} />
    </section>
  );
}
