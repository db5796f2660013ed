/** Hosted pages of machines: what each shows, its commits, and publishing from a folder. */
import { useState } from "preact/hooks";
import type { stateList } from "../../contract/machines/state.js";
import type { OutputOf } from "../../contract/definition/operation.js";
import { PageView } from "../pages/page.js";
import { Publish } from "../pages/publish.js";
import { servesOf } from "../pages/serves.js";
import { Outcome, TextField, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { sizeText } from "../files/size.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { countText } from "../parts/when.js";
import { go, type ScreenProps } from "../connection/router.js";
import { client } from "../connection/session.js";
import "../style/account.css";
import "../style/pages.css";

type Machine = OutputOf<typeof stateList>["machines"][number];

const MACHINES = 200;
const WRITERS: ReadonlySet<string> = new Set(["owner", "admin"]);

function NewMachine({ done }: { readonly done: () => void }) {
  const [slug, setSlug] = useState("");
  const action = useAction();
  return (
    <form
      class="section narrow"
      onSubmit={(event) => {
        event.preventDefault();
        action.run("machine", async () => {
          valueOf(await client.value.stateNew({ slug: slug.trim(), is_public: true }));
          done();
          return "";
        });
      }}
    >
      <TextField
        action={action}
        label="Name of the machine in addresses"
        name="slug"
        placeholder="oven-north"
        value={slug}
        change={setSlug}
      />
      <div class="buttons">
        <button class="button main" disabled={action.busy !== "" || slug.trim() === ""}>
          Start a public machine
        </button>
      </div>
      <Outcome action={action} />
    </form>
  );
}

function Visibility({ again, machine }: { readonly machine: Machine; readonly again: () => void }) {
  const action = useAction();
  const { is_public: isPublic, role, slug } = machine;
  return (
    <>
      <div class="buttons">
        <span class={`mark ${isPublic ? "good" : "open"}`}>
          {isPublic ? "public: browsers see its pages" : "private: browsers see none of its pages"}
        </span>
        {role === "owner" ? (
          <button
            type="button"
            class="button"
            disabled={action.busy !== ""}
            onClick={() =>
              action.run("public", async () => {
                valueOf(await client.value.stateEdit({ slug, is_public: !isPublic }));
                again();
                return "";
              })
            }
          >
            {isPublic ? "Make it private" : "Make it public"}
          </button>
        ) : null}
      </div>
      <Outcome action={action} />
    </>
  );
}

function OfMachine({ machine, name }: { readonly machine: Machine; readonly name: string }) {
  const { is_public: isPublic, role = "", slug } = machine;
  const asked = useAsked(async () => {
    const [pages, serves] = await Promise.all([
      client.value.pageList({ machine: slug, limit: MACHINES }),
      servesOf(slug).catch(() => null),
    ]);
    return { pages: valueOf(pages).pages, serves };
  }, [slug, client.value]);
  // A publication shows itself as a fresh page.
  const [round, setRound] = useState(0);
  if (asked.state === "loading") return <Loading what="the pages" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const { pages, serves } = asked.value;
  const open = (page: string): void =>
    go(`/pages?${new URLSearchParams({ machine: slug, page })}`, { replace: true });
  const again = (page?: string): void => {
    asked.again();
    setRound((now) => now + 1);
    if (page !== undefined) open(page);
  };
  const chosen = pages.find(({ page }) => page === name) ?? pages[0];
  const canWrite = WRITERS.has(role);
  return (
    <>
      {pages.length === 0 ? (
        <Empty
          what={
            canWrite
              ? "This machine shows no page yet. Drop a folder below: it goes as one commit, into a sandbox."
              : "This machine shows no page."
          }
        />
      ) : (
        <ul class="list">
          {pages.map((one) => (
            <li key={one.page}>
              <button
                type="button"
                class="pagerow"
                aria-pressed={one === chosen}
                onClick={() => open(one.page)}
              >
                <span class="name">{one.page}</span>
                <span class={`mark ${one.commit === null ? "open" : "good"}`}>
                  {one.commit === null ? "taken down" : "shown"}
                </span>
                <span class="soft">
                  {countText(one.commits)} {one.commits === 1 ? "commit" : "commits"},{" "}
                  {sizeText(one.storedBytes)}
                </span>
                <span class="soft">{serves?.get(one.page) ?? ""}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {/* Above what comes and goes: a form that moves while it is clicked loses the click. */}
      {canWrite ? (
        <Publish
          machine={slug}
          name={chosen?.page ?? ""}
          shown={new Map(pages.map(({ commit, page }) => [page, commit]))}
          again={again}
        />
      ) : null}
      {chosen === undefined ? null : (
        <PageView
          key={chosen.page}
          round={round}
          machine={slug}
          page={chosen.page}
          isPublic={isPublic}
          canWrite={canWrite}
          serves={serves?.get(chosen.page) ?? null}
          again={asked.again}
        />
      )}
    </>
  );
}

function Pages({ query }: Pick<ScreenProps, "query">) {
  const asked = useAsked(
    async () => valueOf(await client.value.stateList({ limit: MACHINES })).machines,
    [client.value],
  );
  if (asked.state === "loading") return <Loading what="your machines" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const machines = asked.value.filter(({ closedCalcond }) => closedCalcond === undefined);
  const machine = machines.find(({ slug }) => slug === query.get("machine")) ?? machines[0];
  if (machine === undefined)
    return (
      <Empty what="Pages belong to machines, and you have none yet.">
        <NewMachine done={asked.again} />
      </Empty>
    );
  return (
    <>
      <div class="filters">
        <label class="control">
          Machine
          <select
            class="input"
            name="machine"
            value={machine.slug}
            onChange={({ currentTarget }) =>
              go(`/pages?${new URLSearchParams({ machine: currentTarget.value })}`, {
                replace: true,
              })
            }
          >
            {machines.map(({ name, slug }) => (
              <option key={slug} value={slug}>
                {name === null ? slug : `${name} (${slug})`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Visibility machine={machine} again={asked.again} />
      <OfMachine key={machine.slug} machine={machine} name={query.get("page") ?? ""} />
    </>
  );
}

export function Screen({ query }: ScreenProps) {
  return (
    <div class="page">
      <h1>Pages</h1>
      <p class="lead">
        A machine can show the world a page of static files. It runs in a sandbox and reaches
        neither the interface nor the network.
      </p>
      <NeedsAccount what="pages of your machines">
        <Pages query={query} />
      </NeedsAccount>
    </div>
  );
}
