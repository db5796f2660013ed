/** All operators of the registry: searched as one types, by domain, with the keyboard. */
import { useState } from "preact/hooks";
import { engine } from "../engine/ask.js";
import type { OperatorFound, OperatorRow } from "../engine/messages.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { listAt, textAt } from "../connection/json.js";
import { callByName } from "../connection/session.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { go, type ScreenProps } from "../connection/router.js";

const COLUMNS: readonly Column<OperatorRow>[] = [
  { title: "Id", width: "72px", cell: ({ id }) => <span class="digits">{id}</span> },
  { title: "Name", width: "minmax(0, 3fr)", cell: ({ name }) => name },
  {
    title: "Equation",
    width: "minmax(0, 4fr)",
    cell: ({ equation }) => <code>{equation}</code>,
    isWide: true,
  },
  { title: "Domain", width: "minmax(0, 2fr)", cell: ({ domain }) => worded(domain), isWide: true },
];

export function worded(name: string): string {
  return name.replaceAll("_", " ");
}

const FOUND_MAX = 50;

/** By the registry in the page; where it has none, by the node, which knows what people call laws. */
async function foundFor(q: string, domain: string): Promise<OperatorFound> {
  const here = await engine.search(q, domain);
  if (here.total > 0 || q.trim() === "" || domain !== "") return here;
  const asked = valueOf(await callByName("operators", { q, limit: FOUND_MAX }));
  const cards = await Promise.all(
    listAt(asked, "operators").map((one) => engine.card(textAt(one, "id"))),
  );
  const rows = cards.filter((one) => one !== null);
  return { total: rows.length, rows };
}

export function Screen({ query }: ScreenProps) {
  const [q, setQ] = useState(query.get("q") ?? "");
  const [domain, setDomain] = useState(query.get("domain") ?? "");
  const domains = useAsked(() => engine.domains(), []);
  const found = useAsked(() => foundFor(q, domain), [q, domain]);
  const change = (words: string, of: string): void => {
    setQ(words);
    setDomain(of);
    const wanted = new URLSearchParams({
      ...(words === "" ? {} : { q: words }),
      ...(of === "" ? {} : { domain: of }),
    });
    go(`/operators${wanted.size === 0 ? "" : `?${wanted}`}`, { replace: true });
  };
  return (
    <div class="page">
      <div class="head">
        <h1>Operators</h1>
        {found.state === "ready" ? (
          <span class="lead" role="status">
            {found.value.total.toLocaleString("en").replace(",", "\u202f")} found
          </span>
        ) : null}
      </div>
      <div class="filters">
        <label class="control">
          Search
          <input
            class="input"
            type="search"
            data-box
            value={q}
            placeholder="gravitation, m_1, joule, NM21"
            onInput={({ currentTarget }) => change(currentTarget.value, domain)}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown") return;
              event.preventDefault();
              document.querySelector<HTMLElement>(".rows")?.focus();
            }}
          />
        </label>
        <label class="control">
          Domain
          <select
            class="input"
            value={domain}
            onChange={({ currentTarget }) => change(q, currentTarget.value)}
          >
            <option value="">All domains</option>
            {domains.state === "ready"
              ? domains.value.map((one) => (
                  <option key={one.domain} value={one.domain}>
                    {worded(one.domain)} ({one.count})
                  </option>
                ))
              : null}
          </select>
        </label>
      </div>
      {found.state === "loading" ? <Loading what="the registry" /> : null}
      {found.state === "failed" ? <Failed why={found.why} retry={found.again} /> : null}
      {found.state === "ready" && found.value.total === 0 ? (
        <Empty what="No operator matches. Search by what it computes, a symbol, a unit or an id.">
          <button type="button" class="button" onClick={() => change("", "")}>
            Show all operators
          </button>
        </Empty>
      ) : null}
      {found.state === "ready" && found.value.total > 0 ? (
        <Table
          label="Operators"
          columns={COLUMNS}
          count={found.value.rows.length}
          rowAt={(i) => found.value.rows[i] ?? null}
          open={({ id }) => go(`/operators/${encodeURIComponent(id)}`)}
        />
      ) : null}
    </div>
  );
}
