/** `calc convert 5 mi to km`: a quantity in another unit, exactly, in this process. */
import { EXIT, usage } from "../../api/cli/exitCodes.js";
import type { Verb } from "../../api/cli/session.js";
import { factorText, formatDimension, fromSI, parseUnit } from "../../protocol/units/index.js";
import { readQuantity, valueFor } from "../../protocol/units/quantity/index.js";

const ASKED = /^(.*\S)\s+(?:to|in|into|as|->)\s+(\S.*)$/;

export const convertVerb: Verb = {
  register(program, run) {
    const command = program
      .command("convert")
      .description("Convert a quantity to another unit, without a daemon")
      .argument("<words...>", "as in 5 mi to km, or 5 ft 3 in to cm");
    command.action(async (words: readonly string[]) => {
      await run(command, (session) => {
        session.print(converted(words.join(" ")));
        return Promise.resolve(EXIT.ok);
      });
    });
  },
};

/** @throws CliError for what is no quantity, no unit, or of another kind */
function converted(text: string): Readonly<Record<string, unknown>> {
  const [, from, to] = ASKED.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw usage(
      `${JSON.stringify(text)} does not say in which unit`,
      "Write it as in: calc convert 5 mi to km",
    );
  const quantity = readQuantity(from);
  if (!quantity.ok) throw usage(quantity.message, "Write one number with its unit, as in 5 mi.");
  const unit = parseUnit(to);
  if (!unit.ok) throw usage(unit.message, "Name a unit, as in km.");
  const found = valueFor(quantity, { name: "what is converted", unit, isDifference: false });
  if (!found.ok) throw usage(found.message, "Convert to a unit of the same kind.");
  return {
    value: fromSI(found.value, unit),
    unit: unit.text,
    factor: factorText(unit),
    si: { value: found.value, unit: formatDimension(unit.dimension) },
    read: quantity.text,
  };
}
