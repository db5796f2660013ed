/** `calc derive "mass = 2 kg" "speed = 3 m/s" --wanted "kinetic energy"`: laws joined by a daemon. */
import { usage } from "../../../api/cli/exitCodes.js";
import type { Verb } from "../../../api/cli/session.js";

interface Options {
  readonly wanted: string;
  readonly in?: string;
  readonly case?: readonly string[];
  readonly use?: string;
  readonly seal?: boolean;
}

export const deriveVerb: Verb = {
  register(program, run) {
    const command = program
      .command("derive")
      .description("Join laws from what is known to what is wanted; --seal has a receipt")
      .argument("<known...>", 'each as in "mass of bullet = 10 g"')
      .requiredOption("--wanted <kind>", 'as in "kinetic energy"')
      .option("--in <unit>", "unit of the answer")
      .option("--case <words...>", "things and cases that hold, as in pendulum")
      .option("--use <ids>", "laws that may join, with commas between them")
      .option("--seal", "seal the answer as one chain, at its price");
    command.action(async (known: readonly string[]) => {
      await run(command, async (session) => {
        const { case: cases, in: unit, seal, use, wanted } = command.opts<Options>();
        const request = {
          known: known.map(stated),
          wanted: { ...named(wanted), ...(unit === undefined ? {} : { unit }) },
          ...(cases === undefined ? {} : { cases: [...cases] }),
          ...(use === undefined ? {} : { use: use.split(",").map((id) => id.trim()) }),
        };
        const client = await session.modules.client(session.options);
        return seal === true
          ? session.show(await client.deriveSealed(request))
          : session.show(await client.derive(request));
      });
    });
  },
};

/** `speed of the bullet`: whose it is stands behind "of". */
function named(text: string): { readonly kind: string; readonly of?: string } {
  const [kind = "", of] = text.trim().split(/ of (?:the )?/, 2);
  // "moment of inertia" and "angle of incidence" are kinds.
  const isWhole = of === undefined || /^(?:moment|angle|coefficient|amount|index)$/.test(kind);
  return isWhole ? { kind: text.trim() } : { kind, of };
}

const STATED = /^([^=]+)=\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*(.*)$/;

function stated(text: string) {
  const [, name, value, unit = ""] = STATED.exec(text) ?? [];
  if (name === undefined || !Number.isFinite(Number(value)))
    throw usage(
      `${JSON.stringify(text)} is no quantity with its value`,
      'Write each as in "mass = 2 kg".',
    );
  return {
    ...named(name),
    value: Number(value),
    ...(unit.trim() === "" ? {} : { unit: unit.trim() }),
  };
}
