/** Channels with their live lines, and reactors. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useChannel } from "../connection/live.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { LiveMark } from "../parts/liveMark.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { Quantity } from "../parts/number.js";
import { usePages } from "../parts/pages.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { countText } from "../parts/when.js";
import { go, Link } from "../connection/router.js";
import { client } from "../connection/session.js";
import { NewReactor } from "../streams/newReactor.js";
import { SolverReactor } from "../streams/solverReactor.js";
import { NewStream } from "../streams/newStream.js";
import { Sparkline } from "../streams/sparkline.js";
import { newestTicks, tickOf, withTick, type ShownTick } from "../streams/ticks.js";
import "../style/account.css";
import "../style/streams.css";
import "../style/watch.css";

/** Each has a socket of its own. */
const FOLLOWED = 12;
const SPARK_TICKS = 60;

interface Channel {
  readonly id: string;
  readonly name: string | null;
  readonly status: string;
  readonly ticks: number;
}

function ChannelRow({ channel: { id, name, status, ticks: all } }: { readonly channel: Channel }) {
  const [ticks, setTicks] = useState<readonly ShownTick[]>([]);
  const asked = useAsked(async () => {
    const newest = await newestTicks(id, all, SPARK_TICKS);
    setTicks(newest);
    return newest.at(-1)?.seq ?? 0;
  }, [id]);
  const live = useChannel(
    asked.state === "ready" && status === "open" ? id : null,
    (tick) =>
      setTicks((now) =>
        withTick(now, tickOf({ ...tick, token: tick.headers["X-Calc-Token"] ?? "" })).slice(
          -SPARK_TICKS,
        ),
      ),
    asked.state === "ready" ? { after: asked.value } : {},
  );
  const last = ticks.at(-1);
  return (
    <li class="channel" data-channel={id}>
      <div>
        <Link to={`/streams/${id}`}>{name ?? id}</Link>
        <div class="label">{countText(last?.seq ?? all)} ticks</div>
      </div>
      <Sparkline name={name ?? id} ticks={ticks} />
      <div>
        {last?.value === undefined || last.value === null ? null : (
          <Quantity value={last.value} unit={last.unit} uncertainty={last.uncertainty} />
        )}
      </div>
      {status === "open" ? (
        <LiveMark live={live} again={live.again} />
      ) : (
        <span class={`mark ${status === "closed" ? "open" : "warn"}`}>
          {status.replaceAll("_", " ")}
        </span>
      )}
    </li>
  );
}

function Channels() {
  const [offset, setOffset] = useState(0);
  const asked = useAsked(
    async () => valueOf(await client.value.streamList({ offset, limit: FOLLOWED })),
    [client.value, offset],
  );
  if (asked.state === "loading") return <Loading what="your channels" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const { channels, total } = asked.value;
  return (
    <div class="page">
      {channels.length === 0 ? (
        <Empty what="You have no channel yet: a result sealed in each interval. Open one below." />
      ) : (
        <ul class="list channels">
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      {total > FOLLOWED ? (
        <div class="buttons" role="group" aria-label="Which channels are followed">
          <button
            type="button"
            class="button plain"
            disabled={offset === 0}
            onClick={() => setOffset(Math.max(0, offset - FOLLOWED))}
          >
            Before
          </button>
          <span class="label" data-followed={offset}>
            {countText(offset + 1)} to {countText(offset + channels.length)} of {countText(total)},
            followed while they are shown
          </span>
          <button
            type="button"
            class="button plain"
            disabled={offset + channels.length >= total}
            onClick={() => setOffset(offset + FOLLOWED)}
            data-next-channels
          >
            Next
          </button>
        </div>
      ) : null}
      <NewStream onCreated={asked.again} />
    </div>
  );
}

function Folded({
  children,
  name,
  title,
}: {
  readonly name: string;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary data-fold={name}>{title}</summary>
      {isOpen ? children : null}
    </details>
  );
}

interface ReactorRow {
  readonly reactor: string;
  readonly name: string | null;
  readonly status: string;
  readonly n: number;
}

const COLUMNS: readonly Column<ReactorRow>[] = [
  {
    title: "Reactor",
    width: "minmax(0, 3fr)",
    cell: ({ name, reactor }) => name ?? <code>{reactor}</code>,
  },
  { title: "Steps", width: "96px", isRight: true, cell: ({ n }) => countText(n) },
  {
    title: "Status",
    width: "112px",
    cell: ({ status }) => (
      <span class={`mark ${status === "open" ? "good" : "warn"}`}>{status}</span>
    ),
  },
];

function Reactors() {
  const pages = usePages<ReactorRow>(
    async (offset, limit, signal) => {
      const { reactors, total } = valueOf(
        await client.value.reactorList({ offset, limit }, { signal }),
      );
      return { rows: reactors, total };
    },
    [client.value],
  );
  if (pages.state === "failed") return <Failed why={pages.why} retry={pages.again} />;
  if (pages.state === "loading") return <Loading what="your reactors" />;
  if (pages.total === 0)
    return (
      <Empty what="You have no reactor yet: a computation that is fed its own result, step by step." />
    );
  return (
    <Table
      label="Your reactors"
      columns={COLUMNS}
      count={pages.total}
      rowAt={pages.rowAt}
      wanted={pages.wanted}
      open={({ reactor }) => go(`/reactor/${reactor}`)}
      height={280}
    />
  );
}

export function Screen() {
  return (
    <div class="page">
      <h1>Streams</h1>
      <p class="lead">
        Channels seal one result in each interval; their lines here move as ticks come.
      </p>
      <NeedsAccount what="your channels and reactors">
        <Channels />
        <section class="section" aria-labelledby="reactors">
          <h2 id="reactors">Reactors</h2>
          <Reactors />
          <Folded name="reactor" title="Make a reactor">
            <NewReactor />
          </Folded>
          <Folded name="solver-reactor" title="Make one of a solver">
            <SolverReactor />
          </Folded>
        </section>
      </NeedsAccount>
    </div>
  );
}
