/** Jobs of the mesh: opened, assigned, compared, and disputed. */
import { Verdict } from "../market/challenge.js";
import { Job } from "../market/job.js";
import { NewJob } from "../market/newJob.js";
import { valueOf } from "../connection/asked.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { Quantity } from "../parts/number.js";
import { usePages } from "../parts/pages.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { When, WHEN_WIDTH } from "../parts/when.js";
import { go, Link, type ScreenProps } from "../connection/router.js";
import { client } from "../connection/session.js";
import "../style/account.css";
import "../style/watch.css";

interface JobRow {
  readonly id: string;
  readonly state: string;
  readonly chain: readonly string[];
  readonly createdCalcond: number;
  readonly parts: number;
  readonly ended: number;
  readonly locked: number;
  readonly value: number | null;
  readonly unit: string | null;
}

const COLUMNS: readonly Column<JobRow>[] = [
  {
    title: "Computes",
    width: "minmax(0, 2fr)",
    cell: ({ chain }) => <code>{chain.join(" ")}</code>,
  },
  {
    title: "State",
    width: "104px",
    cell: ({ state }) => (
      <span class={`mark ${state === "done" ? "good" : state === "open" ? "open" : "warn"}`}>
        {state}
      </span>
    ),
  },
  { title: "Parts", width: "80px", isRight: true, cell: ({ ended, parts }) => `${ended}/${parts}` },
  { title: "Locked", width: "80px", isRight: true, isWide: true, cell: ({ locked }) => locked },
  {
    title: "Value",
    width: "minmax(0, 2fr)",
    isWide: true,
    cell: ({ unit, value }) => (value === null ? "" : <Quantity value={value} unit={unit} />),
  },
  {
    title: "Opened",
    width: WHEN_WIDTH,
    isWide: true,
    cell: ({ createdCalcond }) => <When calcond={createdCalcond} />,
  },
];

function Own({ opened }: { readonly opened: string }) {
  const pages = usePages<JobRow>(
    async (offset, limit, signal) => {
      const { jobs, total } = valueOf(await client.value.jobList({ offset, limit }, { signal }));
      return { rows: jobs, total };
    },
    [client.value],
  );
  const show = (id: string): void => go(`/jobs?id=${id}`, { replace: true });
  return (
    <div class="page">
      {pages.state === "failed" ? <Failed why={pages.why} retry={pages.again} /> : null}
      {pages.state === "loading" ? <Loading what="your jobs" /> : null}
      {pages.state === "ready" && pages.total === 0 ? (
        <Empty what="You have no job yet: nodes are drawn, and their results compared. Open one below." />
      ) : null}
      {pages.total === 0 ? null : (
        <Table
          label="Your jobs"
          columns={COLUMNS}
          count={pages.total}
          rowAt={pages.rowAt}
          wanted={pages.wanted}
          open={({ id }) => show(id)}
          height={320}
        />
      )}
      {opened === "" ? null : <Job key={opened} id={opened} changed={pages.again} />}
      <NewJob
        opened={(id) => {
          pages.again();
          show(id);
        }}
      />
    </div>
  );
}

export function Screen({ query }: ScreenProps) {
  return (
    <div class="page">
      <h1>Jobs</h1>
      <p class="lead">
        What the mesh computes for you: the price is locked, nodes are drawn, results compared. To
        compute for others, <Link to="/contribute">contribute</Link>.
      </p>
      <NeedsAccount what="your jobs">
        <Own opened={query.get("id") ?? ""} />
      </NeedsAccount>
      <Verdict />
    </div>
  );
}
