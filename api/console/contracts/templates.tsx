/** Templates by category, by what they fire by, and by what is to be watched. */
import { useState } from "preact/hooks";
import { useAsked, valueOf } from "../connection/asked.js";
import { usePages } from "../parts/pages.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { countText } from "../parts/when.js";
import { go } from "../connection/router.js";
import { client } from "../connection/session.js";

const TRIGGERS = ["on-event", "on-aggregate", "every-calcond", "cron"] as const;
type Trigger = (typeof TRIGGERS)[number];

interface TemplateRow {
  readonly templateId: string;
  readonly name: string;
  readonly category: string;
  readonly signal: string;
  readonly detector: string;
  readonly trigger: { readonly type: string };
}

function worded(text: string): string {
  return text.replaceAll("-", " ");
}

const COLUMNS: readonly Column<TemplateRow>[] = [
  { title: "Template", width: "minmax(0, 3fr)", cell: ({ name }) => name },
  { title: "Watches", width: "minmax(0, 5fr)", cell: ({ signal }) => signal, isWide: true },
  { title: "Category", width: "minmax(0, 2fr)", cell: ({ category }) => worded(category) },
  { title: "Fires by", width: "112px", cell: ({ trigger }) => worded(trigger.type), isWide: true },
];

/** Of what is typed now, in the address, so that a link shows the same. */
function keep(q: string, category: string, trigger: string): void {
  const wanted = new URLSearchParams({
    ...(q === "" ? {} : { q }),
    ...(category === "" ? {} : { category }),
    ...(trigger === "" ? {} : { trigger }),
  });
  go(`/contracts${wanted.size === 0 ? "" : `?${wanted}`}`, { replace: true });
}

export function Templates({ query }: { readonly query: URLSearchParams }) {
  const [q, setQ] = useState(query.get("q") ?? "");
  const [category, setCategory] = useState(query.get("category") ?? "");
  const [trigger, setTrigger] = useState<Trigger | "">(
    TRIGGERS.find((one) => one === query.get("trigger")) ?? "",
  );
  const change = (words: string, of: string, by: Trigger | ""): void => {
    setQ(words);
    setCategory(of);
    setTrigger(by);
    keep(words, of, by);
  };
  const all = useAsked(async () => valueOf(await client.value.contractTemplates({ limit: 1 })), []);
  const pages = usePages<TemplateRow>(
    async (offset, limit, signal) => {
      const { items, total } = valueOf(
        await client.value.contractTemplates(
          {
            offset,
            limit,
            ...(q.trim() === "" ? {} : { q: q.trim() }),
            ...(category === "" ? {} : { category }),
            ...(trigger === "" ? {} : { trigger }),
          },
          { signal },
        ),
      );
      return { rows: items, total };
    },
    [q, category, trigger],
  );
  return (
    <section class="section" aria-labelledby="templates">
      <div class="head">
        <h2 id="templates">Templates</h2>
        {pages.state === "ready" ? (
          <span class="label" role="status" data-found={pages.total}>
            {countText(pages.total)}
            {all.state === "ready" ? ` of ${countText(all.value.templates)}` : ""}
          </span>
        ) : null}
      </div>
      <div class="filters three">
        <label class="control">
          What is to be watched
          <input
            class="input"
            type="search"
            name="q"
            value={q}
            placeholder="burner, bearing, tank level"
            onInput={({ currentTarget }) => change(currentTarget.value, category, trigger)}
          />
        </label>
        <label class="control">
          Category
          <select
            class="input"
            name="category"
            value={category}
            onChange={({ currentTarget }) => change(q, currentTarget.value, trigger)}
          >
            <option value="">All categories</option>
            {all.state === "ready"
              ? all.value.categories.map(({ name, templates }) => (
                  <option key={name} value={name}>
                    {worded(name)} ({templates})
                  </option>
                ))
              : null}
          </select>
        </label>
        <label class="control">
          Fires by
          <select
            class="input"
            value={trigger}
            onChange={({ currentTarget }) =>
              change(q, category, TRIGGERS.find((one) => one === currentTarget.value) ?? "")
            }
          >
            <option value="">Any trigger</option>
            {TRIGGERS.map((one) => (
              <option key={one} value={one}>
                {worded(one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {pages.state === "failed" ? <Failed why={pages.why} retry={pages.again} /> : null}
      {pages.state === "loading" && pages.total === 0 ? <Loading what="the templates" /> : null}
      {pages.state === "ready" && pages.total === 0 ? (
        <Empty what="No template fits. Use other words, or say in a sentence above what is to be watched.">
          <button type="button" class="button" onClick={() => change("", "", "")}>
            Show all templates
          </button>
        </Empty>
      ) : null}
      {pages.total === 0 ? null : (
        <Table
          label="Templates"
          columns={COLUMNS}
          count={pages.total}
          rowAt={pages.rowAt}
          wanted={pages.wanted}
          open={({ templateId }) => go(`/contracts/new?template=${templateId}`)}
          height={440}
        />
      )}
    </section>
  );
}
