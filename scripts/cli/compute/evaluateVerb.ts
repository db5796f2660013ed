/** `calc evaluate`: an equation that is typed by hand, with what it takes. */
import type { Verb } from "../../../api/cli/session.js";
import { usage } from "../../../api/cli/exitCodes.js";
import { conversionAsked, convertQuantity } from "../../../protocol/units/quantity/index.js";
import { evaluateLines, evaluateOne, type EvaluateOptions } from "./evaluate.js";

export const evaluateVerb: Verb = {
  register(program, run) {
    const command = program
      .command("evaluate")
      .description("Evaluate an equation typed by hand, without a daemon")
      .argument("[equation]", 'as in "E = m c^2"')
      .argument("[inputs...]", "name=number, in SI or in the unit that --symbols gives")
      .option("--symbols <name=unit...>", "units of names, as in m=kg")
      .option("--uncertainties <name=number...>", "standard uncertainties of inputs")
      .option("--solve-for <name>", "the unknown, if it is not the subject")
      .option("--unit <unit>", "in which the result is shown beside SI, as in km/h")
      .option(
        "--stdin",
        "one JSON request a line: {id, equation, inputs, symbols?, solve_for?, uncertainties?}",
      );
    command.action(async (equation: string | undefined, inputs: readonly string[]) => {
      await run(command, async (session) => {
        const options = command.opts<EvaluateOptions>();
        if (options.stdin === true) return evaluateLines(session.modules);
        if (equation === undefined)
          throw usage("give an equation, or --stdin for one request a line");
        const asked = conversionAsked(equation);
        if (asked !== null && convertQuantity(asked.quantity, asked.to).ok)
          throw usage(
            `${equation} converts a quantity and computes nothing`,
            `calc convert ${equation}`,
          );
        return evaluateOne(session, equation, inputs, options);
      });
    });
  },
};
