/** What became of a message for each of its recipients. */
import type { Recipient } from "./box.js";

const STATES: Readonly<Record<string, readonly [mark: string, word: string]>> = {
  delivered: ["good", "delivered: it stands in the inbox"],
  unknown: ["bad", "unknown: nobody has this address"],
  full: ["bad", "full: the mailboxes are"],
};

export function Delivery({ recipients }: { readonly recipients: readonly Recipient[] }) {
  if (recipients.length === 0) return null;
  return (
    <ul class="list delivery" data-delivery>
      {recipients.map(({ address, status }) => {
        const [mark, word] = STATES[status] ?? ["open", status.replaceAll("_", " ")];
        return (
          <li key={address}>
            <span class="digits">{address}</span>
            <span class={`mark ${mark}`}>{word}</span>
          </li>
        );
      })}
    </ul>
  );
}
