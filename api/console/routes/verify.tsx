/** A receipt proved here: dropped, pasted, or fetched by its id. A file needs no node. */
import { useEffect, useState } from "preact/hooks";
import { engine } from "../engine/ask.js";
import { isObject } from "../json.js";
import { useAsked, valueOf } from "../parts/asked.js";
import { takeDropped } from "../parts/dropped.js";
import { Proof } from "../parts/proof.js";
import { Failed, Loading } from "../parts/states.js";
import { go, type ScreenProps } from "../router.js";
import { client } from "../session.js";

const BYTES_MAX = 16 * 1_048_576;
const ID = /^[0-9a-f]{64}$/;

function ById({ id }: { readonly id: string }) {
  const asked = useAsked(
    async () => valueOf(await client.value.receipt({ id })),
    [id, client.value],
  );
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
  return <Proof held={asked.value} id={id} />;
}

function readText(text: string): { readonly held: unknown } | { readonly why: string } {
  try {
    const held: unknown = JSON.parse(text);
    return isObject(held) ? { held } : { why: "This is JSON, but no receipt." };
  } catch {
    return {
      why: "This is no JSON. A receipt is a JSON document, as `calc compute --json` prints it.",
    };
  }
}

export function Screen({ query }: ScreenProps) {
  const [held, setHeld] = useState<unknown>(null);
  const [name, setName] = useState("");
  const [why, setWhy] = useState("");
  const [pasted, setPasted] = useState("");
  const [isOver, setOver] = useState(false);
  const id = (query.get("id") ?? "").toLowerCase();
  // What proves is here before the node may be gone.
  useEffect(() => void engine.domains().catch(() => undefined), []);
  useEffect(() => {
    const document = takeDropped();
    if (document !== null) take(document.text, document.name);
  }, []);
  const take = (text: string, from: string): void => {
    const read = readText(text);
    setWhy("why" in read ? read.why : "");
    setHeld("held" in read ? read.held : null);
    setName(from);
    if (id !== "") go("/verify", { replace: true });
  };
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > BYTES_MAX) setWhy(`${file.name} is too large for a receipt.`);
    else take(await file.text(), file.name);
  };
  const check = (): void => {
    const text = pasted.trim();
    if (ID.test(text.toLowerCase())) {
      setHeld(null);
      setWhy("");
      go(`/verify?id=${text.toLowerCase()}`, { replace: true });
    } else take(text, "the pasted text");
  };
  return (
    <div class="page">
      <h1>Verify</h1>
      <p class="lead">
        The page proves a receipt itself: hash, path, signature, and the value computed again.
        Nobody is asked, and a file works with the node stopped.
      </p>
      <label
        class={`drop ${isOver ? "over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void takeFile(event.dataTransfer?.files[0]);
        }}
      >
        <span>Drop a receipt here, or choose a file</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => void takeFile(currentTarget.files?.[0])}
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
      {held !== null ? (
        <section class="section" aria-label="Proof">
          <h2>{name}</h2>
          <Proof held={held} />
        </section>
      ) : id === "" ? null : (
        <section class="section" aria-label="Proof">
          <h2>Receipt</h2>
          <ById id={id} />
        </section>
      )}
    </div>
  );
}
