/** A receipt proved here: dropped, pasted, or fetched by its id. A file needs no node. */
import { useEffect, useState } from "preact/hooks";
import { isExportedLog } from "../../../protocol/log/opening.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { engine } from "../engine/ask.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { useDrop } from "../files/dropPlace.js";
import { dropped, takeDropped } from "../files/dropped.js";
import { Proof } from "../parts/proof.js";
import { Failed, Loading } from "../parts/states.js";
import { go, type ScreenProps } from "../connection/router.js";
import { client } from "../connection/session.js";
import { Chain } from "../verify/chain.js";
import { LogProof } from "../verify/log.js";
import "../style/verify.css";

const BYTES_MAX = 16 * 1_048_576;
const ID = /^[0-9a-f]{64}$/;

function ById({ id }: { readonly id: string }) {
  const asked = useAsked(async () => {
    const held = valueOf(await client.value.receipt({ id }));
    return { held, list: [held] };
  }, [id, client.value]);
  if (asked.state === "loading") return <Loading what="the receipt" />;
  if (asked.state === "failed")
    return (
      <Failed why={asked.why} retry={asked.again}>
        <p>
          A private receipt is shown to its owner alone: sign in, or drop the file that its owner
          holds.
        </p>
      </Failed>
    );
  return (
    <>
      <Proof held={asked.value.held} id={id} />
      <Chain held={asked.value.list} title="In its chain" />
    </>
  );
}

type Read =
  | { readonly held: readonly unknown[] }
  | { readonly log: string }
  | { readonly why: string };

/** An exported log, one document, a list of them, or one a line. */
function readText(text: string): Read {
  if (isExportedLog(text)) return { log: text };
  try {
    const read: unknown = JSON.parse(text);
    const all: readonly unknown[] = Array.isArray(read) ? read : [read];
    return all.length > 0 && all.every(isObject)
      ? { held: all }
      : { why: "This is JSON, but no receipt." };
  } catch {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    try {
      const all = lines.map((line): unknown => JSON.parse(line));
      if (all.length > 1 && all.every(isObject)) return { held: all };
    } catch {
      // Neither one document nor several.
    }
    return {
      why: "This is no JSON. A receipt is a JSON document, as `calc compute --json` prints it.",
    };
  }
}

/** Several receipts as a chain; one with its proof in front. */
function Held({ held, name }: { readonly held: readonly unknown[]; readonly name: string }) {
  const [only] = held;
  return (
    <>
      {held.length === 1 ? (
        <section class="section" aria-label="Proof">
          <h2>{name}</h2>
          <Proof held={only} />
        </section>
      ) : null}
      <Chain held={held} title={held.length === 1 ? "In its chain" : name} />
    </>
  );
}

export function Screen({ query }: ScreenProps) {
  const [held, setHeld] = useState<readonly unknown[] | null>(null);
  const [log, setLog] = useState("");
  const [name, setName] = useState("");
  const [why, setWhy] = useState("");
  const [pasted, setPasted] = useState("");
  const { handlers, isOver } = useDrop((held) => void takeFiles(held?.files));
  const id = (query.get("id") ?? "").toLowerCase();
  // What proves is here before the node may be gone.
  const loaded = useAsked(
    () =>
      Promise.all([
        engine.domains(),
        engine.link({}),
        engine.prove({}, null, null),
        engine.proveLog(""),
      ]),
    [],
  );
  useEffect(() => {
    const document = takeDropped();
    if (document !== null) take(document.text, document.name);
  }, [dropped.value]);
  const take = (text: string, from: string): void => {
    const read = readText(text);
    setWhy("why" in read ? read.why : "");
    setHeld("held" in read ? read.held : null);
    setLog("log" in read ? read.log : "");
    setName(from);
    if (id !== "") go("/verify", { replace: true });
  };
  const takeFiles = async (files: FileList | undefined | null): Promise<void> => {
    const all = [...(files ?? [])];
    const large = all.find(({ size }) => size > BYTES_MAX);
    const [only] = all;
    if (large !== undefined) setWhy(`${large.name} is too large for a receipt.`);
    else if (all.length === 1 && only !== undefined) take(await only.text(), only.name);
    else if (all.length > 1) {
      const read = await Promise.all(all.map(async (file) => readText(await file.text())));
      const bad = read.findIndex((one) => !("held" in one));
      setWhy(bad < 0 ? "" : `${all[bad]?.name ?? ""} holds no receipt.`);
      setHeld(bad < 0 ? read.flatMap((one) => ("held" in one ? one.held : [])) : null);
      setLog("");
      setName(`${all.length} files`);
      if (id !== "") go("/verify", { replace: true });
    }
  };
  const check = (): void => {
    const text = pasted.trim();
    if (ID.test(text.toLowerCase())) {
      setHeld(null);
      setLog("");
      setWhy("");
      go(`/verify?id=${text.toLowerCase()}`, { replace: true });
    } else take(text, "the pasted text");
  };
  return (
    <div class="page">
      <h1>Verify</h1>
      <p class="lead">
        The page proves a receipt itself: hash, path, signature, and the value computed again.
        Several are shown as the chain that they are of, and the steps of an exported contract are
        made again. Nobody is asked, and files work with the node stopped.
      </p>
      <label class={`drop ${isOver ? "over" : ""}`} {...handlers}>
        <span>Drop receipts here, or choose files</span>
        {loaded.state === "ready" ? (
          <span class="mark good" data-offline="ready">
            all that proves them is in this page: it needs no node now
          </span>
        ) : null}
        <input
          type="file"
          multiple
          accept=".json,.ndjson,application/json"
          onChange={({ currentTarget }) => void takeFiles(currentTarget.files)}
        />
      </label>
      <form
        class="section"
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <label class="control">
          Or paste a receipt, an answer that holds one, or a receipt's id
          <textarea
            class="input digits"
            data-box
            spellcheck={false}
            value={pasted}
            onInput={({ currentTarget }) => setPasted(currentTarget.value)}
          />
        </label>
        <div class="buttons">
          <button class="button main" disabled={pasted.trim() === ""}>
            Verify
          </button>
        </div>
      </form>
      {why === "" ? null : <Failed why={why} />}
      {log !== "" ? (
        <section class="section" aria-label="Log">
          <h2>{name}</h2>
          <LogProof text={log} />
        </section>
      ) : held !== null ? (
        <Held held={held} name={name} />
      ) : id === "" ? null : (
        <section class="section" aria-label="Proof">
          <h2>Receipt</h2>
          <ById id={id} />
        </section>
      )}
    </div>
  );
}
