/** Words of people for laws: by which they ask, what stands near a number, and where a law is at work. */
import data from "./sayings.json" with { type: "json" };

export interface Sayings {
  /** Words that ask for the result. */
  readonly asks: string;
  /** Words near the number of an input. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Things and events that the law is about. */
  readonly scene: string;
}

const NONE: Sayings = { asks: "", inputs: {}, scene: "" };
const sayings = new Map<string, Sayings>();

/** In the file: `asks | symbol: words; symbol: words | scene`. */
export function saidOf(id: string): Sayings {
  const before = sayings.get(id);
  if (before !== undefined) return before;
  const text: unknown = Reflect.get(data.laws, id);
  if (typeof text !== "string") return NONE;
  const [asks, inputs, scene] = text.split("|").map((part) => part.trim());
  const said = {
    asks: asks ?? "",
    inputs: Object.fromEntries(
      (inputs ?? "").split(";").flatMap((part) => {
        const at = part.indexOf(":");
        return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const];
      }),
    ),
    scene: scene ?? "",
  };
  sayings.set(id, said);
  return said;
}
