/** Machines: the account's own, a new one, and those that anybody may read. */
import { useState } from "preact/hooks";
import { Outcome, TextField, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { KeyOnce } from "../parts/keyOnce.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { usePages, type Page, type Pages } from "../parts/pages.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { When } from "../parts/when.js";
import { go } from "../connection/router.js";
import { client, session } from "../connection/session.js";
import "../style/account.css";
import "../style/watch.css";

interface MachineRow {
  readonly slug: string;
  readonly name: string | null;
  readonly is_public: boolean;
  readonly role?: string | undefined;
  readonly createdCalcond: number;
  readonly closedCalcond?: number | undefined;
}

const COLUMNS: readonly Column<MachineRow>[] = [
  { title: "Machine", width: "minmax(0, 3fr)", cell: ({ slug }) => <code>{slug}</code> },
  { title: "Name", width: "minmax(0, 4fr)", cell: ({ name }) => name ?? "", isWide: true },
  { title: "Your role", width: "96px", cell: ({ role }) => role ?? "viewer" },
  {
    title: "Seen by",
    width: "104px",
    cell: ({ is_public: isPublic }) => (isPublic ? "everybody" : "its roles"),
    isWide: true,
  },
  {
    title: "State",
    width: "88px",
    cell: ({ closedCalcond }) =>
      closedCalcond === undefined ? (
        <span class="mark good">open</span>
      ) : (
        <span class="mark open">closed</span>
      ),
  },
  {
    title: "Since",
    width: "168px",
    cell: ({ createdCalcond }) => <When calcond={createdCalcond} />,
    isWide: true,
  },
];

function MachineTable({
  children,
  label,
  pages,
}: {
  readonly pages: Pages<MachineRow>;
  readonly label: string;
  readonly children: preact.ComponentChildren;
}) {
  if (pages.state === "failed") return <Failed why={pages.why} retry={pages.again} />;
  if (pages.state === "loading") return <Loading what="the machines" />;
  if (pages.total === 0) return <>{children}</>;
  return (
    <Table
      label={label}
      columns={COLUMNS}
      count={pages.total}
      rowAt={pages.rowAt}
      wanted={pages.wanted}
      open={({ slug }) => go(`/machines/${slug}`)}
      height={360}
    />
  );
}

function NewMachine({ onCreated }: { readonly onCreated: () => void }) {
  const [slug, setSlug] = useState("");
  const [name, setName] = useState("");
  const [isPublic, setPublic] = useState(false);
  const [key, setKey] = useState("");
  const action = useAction();
  const start = async (): Promise<string> => {
    const answer = valueOf(
      await client.value.stateNew({
        ...(slug.trim() === "" ? {} : { slug: slug.trim() }),
        ...(name.trim() === "" ? {} : { name: name.trim() }),
        is_public: isPublic,
      }),
    );
    setKey(answer.key);
    setSlug("");
    setName("");
    onCreated();
    return `${answer.machine.slug} runs.`;
  };
  return (
    <form
      class="section"
      onSubmit={(event) => {
        event.preventDefault();
        action.run("start", start);
      }}
    >
      <h2>Start a machine</h2>
      <div class="pair">
        <TextField
          action={action}
          label="Slug: 4 to 64 of a-z, 0-9 and -; the node draws one if it is empty"
          name="slug"
          value={slug}
          placeholder="oven-north"
          change={setSlug}
        />
        <TextField
          action={action}
          isWords
          label="Name, for people"
          name="name"
          value={name}
          change={setName}
        />
      </div>
      <label class="tick">
        <input
          type="checkbox"
          checked={isPublic}
          onChange={({ currentTarget }) => setPublic(currentTarget.checked)}
        />
        anybody may read its log
      </label>
      <div class="buttons">
        <button class="button main" disabled={action.busy !== ""}>
          {action.busy === "" ? "Start" : "Starting …"}
        </button>
      </div>
      <Outcome action={action} />
      {key === "" ? null : <KeyOnce what="The machine's key" secret={key} />}
    </form>
  );
}

function Own() {
  const pages = usePages<MachineRow>(
    async (offset, limit, signal): Promise<Page<MachineRow>> => {
      const { machines, total } = valueOf(
        await client.value.stateList({ offset, limit }, { signal }),
      );
      return { rows: machines, total };
    },
    [client.value],
  );
  return (
    <div class="page">
      <MachineTable label="Your machines" pages={pages}>
        <Empty what="You have no machine yet: a log of your own, whose rows are linked by their hashes.">
          <p>Start one below, send it events, and let contracts watch them.</p>
        </Empty>
      </MachineTable>
      <NewMachine onCreated={pages.again} />
    </div>
  );
}

function Public() {
  const asked = useAsked(
    async () => valueOf(await client.value.statePublished({ limit: 1 })).total,
    [client.value],
  );
  const pages = usePages<MachineRow>(
    async (offset, limit, signal) => {
      const { machines, total } = valueOf(
        await client.value.statePublished({ offset, limit }, { signal }),
      );
      return { rows: machines, total };
    },
    [client.value, asked.state],
  );
  return (
    <section class="section" aria-labelledby="public">
      <h2 id="public">Public on this node</h2>
      <MachineTable label="Public machines" pages={pages}>
        <Empty what="Nobody has made a machine of this node public." />
      </MachineTable>
    </section>
  );
}

export function Screen() {
  return (
    <div class="page">
      <h1>Machines</h1>
      <p class="lead">
        A machine has a state, a key and a log whose rows are linked by their hashes. Open one to
        see where it is and to check what it wrote.
      </p>
      <section class="section" aria-label="Your machines" key={session.value?.key}>
        <NeedsAccount what="your machines">
          <Own />
        </NeedsAccount>
      </section>
      <Public />
    </div>
  );
}
