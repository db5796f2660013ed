/** What became of a message for each of its recipients. */
import { countText, When } from "../parts/when.js";
import type { Recipient } from "./box.js";

const STATES: Readonly<Record<string, readonly [mark: string, word: string]>> = {
  delivered: ["good", "delivered: it stands in the inbox"],
  queued: ["open", "on its way: the other node has not taken it yet"],
  bounced: ["bad", "bounced: it did not arrive"],
  unreachable: ["bad", "not sent: its node could not be asked"],
  unknown: ["bad", "unknown: nobody has this address"],
  full: ["bad", "full: the mailboxes are"],
};

export function Delivery({ recipients }: { readonly recipients: readonly Recipient[] }) {
  if (recipients.length === 0) return null;
  return (
    <ul class="list delivery" data-delivery>
      {recipients.map(({ address, endsCalcond = null, status, tries = 0, why = "" }) => {
        const [mark, word] = STATES[status] ?? ["open", status.replaceAll("_", " ")];
        return (
          <li key={address}>
            <span class="digits">{address}</span>
            <span class={`mark ${mark}`}>{word}</span>
            <span class="soft">
              {why}
              {tries === 0 ? "" : ` ${countText(tries)} tries failed`}
              {status !== "queued" || endsCalcond === null ? null : (
                <>
                  {" "}
                  tried until <When calcond={endsCalcond} />
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
