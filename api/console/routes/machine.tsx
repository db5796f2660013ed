/** One machine: where it is, what it wrote, and whether that holds. */
import { StateDiagram } from "../diagram/stateDiagram.js";
import { useEvery } from "../connection/live.js";
import { Layers } from "../machines/layers.js";
import { Log } from "../machines/log.js";
import { SendEvent } from "../machines/sendEvent.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { countText, When } from "../parts/when.js";
import { Link, type ScreenProps } from "../connection/router.js";
import { client, session } from "../connection/session.js";
import "../style/account.css";
import "../style/watch.css";

const REFRESH_MS = 3_000;

/** Those of the caller that name the machine. */
async function contractsOn(machine: string) {
  if (session.value === null) return [];
  const found = [];
  for await (const one of client.value.contractList.each({}))
    if (one.machine === machine) found.push(one);
  return Promise.all(
    found.map(async ({ contract }) => valueOf(await client.value.contractGet({ id: contract }))),
  );
}

function Programs({
  machine,
  refresh,
  state,
}: {
  readonly machine: string;
  readonly state: string | null;
  /** Number of the last row: contracts may have moved with it. */
  readonly refresh: number;
}) {
  const asked = useAsked(() => contractsOn(machine), [machine, refresh, client.value]);
  return (
    <section class="section" aria-labelledby="state">
      <div class="head">
        <h2 id="state">State</h2>
        {state === null ? null : <span class="mark now">{state}</span>}
      </div>
      {asked.state === "loading" ? <Loading what="its contracts" /> : null}
      {asked.state === "failed" ? <Failed why={asked.why} retry={asked.again} /> : null}
      {asked.state === "ready" && asked.value.length === 0 ? (
        <Empty what="No contract of yours runs on this machine, so it has no states to draw: it is a log of events.">
          <Link to="/contracts" class="button">
            Find one to deploy
          </Link>
        </Empty>
      ) : null}
      {asked.state === "ready"
        ? asked.value.map(({ contract, name, program, state: now, status }) => (
            <article key={contract} class="section">
              <div class="head">
                <h3>
                  <Link to={`/contracts/${contract}`}>{name}</Link>
                </h3>
                <span class={`mark ${status === "open" ? "good" : "warn"}`}>
                  {status.replaceAll("_", " ")}
                </span>
              </div>
              <StateDiagram name={name} program={program} state={now} />
            </article>
          ))
        : null}
    </section>
  );
}

export function Screen({ id }: ScreenProps) {
  const asked = useAsked(
    async (signal) => {
      const machine = valueOf(await client.value.stateOf({ slug: id }, { signal }));
      return { ...machine, head: machine.head ?? { seq: -1, hash: "" } };
    },
    [id, client.value],
  );
  useEvery(REFRESH_MS, asked.again, [id]);
  if (asked.state === "loading") return <Loading what={`the machine ${id}`} />;
  if (asked.state === "failed")
    return (
      <div class="page">
        <h1>{id}</h1>
        <Failed why={asked.why} retry={asked.again}>
          <p>A private machine answers everybody without a role on it as if it did not exist.</p>
        </Failed>
        <p>
          <Link to="/machines">All machines</Link>
        </p>
      </div>
    );
  const { closedCalcond, createdCalcond, evaluations, head, name, role, slug, state } = asked.value;
  const mayRead = role !== undefined && role !== "viewer";
  return (
    <div class="page">
      <div class="head">
        <h1>{name ?? slug}</h1>
        {closedCalcond === undefined ? (
          <span class="mark good">open</span>
        ) : (
          <span class="mark open">
            closed since <When calcond={closedCalcond} />
          </span>
        )}
      </div>
      <dl class="figures">
        <div>
          <dt>Slug</dt>
          <dd class="digits">{slug}</dd>
        </div>
        <div>
          <dt>Rows</dt>
          <dd>{countText(head.seq + 1)}</dd>
        </div>
        <div>
          <dt>Since</dt>
          <dd>
            <When calcond={createdCalcond} />
          </dd>
        </div>
        <div>
          <dt>Your role</dt>
          <dd>{role ?? "viewer"}</dd>
        </div>
        <div>
          <dt>Seen by</dt>
          <dd>{asked.value.is_public ? "everybody" : "its roles"}</dd>
        </div>
        {evaluations === undefined || evaluations === 0 ? null : (
          <div>
            <dt>Evaluations without a row</dt>
            <dd>{countText(evaluations)}</dd>
          </div>
        )}
      </dl>
      <Programs machine={asked.value.id} state={state ?? null} refresh={head.seq} />
      {mayRead && closedCalcond === undefined ? <SendEvent slug={slug} sent={asked.again} /> : null}
      <Log slug={slug} head={head} />
      <Layers slug={slug} />
    </div>
  );
}
