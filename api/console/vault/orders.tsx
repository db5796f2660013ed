/** Orders over envelopes, each with what it would move, burn and mint before it is given. */
import type { TargetedInputEvent } from "preact";
import { useState } from "preact/hooks";
import { signMove } from "../../client/identity.js";
import { valueOf } from "../connection/asked.js";
import { Outcome, useAction } from "../parts/action.js";
import { countText } from "../parts/when.js";
import { client } from "../connection/session.js";
import { previewOf, type Envelope, type Preview } from "./envelopes.js";
import type { Folder } from "./folders.js";

/** Envelopes of one order between nodes; the same as MOVE_TOKENS_MAX of the protocol. */
const SENT_MAX = 10;
const LIFE_CALCONDS = 111_197;
const NONCE_BYTES = 12;
const HEX = 16;

type Kind = "file" | "move" | "send" | "burn";
const WORDS: Readonly<Record<Kind, string>> = {
  file: "File",
  move: "Move to an account",
  send: "Send to another node",
  burn: "Burn",
};

/** Where orders are given from. */
export interface Scope {
  readonly account: string;
  readonly folder: Folder;
  /** Of token ids. */
  readonly prefix: string;
  /** In the folder, with that prefix. */
  readonly total: number;
  readonly folders: readonly string[];
}

interface OrderForm {
  readonly folder: string;
  readonly to: string;
  readonly destination: string;
  readonly equation: string;
  /** "" where those that are chosen are meant. */
  readonly count: string;
}

const NOTHING: OrderForm = { folder: "", to: "", destination: "", equation: "", count: "" };

function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(NONCE_BYTES))]
    .map((byte) => byte.toString(HEX).padStart(2, "0"))
    .join("");
}

/** Signs with the equation, which stays in the page. */
async function send({ account }: Scope, form: OrderForm, { movable }: Preview): Promise<string> {
  const [mesh, pulse] = await Promise.all([client.value.meshStatus(), client.value.pulse()]);
  const { net, publicKey } = valueOf(mesh);
  const order = signMove(form.equation, {
    destination: form.destination.trim().toLowerCase(),
    expires: valueOf(pulse).calcond + LIFE_CALCONDS,
    from: account,
    net,
    nonce: nonce(),
    origin: publicKey,
    to: form.to.trim(),
    tokens: movable.map(({ token_id, version }) => ({ token_id, version })),
  });
  const { count, state } = valueOf(await client.value.transferSend(order));
  return `${countText(count)} ended here and are on their way: ${state}.`;
}

async function give(
  kind: Kind,
  scope: Scope,
  order: OrderForm,
  chosen: readonly Envelope[],
  preview: Preview,
): Promise<string> {
  const count = Number(order.count);
  const tokens = { token_ids: preview.movable.map(({ token_id }) => token_id) };
  switch (kind) {
    case "file": {
      const where = {
        ...(scope.folder === null
          ? {}
          : { from_folder: scope.folder === "" ? null : scope.folder }),
        ...(scope.prefix === "" ? {} : { q: scope.prefix }),
      };
      const { moved } = valueOf(
        await client.value.fileEnvelopes({
          folder: order.folder === "" ? null : order.folder.trim(),
          ...(order.count === ""
            ? { token_ids: chosen.map(({ token_id }) => token_id) }
            : { count, ...where }),
        }),
      );
      return `${countText(moved)} filed.`;
    }
    case "move": {
      const { moved } = valueOf(
        await client.value.transferEnvelopes({
          to: order.to.trim(),
          ...(order.count === "" ? tokens : { count }),
        }),
      );
      return `${countText(moved)} moved.`;
    }
    case "burn": {
      const { burned, value } = valueOf(await client.value.burnEnvelopes(tokens));
      return `${countText(burned)} burned, with a face value of ${countText(value)}.`;
    }
    case "send":
      return send(scope, order, preview);
    default:
      return kind satisfies never;
  }
}

/** What keeps an order from being given; null for nothing. */
function hindrance(
  kind: Kind,
  order: OrderForm,
  chosen: number,
  { movable }: Preview,
): string | null {
  const byCount = order.count !== "" && (kind === "file" || kind === "move");
  if (byCount && !/^[1-9]\d{0,14}$/.test(order.count))
    return "The number is a whole one from 1 on.";
  if (!byCount && chosen === 0)
    return kind === "file" || kind === "move"
      ? "Choose envelopes in the list (click, or Enter), or say how many."
      : "Choose envelopes in the list: click them, or press Enter.";
  if (!byCount && kind !== "file" && movable.length === 0) return "None of those can be moved.";
  if (kind === "send" && movable.length > SENT_MAX)
    return `One order has at most ${SENT_MAX} envelopes: choose fewer.`;
  if ((kind === "move" || kind === "send") && order.to.trim() === "")
    return "Say to which account.";
  if (kind === "send" && !/^[0-9a-f]{64}$/i.test(order.destination.trim()))
    return "A node is named by its public key: 64 hex digits.";
  return kind === "send" && order.equation.trim() === ""
    ? "The order is signed here with your equation."
    : null;
}

function Line({ mark, word }: { readonly word: string; readonly mark: string }) {
  return (
    <li>
      <span class={`mark ${mark}`}>{word}</span>
    </li>
  );
}

