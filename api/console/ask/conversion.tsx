/** A quantity in another unit. */
import type { Understood } from "../engine/messages.js";
import { Quantity } from "../parts/number.js";
import { Refused } from "../parts/states.js";

export function ConversionView({
  read,
}: {
  readonly read: Extract<Understood, { readonly kind: "conversion" }>;
}) {
  if ("fault" in read) return <Refused kind="conversion" message={read.fault} />;
  const { exact, read: from, uncertainty = null, unit, value } = read.conversion;
  return (
    <div class="section">
      <p class="value" data-converted={value}>
        <Quantity value={value} unit={unit} uncertainty={uncertainty} />
      </p>
      <p class="lead">
        {from} in {unit}
        {exact ? ", exactly" : ", rounded once"}. A conversion needs no seal: anyone repeats it.
      </p>
    </div>
  );
}
