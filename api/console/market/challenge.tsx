/** Disputes a result of a node, and reads a verdict. */
import { useState } from "preact/hooks";
import { listAt, textAt, type Fields } from "../connection/json.js";
import { Outcome, TextField, useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { downloadJson } from "../files/download.js";
import { client } from "../connection/session.js";

export function Challenge({
  close,
  job,
  node,
}: {
  readonly job: string;
  readonly node: string;
  readonly close: () => void;
}) {
  const [deposit, setDeposit] = useState("");
  const action = useAction();
  const challenge = async (): Promise<string> => {
    const challenge = valueOf(
      await client.value.contributeChallenge({ job, node, deposit: deposit.trim().toLowerCase() }),
    );
    return `Challenge ${challenge.challenge}. Read its verdict on the page of jobs.`;
  };
  return (
    <form
      class="notice warn"
      onSubmit={(event) => {
        event.preventDefault();
        action.run("challenge", challenge);
      }}
    >
      <p>
        This node computes the part again, and a drawn one decides. Is the result wrong, the whole
        bond of {node.slice(0, 12)} is withheld; is it right, your deposit is burned.
      </p>
      <TextField
        action={action}
        label="An envelope of yours as deposit: its id"
        name="deposit"
        value={deposit}
        change={setDeposit}
      />
      <div class="buttons">
        <button class="button risky" disabled={action.busy !== "" || deposit.trim() === ""}>
          {action.busy === "" ? "Challenge it" : "Computing it …"}
        </button>
        <button type="button" class="button" onClick={close}>
          Leave it
        </button>
      </div>
      <Outcome action={action} />
    </form>
  );
}

const OUTCOMES: Readonly<Record<string, readonly [string, string]>> = {
  upheld: ["bad", "upheld: the result was wrong, and its bond is withheld"],
  rejected: ["good", "rejected: the result was right, and the deposit is burned"],
  not_reproducible: ["warn", "not reproducible: nobody loses anything"],
};

export function Verdict() {
  const [id, setId] = useState("");
  const [verdict, setVerdict] = useState<Fields | null>(null);
  const action = useAction();
  const read = async (): Promise<string> => {
    setVerdict(null);
    setVerdict(
      valueOf(await client.value.contributeVerdict({ challenge: id.trim().toLowerCase() })),
    );
    return "";
  };
  const [mark, said] = OUTCOMES[textAt(verdict, "outcome")] ?? [
    "open",
    "no verdict yet: it waits for the node that was drawn",
  ];
  return (
    <section class="section" aria-labelledby="verdict">
      <h2 id="verdict">A verdict</h2>
      <form
        class="pair"
        onSubmit={(event) => {
          event.preventDefault();
          action.run("read", read);
        }}
      >
        <TextField
          action={action}
          label="Id of a challenge"
          name="challenge"
          value={id}
          change={setId}
        />
        <div class="buttons">
          <button
            class="button"
            disabled={action.busy !== "" || id.trim() === ""}
            data-verdict-read
          >
            Show its verdict
          </button>
        </div>
      </form>
      <Outcome action={action} />
      {verdict === null ? null : (
        <div class="section">
          <p class={`mark ${mark}`}>{said}</p>
          <div class="buttons">
            <span class="label">{listAt(verdict, "events").length} signed events show it</span>
            <button
              type="button"
              class="button"
              onClick={() => downloadJson("verdict.json", verdict)}
            >
              Save it for calc verify
            </button>
          </div>
        </div>
      )}
    </section>
  );
}
