/** Contracts: from a sentence, of a template, written by hand, and the account's own. */
import { SentenceBox } from "../contracts/sentence.js";
import { Templates } from "../contracts/templates.js";
import { valueOf } from "../connection/asked.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { usePages } from "../parts/pages.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { countText } from "../parts/when.js";
import { go, Link, type ScreenProps } from "../connection/router.js";
import { client } from "../connection/session.js";
import "../style/account.css";
import "../style/watch.css";

interface ContractRow {
  readonly contract: string;
  readonly name: string;
  readonly status: string;
  readonly state: string;
  readonly transitions: number;
  readonly faults: number;
  readonly credits: number;
}

const COLUMNS: readonly Column<ContractRow>[] = [
  { title: "Contract", width: "minmax(0, 3fr)", cell: ({ name }) => name },
  {
    title: "State",
    width: "minmax(0, 2fr)",
    cell: ({ state }) => <span class="mark now">{state}</span>,
  },
  {
    title: "Status",
    width: "minmax(0, 2fr)",
    cell: ({ status }) => (
      <span class={`mark ${status === "open" ? "good" : status === "closed" ? "open" : "warn"}`}>
        {status.replaceAll("_", " ")}
      </span>
    ),
  },
  {
    title: "Moves",
    width: "80px",
    isRight: true,
    isWide: true,
    cell: ({ transitions }) => countText(transitions),
  },
  {
    title: "Faults",
    width: "80px",
    isRight: true,
    isWide: true,
    cell: ({ faults }) => countText(faults),
  },
  {
    title: "Credits",
    width: "80px",
    isRight: true,
    isWide: true,
    cell: ({ credits }) => countText(credits),
  },
];

function Own() {
  const pages = usePages<ContractRow>(
    async (offset, limit, signal) => {
      const { contracts, total } = valueOf(
        await client.value.contractList({ offset, limit }, { signal }),
      );
      return { rows: contracts, total };
    },
    [client.value],
  );
  if (pages.state === "failed") return <Failed why={pages.why} retry={pages.again} />;
  if (pages.state === "loading") return <Loading what="your contracts" />;
  if (pages.total === 0)
    return (
      <Empty what="You have no contract yet. Say above what is to be watched, or take a template below." />
    );
  return (
    <Table
      label="Your contracts"
      columns={COLUMNS}
      count={pages.total}
      rowAt={pages.rowAt}
      wanted={pages.wanted}
      open={({ contract }) => go(`/contracts/${contract}`)}
      height={320}
    />
  );
}

export function Screen({ query }: ScreenProps) {
  return (
    <div class="page">
      <h1>Contracts</h1>
      <p class="lead">
        A contract watches what you send it, moves between states, and leaves a receipt for each
        move. Say in a sentence what it should watch:
      </p>
      <SentenceBox />
      <p class="label">
        Or <Link to="/contracts/new">write the program</Link>, or take a template below.
      </p>
      <section class="section" aria-labelledby="own">
        <h2 id="own">Yours</h2>
        <NeedsAccount what="your contracts">
          <Own />
        </NeedsAccount>
      </section>
      <Templates query={query} />
    </div>
  );
}