/** What would happen. */
function Effects({
  chosen,
  kind,
  preview: { movable, staying, value },
  scope,
  order,
}: {
  readonly kind: Kind;
  readonly chosen: number;
  readonly preview: Preview;
  readonly scope: Scope;
  readonly order: OrderForm;
}) {
  const named = countText(movable.length);
  const stay = staying.map(([why, count]) => (
    <Line key={why} mark="warn" word={`${countText(count)} stay: ${why}`} />
  ));
  if (kind === "file") {
    const count = order.count === "" ? chosen : Math.min(Number(order.count), scope.total);
    const where =
      order.folder.trim() === "" ? "out of their folders" : `into ${order.folder.trim()}`;
    return (
      <ul class="list effects" data-preview>
        <Line mark="good" word={`${countText(count)} go ${where}`} />
        <Line mark="open" word="0 change their owner, 0 burned, 0 minted" />
      </ul>
    );
  }
  if (kind === "move" && order.count !== "")
    return (
      <ul class="list effects" data-preview>
        <Line
          mark="good"
          word={`${countText(Number(order.count))} drawn at random from all that can move`}
        />
        <Line mark="open" word="0 burned, 0 minted; where fewer can move, none does" />
      </ul>
    );
  return (
    <ul class="list effects" data-preview>
      {kind === "move" ? (
        <>
          <Line mark="good" word={`${named} change their owner, face value ${countText(value)}`} />
          <Line mark="open" word="0 burned, 0 minted" />
        </>
      ) : null}
      {kind === "burn" ? (
        <>
          <Line mark="bad" word={`${named} burned for good, face value ${countText(value)}`} />
          <Line mark="open" word="0 minted; their receipts stay valid" />
        </>
      ) : null}
      {kind === "send" ? (
        <>
          <Line mark="bad" word={`${named} burned here, face value ${countText(value)}`} />
          <Line mark="good" word={`${named} minted there, or given back if it takes none`} />
        </>
      ) : null}
      {stay}
    </ul>
  );
}

export function Orders({
  chosen,
  done,
  scope,
}: {
  readonly scope: Scope;
  readonly chosen: ReadonlyMap<string, Envelope>;
  /** After an order was given. */
  readonly done: () => void;
}) {
  const [kind, setKind] = useState<Kind>("file");
  const [order, setOrder] = useState<OrderForm>(NOTHING);
  const [isSure, setSure] = useState(false);
  const action = useAction();
  const all = [...chosen.values()];
  const preview = previewOf(all);
  const why = hindrance(kind, order, all.length, preview);
  const set = (name: keyof OrderForm, value: string): void => {
    setOrder((now) => ({ ...now, [name]: value }));
    setSure(false);
  };
  const isRisky = kind === "burn" || kind === "send";
  const field = (name: keyof OrderForm, label: string, placeholder = "") => {
    const more = {
      class: `input ${name === "folder" || name === "count" ? "" : "digits"}`,
      autocomplete: "off",
      spellcheck: false,
      name,
      placeholder,
      value: order[name],
      onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) =>
        set(name, currentTarget.value),
    } as const;
    return (
      <label class="control">
        {label}
        {name === "equation" ? (
          <input type="password" {...more} />
        ) : name === "folder" ? (
          <input type="text" list="vault-folders" {...more} />
        ) : (
          <input type="text" {...more} />
        )}
      </label>
    );
  };
  return (
    <section class="section orders" aria-label="Orders">
      <div class="head">
        <h2>Orders</h2>
        <span class="lead" role="status">
          {all.length === 0 ? "none chosen" : `${countText(all.length)} chosen`}
        </span>
      </div>
      <div class="buttons" role="group" aria-label="What to do">
        {(["file", "move", "send", "burn"] as const).map((one) => (
          <button
            key={one}
            type="button"
            class="button"
            aria-pressed={one === kind}
            onClick={() => {
              setKind(one);
              setSure(false);
              action.clear();
            }}
          >
            {WORDS[one]}
          </button>
        ))}
      </div>
      <form
        class="columns"
        onSubmit={(event) => {
          event.preventDefault();
          if (why !== null) return;
          if (isRisky && !isSure) {
            setSure(true);
            return;
          }
          action.run(kind, async () => {
            const said = await give(kind, scope, order, all, preview);
            setOrder(NOTHING);
            setSure(false);
            done();
            return said;
          });
        }}
      >
        <div class="section">
          {kind === "file" ? field("folder", "Folder, or nothing to take them out") : null}
          <datalist id="vault-folders">
            {scope.folders.map((folder) => (
              <option key={folder} value={folder} />
            ))}
          </datalist>
          {kind === "send" ? field("destination", "Public key of the node") : null}
          {kind === "move" || kind === "send" ? field("to", "Account, or its identity") : null}
          {kind === "file" || kind === "move"
            ? field(
                "count",
                kind === "file"
                  ? `How many of the ${countText(scope.total)} shown, in the place of those chosen`
                  : "How many, in the place of those chosen",
                "those chosen",
              )
            : null}
          {kind === "send"
            ? field("equation", "Your equation: it signs here and never leaves the page")
            : null}
        </div>
        <div class="section">
          <h3>What would happen</h3>
          {why === null ? (
            <Effects {...{ kind, preview, scope, order }} chosen={all.length} />
          ) : (
            <p class="lead" data-hindrance>
              {why}
            </p>
          )}
          <div class="buttons">
            <button
              class={`button ${isRisky ? "risky" : "main"}`}
              disabled={why !== null || action.busy !== ""}
            >
              {action.busy !== ""
                ? "Working …"
                : isSure
                  ? `Yes, ${kind} ${countText(preview.movable.length)} for good`
                  : WORDS[kind]}
            </button>
          </div>
        </div>
      </form>
      <Outcome action={action} />
    </section>
  );
}
