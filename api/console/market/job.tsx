/** One job: its parts, who computes them, and whose results agree. */
import { useState } from "preact/hooks";
import { useEvery } from "../connection/live.js";
import { Outcome, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Quantity } from "../parts/number.js";
import { Failed, Loading } from "../parts/states.js";
import { When } from "../parts/when.js";
import { Link } from "../connection/router.js";
import { client } from "../connection/session.js";
import { Challenge } from "./challenge.js";
import { creditsText, PHASES } from "./words.js";

const REFRESH_MS = 3_000;

export function Job({ changed, id }: { readonly id: string; readonly changed: () => void }) {
  const asked = useAsked(
    async () => valueOf(await client.value.jobGet({ id })),
    [id, client.value],
  );
  useEvery(REFRESH_MS, asked.again, [id]);
  const action = useAction();
  const [disputed, setDisputed] = useState<{ readonly job: string; readonly node: string } | null>(
    null,
  );
  if (asked.state === "loading") return <Loading what="the job" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const { chain, deadline, funding, locked, returned, shards, spent, state, unit, value } =
    asked.value;
  const cancel = async (): Promise<string> => {
    valueOf(await client.value.jobCancel({ id }));
    asked.again();
    changed();
    return "Cancelled: parts that nobody has committed to are given up, and their credits are back.";
  };
  return (
    <section class="section aside-card" aria-label={`Job ${id}`} data-job={id}>
      <div class="head">
        <h3 class="digits">{id}</h3>
        <span class={`mark ${state === "done" ? "good" : state === "open" ? "open" : "warn"}`}>
          {state}
        </span>
        {state === "open" ? (
          <button
            type="button"
            class="button"
            disabled={action.busy !== ""}
            onClick={() => action.run("cancel", cancel)}
          >
            {action.busy === "" ? "Cancel" : "Cancelling …"}
          </button>
        ) : null}
      </div>
      <Outcome action={action} />
      {value === null ? null : (
        <p class="value small">
          <Quantity value={value} unit={unit} />
        </p>
      )}
      <dl class="facts">
        <dt>Computes</dt>
        <dd class="digits">{chain.join(", ")}</dd>
        <dt>Counts until</dt>
        <dd>
          <When calcond={deadline} />
        </dd>
        <dt>Credits, {funding}</dt>
        <dd>
          {locked} locked, {spent} spent, {returned} returned
        </dd>
      </dl>
      {shards.map((shard, i) => {
        const [mark, said] = PHASES[shard.phase] ?? ["open", shard.phase];
        return (
          <div key={shard.job ?? i} class="section">
            <p>
              Part {i + 1} <span class={`mark ${mark}`}>{said}</span>{" "}
              <span class="label">
                {shard.replicas === 1 ? "one result" : `${shard.replicas} equal results`} wanted
                {shard.why === null ? "" : `: ${shard.why}`}
              </span>
            </p>
            {shard.nodes.length === 0 ? (
              <p class="label">No node has been called for it yet.</p>
            ) : (
              <ul class="list">
                {shard.nodes.map(({ agrees, credits, node, stage, token, withheld }) => (
                  <li key={node} class="worker">
                    <code>{node.slice(0, 16)}</code>
                    <span>{stage}</span>
                    <span class={`mark ${agrees === null ? "open" : agrees ? "good" : "bad"}`}>
                      {agrees === null ? "no verdict yet" : agrees ? "agrees" : "differs"}
                    </span>
                    <span class="label">
                      {credits === 0 ? "" : creditsText(credits)}
                      {withheld ? " its bond is withheld: a result of it was wrong" : ""}
                    </span>
                    {token === null ? null : <Link to={`/verify?id=${token}`}>Prove</Link>}
                    {stage === "revealed" && shard.job !== null ? (
                      <button
                        type="button"
                        class="button plain"
                        onClick={() => setDisputed({ job: shard.job ?? "", node })}
                      >
                        Challenge …
                      </button>
                    ) : null}
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      })}
      {disputed === null ? null : <Challenge {...disputed} close={() => setDisputed(null)} />}
    </section>
  );
}
