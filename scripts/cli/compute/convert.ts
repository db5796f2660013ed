/** `calc convert 5 mi to km`: a quantity in another unit, exactly, in this process. */
import { EXIT, usage } from "../../../api/cli/exitCodes.js";
import type { Verb } from "../../../api/cli/session.js";
import {
  conversionAsked,
  convertQuantity,
  type Conversion,
} from "../../../protocol/units/quantity/index.js";

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

/** The words with `to` before the last one, where that is a unit for them; else an example. */
function withTo(text: string): string {
  const [, quantity = "", to = ""] = /^(.*\S)\s+(\S+)$/.exec(text) ?? [];
  return convertQuantity(quantity, to).ok ? `${quantity} to ${to}` : "5 mi to km";
}

/** @throws CliError for what is no quantity, no unit, or of another kind */
function converted(text: string): Conversion {
  const asked = conversionAsked(text);
  if (asked === null)
    throw usage(
      `${JSON.stringify(text)} does not say in which unit`,
      `Write it as in: calc convert ${withTo(text)}`,
    );
  const found = convertQuantity(asked.quantity, asked.to);
  if (found.ok) return found.conversion;
  const remedies = {
    quantity: "Write one number with its unit, as in 5 mi or 5.0 ± 0.1 mi.",
    to: "Name a unit of the same kind, as in km.",
  };
  throw usage(found.message, remedies[found.part]);
}
