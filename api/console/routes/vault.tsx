/** The envelopes of an account: by folder, by the digits of their ids, and what can be done to them. */
import { useState } from "preact/hooks";
import { useAsked, valueOf } from "../connection/asked.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { usePages } from "../parts/pages.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Table, type Column } from "../parts/table.js";
import { countText } from "../parts/when.js";
import { go, Link, type ScreenProps } from "../connection/router.js";
import { client } from "../connection/session.js";
import { tieOf, type Envelope } from "../vault/envelopes.js";
import { Folders, type Folder } from "../vault/folders.js";
import { BalanceFacts, History } from "../vault/history.js";
import { Orders } from "../vault/orders.js";
import "../style/account.css";
import "../style/vault.css";

const FOLDERS = 200;
const SHORT_CHARS = 20;
const TIES: Readonly<Record<string, readonly [mark: string, word: string]>> = {
  soulbound: ["open", "soulbound"],
  bonded: ["warn", "bonded"],
  locked: ["warn", "locked"],
  held: ["warn", "held"],
};

function State({ one }: { readonly one: Envelope }) {
  const [mark, word] = TIES[tieOf(one) ?? ""] ?? ["good", "movable"];
  return <span class={`mark ${mark}`}>{word}</span>;
}

function columnsOf(chosen: ReadonlyMap<string, Envelope>): readonly Column<Envelope>[] {
  return [
    {
      title: "",
      width: "16px",
      cell: ({ token_id }) => (
        <span class={`tick ${chosen.has(token_id) ? "on" : ""}`}>
          <span class="hidden">{chosen.has(token_id) ? "chosen" : "not chosen"}</span>
        </span>
      ),
    },
    {
      title: "Envelope",
      width: "minmax(0, 3fr)",
      cell: ({ token_id }) => (
        <span class="digits" title={token_id}>
          <a
            href={`verify?id=${token_id}`}
            tabIndex={-1}
            onClick={(event) => {
              event.preventDefault();
              event.stopPropagation();
              go(`/verify?id=${token_id}`);
            }}
          >
            {token_id.slice(0, SHORT_CHARS)}
          </a>
        </span>
      ),
    },
    {
      title: "Value",
      width: "48px",
      isRight: true,
      cell: ({ value }) => <span class="digits">{countText(value)}</span>,
    },
    { title: "State", width: "88px", cell: (one) => <State one={one} /> },
    { title: "Paid by", width: "72px", isWide: true, cell: ({ funding }) => funding },
    {
      title: "Folder",
      width: "minmax(0, 2fr)",
      isWide: true,
      cell: ({ folder }) => folder ?? <span class="soft">none</span>,
    },
  ];
}

