/** The log of a machine: any number of rows, filtered, each opened and checked in the page. */
import { useMemo, useState } from "preact/hooks";
import { TRANSITION_TYPES } from "../../../protocol/log/row.js";
import { useAction, Outcome } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { downloadText } from "../files/download.js";
import { usePages } from "../parts/pages.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { countText, When, WHEN_WIDTH } from "../parts/when.js";
import { client } from "../connection/session.js";
import { RowCard } from "./rowCard.js";
import {
  checkedChain,
  exportedLog,
  fits,
  isFiltered,
  NO_FILTER,
  rowOf,
  rowsFrom,
  type Filter,
  type LogRow,
} from "./rows.js";

const COLUMNS: readonly Column<LogRow>[] = [
  { title: "Row", width: "56px", isRight: true, cell: ({ seq }) => countText(seq) },
  { title: "When", width: WHEN_WIDTH, cell: ({ calcond }) => <When calcond={calcond} /> },
  { title: "What", width: "minmax(96px, 2fr)", cell: whatOf },
  {
    title: "By",
    width: "minmax(0, 2fr)",
    isWide: true,
    cell: ({ actor, role }) => (
      <>
        <code>{actor}</code> {role}
      </>
    ),
  },
  {
    title: "Receipt",
    width: "112px",
    isWide: true,
    cell: ({ token }) => (token === "" ? "" : <code>{token.slice(0, 12)}</code>),
  },
];

function whatOf({ from, to, type }: LogRow) {
  const word = type.replaceAll("_", " ");
  return to === "" || to === from ? word : `${word}: ${from === "" ? "" : `${from} to `}${to}`;
}

interface LogProps {
  readonly slug: string;
  readonly head: { readonly seq: number; readonly hash: string };
}

/** Of the rows as they stand, the newest first. */
function AllRows({ head, open, slug }: LogProps & { readonly open: (row: LogRow) => void }) {
  const total = head.seq + 1;
  const pages = usePages(
    async (offset, limit, signal) => {
      const to = total - offset;
      const from = Math.max(0, to - limit);
      const answer = valueOf(await client.value.stateAudit({ slug, from, to, limit }, { signal }));
      return { rows: answer.rows.map(rowOf).reverse(), total };
    },
    [slug, total, client.value],
  );
  if (pages.state === "failed") return <Failed why={pages.why} retry={pages.again} />;
  if (pages.state === "loading" && pages.total === 0) return <Loading what="the log" />;
  return (
    <Table
      label="Rows of the log"
      columns={COLUMNS}
      count={total}
      rowAt={pages.rowAt}
      wanted={pages.wanted}
      open={open}
      rowHeight={36}
      height={432}
    />
  );
}

function SomeRows({
  filter,
  head,
  open,
  slug,
}: LogProps & { readonly filter: Filter; readonly open: (row: LogRow) => void }) {
  const asked = useAsked((signal) => rowsFrom(slug, 0, signal), [slug, head.seq, client.value]);
  const rows = asked.state === "ready" ? asked.value : null;
  const found = useMemo(() => rows?.filter((row) => fits(row, filter)).reverse(), [rows, filter]);
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  if (found === undefined) return <Loading what="all rows, to filter them" />;
  if (found.length === 0) return <Empty what="No row fits. Widen the filter." />;
  return (
    <>
      <p class="label" role="status">
        {countText(found.length)} of {countText(head.seq + 1)} rows
      </p>
      <Table
        label="Rows of the log"
        columns={COLUMNS}
        count={found.length}
        rowAt={(i) => found[i] ?? null}
        open={open}
        rowHeight={36}
        height={432}
      />
    </>
  );
}

function Filters({
  change,
  filter,
}: {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
}) {
  return (
    <div class="filters log">
      <label class="control">
        Search
        <input
          class="input"
          type="search"
          data-box
          value={filter.words}
          placeholder="key, role, state, receipt, number"
          onInput={({ currentTarget }) => change({ ...filter, words: currentTarget.value })}
        />
      </label>
      <label class="control">
        Kind of row
        <select
          class="input"
          value={filter.type}
          onChange={({ currentTarget }) => change({ ...filter, type: currentTarget.value })}
        >
          <option value="">All kinds</option>
          {TRANSITION_TYPES.map((type) => (
            <option key={type} value={type}>
              {type.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={filter.isSealed}
          onChange={({ currentTarget }) => change({ ...filter, isSealed: currentTarget.checked })}
        />
        sealed only
      </label>
    </div>
  );
}

/** The row, and the hash by which the log goes on from it. */
interface Opened {
  readonly row: LogRow;
  readonly next: string | null;
}

export function Log({ head, slug }: LogProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [opened, setOpened] = useState<Opened | null>(null);
  const action = useAction();
  const open = (row: LogRow): void => {
    if (row.seq === head.seq) return setOpened({ row, next: head.hash });
    setOpened({ row, next: null });
    void client.value
      .stateAudit({ slug, from: row.seq + 1, limit: 1 })
      .then((outcome) => {
        const [next] = valueOf(outcome).rows;
        if (next !== undefined)
          setOpened((now) => (now?.row === row ? { row, next: rowOf(next).prev } : now));
      })
      .catch(() => undefined);
  };
  const check = async (): Promise<string> => {
    const { broken, checked } = checkedChain(
      await rowsFrom(slug, 0, new AbortController().signal),
      head.hash,
    );
    if (broken !== null)
      throw new Error(
        `The chain breaks at row ${broken}: its link is not the hash of what stands before it.`,
      );
    return `All ${countText(checked)} links hold, computed in this page up to the head ${head.hash.slice(0, 12)} ….`;
  };
  return (
    <section class="section" aria-labelledby="log">
      <div class="head">
        <h2 id="log">Log</h2>
        <span class="label">{countText(head.seq + 1)} rows, the newest first</span>
        <span class="buttons">
          <button
            type="button"
            class="button"
            disabled={action.busy !== ""}
            onClick={() => action.run("check", check)}
            data-check-links
          >
            {action.busy === "check" ? "Checking …" : "Check all links here"}
          </button>
          <button
            type="button"
            class="button"
            disabled={action.busy !== ""}
            onClick={() =>
              action.run("export", async () => {
                downloadText(`${slug}.ndjson`, await exportedLog(slug), "application/x-ndjson");
                return `Saved. \`calc verify ${slug}.ndjson\` checks it without a node.`;
              })
            }
            data-export
          >
            Export
          </button>
        </span>
      </div>
      <Outcome action={action} />
      <Filters filter={filter} change={setFilter} />
      {isFiltered(filter) ? (
        <SomeRows slug={slug} head={head} filter={filter} open={open} />
      ) : (
        <AllRows slug={slug} head={head} open={open} />
      )}
      {opened === null ? (
        <p class="label">Open a row, by a click or Enter, to check its hash and its payload.</p>
      ) : (
        <RowCard {...opened} slug={slug} close={() => setOpened(null)} />
      )}
    </section>
  );
}
