/** A deployed contract: where it is, what it would do, and whether what it did comes out again. */
import { useState } from "preact/hooks";
import { triggerText } from "../../readable/contractTemplate.js";
import { StateDiagram } from "../diagram/stateDiagram.js";
import { fieldsAt, type Fields } from "../connection/json.js";
import { useEvery } from "../connection/live.js";
import { OrderButton, Outcome, useAction, useOrders } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Layers } from "../machines/layers.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { Failed, Loading } from "../parts/states.js";
import { countText, When } from "../parts/when.js";
import { Link } from "../connection/router.js";
import { client } from "../connection/session.js";
import { DryRun } from "./dryRun.js";
import { Fire } from "./fire.js";
import { FiringList } from "./firings.js";
import { ParamTable } from "./params.js";
import { ProgramEditor, useChecked } from "./programEditor.js";
import { ReplayLog } from "./replay.js";

const REFRESH_MS = 3_000;
const STATUS: Readonly<Record<string, readonly [string, string]>> = {
  open: ["good", "open"],
  paused: ["warn", "paused: it fires no more until it is resumed"],
  insufficient_balance: [
    "bad",
    "stopped: its owner has not enough credits; resume it when there are some",
  ],
  closed: ["open", "closed"],
};

interface Contract {
  readonly contract: string;
  readonly status: string;
  readonly version: number;
  readonly program: Fields;
  readonly machine: string | null;
}

function Controls({
  again,
  contract: { contract, machine, status },
}: {
  readonly contract: Contract;
  readonly again: () => void;
}) {
  const orders = useOrders(again);
  const { action, isSure, setSure } = orders;
  const { value: node } = client;
  if (status === "closed") return null;
  return (
    <div class="section">
      <div class="buttons">
        {status === "open" ? (
          <OrderButton
            orders={orders}
            name="pause"
            call={async () => valueOf(await node.contractPause({ id: contract }))}
            said="Paused."
          >
            Pause
          </OrderButton>
        ) : (
          <OrderButton
            orders={orders}
            name="resume"
            call={async () => valueOf(await node.contractResume({ id: contract }))}
            said="Resumed."
            tone="main"
          >
            Resume
          </OrderButton>
        )}
        {isSure ? (
          <>
            <OrderButton
              orders={orders}
              name="close"
              call={async () => valueOf(await node.contractDelete({ id: contract }))}
              said={`Closed. Its log stays${machine === null ? "" : ", and its machine is open for others"}.`}
              tone="risky"
            >
              Close it for good
            </OrderButton>
            <button type="button" class="button" onClick={() => setSure(false)}>
              Keep it
            </button>
          </>
        ) : (
          <button type="button" class="button plain" onClick={() => setSure(true)}>
            Close …
          </button>
        )}
      </div>
      <Outcome action={action} />
    </div>
  );
}

function Version({ again, contract }: { readonly contract: Contract; readonly again: () => void }) {
  const current = JSON.stringify(contract.program, null, 2);
  const [text, setText] = useState(current);
  const checked = useChecked(text);
  const action = useAction();
  const put = async (): Promise<string> => {
    const answer = valueOf(
      await client.value.contractPut({
        id: contract.contract,
        program: checked.program ?? {},
        version: contract.version,
      }),
    );
    again();
    return `Version ${answer.version} holds from the next event on.`;
  };
  return (
    <>
      <ReplayLog contract={contract.contract} current={contract.program} text={text} />
      <section class="section" aria-labelledby="program">
        <div class="head">
          <h2 id="program">Program</h2>
          <span class="label">version {contract.version}</span>
        </div>
        <ProgramEditor text={text} change={setText} checked={checked} isDrawn={text !== current} />
        <div class="buttons">
          <button
            type="button"
            class="button main"
            disabled={
              checked.state !== "valid" ||
              text === current ||
              action.busy !== "" ||
              contract.status === "closed"
            }
            onClick={() => action.run("put", put)}
          >
            {action.busy === "" ? "Put it in the place of the old one" : "Putting it there …"}
          </button>
          <button
            type="button"
            class="button plain"
            disabled={text === current}
            onClick={() => setText(current)}
          >
            Undo all changes
          </button>
        </div>
        <Outcome action={action} />
      </section>
    </>
  );
}

function Live({ id }: { readonly id: string }) {
  const asked = useAsked(
    async (signal) => valueOf(await client.value.contractGet({ id }, { signal })),
    [id, client.value],
  );
  useEvery(REFRESH_MS, asked.again, [id]);
  if (asked.state === "loading") return <Loading what="the contract" />;
  if (asked.state === "failed")
    return (
      <Failed why={asked.why} retry={asked.again}>
        <p>
          A contract is shown to its owner and to roles on its machine.{" "}
          <Link to="/contracts">All contracts</Link>
        </p>
      </Failed>
    );
  const { value: it } = asked;
  const [mark, said] = STATUS[it.status] ?? ["open", it.status];
  return (
    <>
      <div class="head">
        <h1>{it.name}</h1>
        <span class={`mark ${mark}`} data-status={it.status}>
          {said}
        </span>
      </div>
      <dl class="figures">
        <div>
          <dt>State</dt>
          <dd>{it.state}</dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd>{countText(it.events)}</dd>
        </div>
        <div>
          <dt>Moves</dt>
          <dd>{countText(it.transitions)}</dd>
        </div>
        <div>
          <dt>Faults</dt>
          <dd>{countText(it.faults)}</dd>
        </div>
        <div>
          <dt>Credits burned</dt>
          <dd>{countText(it.credits)}</dd>
        </div>
      </dl>
      {it.fault === null ? null : (
        <p class="notice warn">
          <strong>Last fault</strong> {it.fault.message} ({it.fault.code})
        </p>
      )}
      <dl class="facts">
        <dt>Contract</dt>
        <dd class="digits">{it.contract}</dd>
        <dt>Fires</dt>
        <dd>
          {triggerText(it.trigger)}
          {it.nextCalcond === null ? null : (
            <>
              , next at <When calcond={it.nextCalcond} />
            </>
          )}
        </dd>
        <dt>Machine</dt>
        <dd>
          {it.machine === null ? (
            "none: it is fired by itself"
          ) : (
            <Link to={`/machines/${it.machine}`} class="digits">
              {it.machine}
            </Link>
          )}
        </dd>
        {Object.entries(it.context).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd class="digits">{String(value)}</dd>
          </>
        ))}
      </dl>
      <Controls contract={it} again={asked.again} />
      <section class="section" aria-label="States">
        <h2>States</h2>
        <StateDiagram name={it.name} program={it.program} state={it.state} />
      </section>
      {it.status === "open" ? (
        <Fire contract={id} inputs={fieldsAt(it.program, "inputs")} fired={asked.again} />
      ) : null}
      <FiringList contract={id} count={it.transitions + it.faults} />
      <Layers slug={id} />
      <DryRun contract={id} machine={it.machine} program={it.program} />
      <section class="section" aria-label="Params">
        <h2>Params</h2>
        <ParamTable params={fieldsAt(it.program, "params")} />
      </section>
      <Version key={it.version} contract={it} again={asked.again} />
    </>
  );
}

export function LiveContract({ id }: { readonly id: string }) {
  return (
    <div class="page">
      <NeedsAccount what="your contracts">
        <Live id={id} />
      </NeedsAccount>
    </div>
  );
}