function Vault({ query }: Pick<ScreenProps, "query">) {
  const [q, setQ] = useState(query.get("q") ?? "");
  const [folder, setFolder] = useState<Folder>(query.get("folder"));
  const [chosen, setChosen] = useState<ReadonlyMap<string, Envelope>>(new Map());
  const balance = useAsked(
    async () => valueOf(await client.value.ledgerBalance({})),
    [client.value],
  );
  const account = balance.state === "ready" ? balance.value.account : null;
  const folders = useAsked(
    async () =>
      account === null
        ? null
        : valueOf(await client.value.envelopeFolders({ cid: account, limit: FOLDERS })),
    [account],
  );
  const prefix = q.trim().toLowerCase();
  const isPrefix = /^[0-9a-f]{0,64}$/.test(prefix);
  const list = usePages<Envelope>(
    async (offset, limit, signal) => {
      if (account === null || !isPrefix) return { rows: [], total: 0 };
      const page = valueOf(
        await client.value.envelopes(
          {
            cid: account,
            offset,
            limit,
            ...(prefix === "" ? {} : { q: prefix }),
            ...(folder === null ? {} : { folder }),
          },
          { signal },
        ),
      );
      return { rows: page.envelopes, total: page.total };
    },
    [account, prefix, isPrefix, folder],
  );
  if (balance.state === "failed") return <Failed why={balance.why} retry={balance.again} />;
  if (balance.state === "loading" || account === null) return <Loading what="your balance" />;
  const renew = (): void => {
    setChosen(new Map());
    list.again();
    folders.again();
    balance.again();
  };
  const toggle = (one: Envelope): void =>
    setChosen((now) => {
      const next = new Map(now);
      if (!next.delete(one.token_id)) next.set(one.token_id, one);
      return next;
    });
  const show = (words: string, of: Folder): void => {
    setQ(words);
    setFolder(of);
    const wanted = new URLSearchParams({
      ...(words.trim() === "" ? {} : { q: words.trim() }),
      ...(of === null ? {} : { folder: of }),
    });
    go(`/vault${wanted.size === 0 ? "" : `?${wanted}`}`, { replace: true });
  };
  const isNew = folders.state === "ready" && folders.value !== null && folders.value.total === 0;
  return (
    <>
      <BalanceFacts balance={balance.value} />
      {isNew ? (
        <Empty what="No envelopes yet. Each sealed answer is one: ask something, and seal the answer.">
          <Link to="/" class="button main">
            Ask something
          </Link>
        </Empty>
      ) : (
        <div class="vault">
          <div class="section">
            <h2>Folders</h2>
            {folders.state === "failed" ? (
              <Failed why={folders.why} retry={folders.again} />
            ) : folders.state === "loading" || folders.value === null ? (
              <Loading what="the folders" />
            ) : (
              <Folders found={folders.value} chosen={folder} choose={(one) => show(q, one)} />
            )}
          </div>
          <div class="section">
            <div class="filters">
              <label class="control">
                First digits of an id
                <input
                  class="input digits"
                  type="search"
                  data-box
                  spellcheck={false}
                  placeholder="9f2c"
                  aria-invalid={!isPrefix}
                  value={q}
                  onInput={({ currentTarget }) => show(currentTarget.value, folder)}
                />
                {isPrefix ? null : (
                  <span class="fault">An id has the digits 0 to 9 and a to f, 64 of them.</span>
                )}
              </label>
              <div class="buttons foot">
                <span class="lead" role="status">
                  {list.state === "ready" ? `${countText(list.total)} found` : ""}
                </span>
                <button
                  type="button"
                  class="button"
                  disabled={chosen.size === 0}
                  onClick={() => setChosen(new Map())}
                >
                  Choose none
                </button>
              </div>
            </div>
            {list.state === "failed" ? <Failed why={list.why} retry={list.again} /> : null}
            {list.state === "loading" ? <Loading what="envelopes" /> : null}
            {list.state === "ready" && list.total === 0 ? (
              <Empty what="No envelope here begins with these digits.">
                <button type="button" class="button" onClick={() => show("", null)}>
                  Show all envelopes
                </button>
              </Empty>
            ) : null}
            {list.state === "ready" && list.total > 0 ? (
              <Table
                label="Envelopes"
                columns={columnsOf(chosen)}
                count={list.total}
                rowAt={list.rowAt}
                wanted={list.wanted}
                open={toggle}
                height={480}
              />
            ) : null}
          </div>
        </div>
      )}
      {isNew ? null : (
        <Orders
          chosen={chosen}
          done={renew}
          scope={{
            account,
            folder,
            prefix,
            total: list.total,
            folders:
              folders.state === "ready" && folders.value !== null
                ? folders.value.folders.map((one) => one.folder)
                : [],
          }}
        />
      )}
      <section class="section" aria-label="Balance over time">
        <h2>Balance over time</h2>
        <History balance={balance.value} />
      </section>
    </>
  );
}

export function Screen({ query }: ScreenProps) {
  return (
    <div class="page">
      <h1>Vault</h1>
      <NeedsAccount what="your envelopes and credits">
        <Vault query={query} />
      </NeedsAccount>
    </div>
  );
}
