/** Above an answer: that the form has other inputs by now than those that the answer is of. */
import type { Fields } from "../connection/json.js";

/** @param now null where what stands in the form cannot be read */
export function OtherInputs({ now, ran }: { readonly ran: Fields; readonly now: Fields | null }) {
  if (JSON.stringify(ran) === JSON.stringify(now)) return null;
  return (
    <p class="mark warn" role="status" data-other-inputs>
      The answer below is of the inputs that ran. The form has others now.
    </p>
  );
}
