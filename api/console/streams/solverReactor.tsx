/** A new reactor of a solver: the inputs of a step as rows, each a quantity or an expression. */
import { useState } from "preact/hooks";
import { textAt } from "../connection/json.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { go, Link } from "../connection/router.js";
import { callByName } from "../connection/session.js";
import { operationCards, type OperationCard } from "../parts/contract.js";
import { FormFields, SendingFault, useForm, useSending } from "../parts/form.js";
import { JOB_FIELDS } from "../fields/schema.js";
import { canonicalBody, solverCards, type SolverCard } from "../parts/solvers.js";
import { Failed, Loading } from "../parts/states.js";
import { isOfState } from "./ofState.js";

interface Listed {
  readonly solver: SolverCard;
  readonly card: OperationCard;
}

async function listed(): Promise<readonly Listed[]> {
  const [solvers, cards] = await Promise.all([solverCards(), operationCards()]);
  return solvers.flatMap((solver) => {
    const card = cards.find(({ path }) => path === `/api/calc/${solver.id}`);
    return card === undefined ? [] : [{ solver, card }];
  });
}

/** A text that is none over the state stands for itself, which an expression says by quotes. */
function stated(value: unknown): unknown {
  return typeof value === "string" && !isOfState(value)
    ? `'${value.replace(/[\\']/g, "\\$&")}'`
    : value;
}

function Rows({ card, solver }: Listed) {
  const start = canonicalBody(card.input, solver.examples[0]?.body ?? {});
  const form = useForm(card.input, start, "", isOfState);
  const [value, setValue] = useState("0");
  const sending = useSending(form);
  const first = Object.keys(start);
  const more = Object.keys(card.input.properties ?? {}).filter(
    (name) => !first.includes(name) && !JOB_FIELDS.includes(name),
  );
  const make = (): void =>
    sending.run(async () => {
      const read = await form.read();
      if (read === null) return;
      const inputs = Object.entries(read).map(([name, given]) => [name, stated(given)]);
      const reactor = valueOf(
        await callByName("reactorNew", {
          solver: solver.id,
          initialState: { value: Number(value) },
          transition: { inputs: Object.fromEntries(inputs) },
        }),
      );
      go(`/reactor/${textAt(reactor, "reactor")}`);
    });
  return (
    <form
      class="section"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <label class="control">
        {solver.primary.name} before the first step, in {solver.primary.unit}
        <input
          class="input digits"
          name="value"
          inputMode="decimal"
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
      </label>
      <p class="label">
        A field is a quantity, or an expression in SI over <code>x.value</code> (the last result),{" "}
        <code>u</code> (what a step is given) and <code>n</code> (steps so far).
      </p>
      <FormFields form={form} only={first} />
      <details>
        <summary>{more.length} more inputs</summary>
        <FormFields form={form} only={more} />
      </details>
      <div class="buttons">
        <button class="button main" disabled={sending.isBusy} data-make-reactor>
          Make the reactor
        </button>
        <Link to="/api?op=reactorNew">All that a reactor may have</Link>
      </div>
      <SendingFault sending={sending} />
    </form>
  );
}

export function SolverReactor() {
  const asked = useAsked(listed, []);
  const [id, setId] = useState("heat");
  if (asked.state === "loading") return <Loading what="the solvers" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const chosen = asked.value.find(({ solver }) => solver.id === id);
  return (
    <>
      <label class="control">
        Solver that makes a step
        <select
          class="input"
          name="solver"
          value={id}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        >
          {asked.value.map(({ solver }) => (
            <option key={solver.id} value={solver.id}>
              {solver.title}
            </option>
          ))}
        </select>
      </label>
      {chosen === undefined ? null : <Rows key={id} {...chosen} />}
    </>
  );
}
