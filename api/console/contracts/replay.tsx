/** Makes the recorded firings again, and shows the first difference: of this program or another. */
import { useState } from "preact/hooks";
import { isObject } from "../../../protocol/encoding/json.js";
import type { Operations } from "../../client/client.js";
import type { OutputOf } from "../../contract/definition/operation.js";
import { textAt, type Fields } from "../connection/json.js";
import { useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { Failed } from "../parts/states.js";
import { countText } from "../parts/when.js";
import { client } from "../connection/session.js";

type Answer = OutputOf<Operations["contractReplay"]>;

interface Replayed {
  readonly checked: number;
  readonly difference: Fields | null;
  readonly isOther: boolean;
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** @param text of the program in the editor */
export function ReplayLog({
  contract,
  current,
  text,
}: {
  readonly contract: string;
  readonly current: Fields;
  readonly text: string;
}) {
  const [replayed, setReplayed] = useState<Replayed | null>(null);
  const action = useAction();
  const isChanged = text !== JSON.stringify(current, null, 2);
  const replay = async (isOther: boolean): Promise<string> => {
    const program: unknown = isOther ? JSON.parse(text) : null;
    let checked = 0;
    let from: number | null = 0;
    while (from !== null) {
      const answer: Answer = valueOf(
        await client.value.contractReplay({
          id: contract,
          fromSeq: from,
          ...(isObject(program) ? { program } : {}),
        }),
      );
      checked += answer.checked;
      setReplayed({ checked, difference: answer.firstDifference, isOther });
      from = answer.identical ? answer.next : null;
    }
    return "";
  };
  const difference = replayed?.difference ?? null;
  return (
    <section class="section" aria-labelledby="replay">
      <div class="head">
        <h2 id="replay">Replay</h2>
        <span class="buttons">
          <button
            type="button"
            class="button"
            disabled={action.busy !== ""}
            onClick={() => action.run("own", () => replay(false))}
            data-replay
          >
            {action.busy === "own" ? "Replaying …" : "Replay the log"}
          </button>
          <button
            type="button"
            class="button"
            disabled={action.busy !== "" || !isChanged}
            title={isChanged ? "" : "Change the program below first"}
            onClick={() => action.run("other", () => replay(true))}
          >
            {action.busy === "other" ? "Replaying …" : "Replay with the changed program"}
          </button>
        </span>
      </div>
      {action.failed === "" ? null : <Failed why={action.failed} />}
      {replayed === null ? (
        <p class="label">
          Every recorded firing is computed again, to the bit. Change the program below to see what
          another one would have done.
        </p>
      ) : difference === null ? (
        <p class="mark good" data-replayed="identical">
          {replayed.checked === 0
            ? "nothing was recorded yet: there is no firing to replay"
            : `${countText(replayed.checked)} ${replayed.checked === 1 ? "firing" : "firings"} came out again${
                replayed.isOther ? ", by the changed program as well" : ", bit for bit"
              }`}
        </p>
      ) : (
        <div class="section" data-replayed="differs">
          <p class={`mark ${replayed.isOther ? "warn" : "bad"}`}>
            row {textAt(difference, "seq")} is the first that differs, in{" "}
            {textAt(difference, "member")}
          </p>
          <div class="columns">
            <div class="section">
              <h3>Recorded</h3>
              <pre tabIndex={0}>{valueText(difference["recorded"])}</pre>
            </div>
            <div class="section">
              <h3>{replayed.isOther ? "The changed program" : "Now"}</h3>
              <pre tabIndex={0}>{valueText(difference["got"])}</pre>
            </div>
          </div>
        </div>
      )}
    </section>
  );
}
