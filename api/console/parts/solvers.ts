/** Solvers as the node lists them, and their pictures. */
import type { Fields } from "../connection/json.js";
import { valueOf } from "../connection/asked.js";
import { numberText, type FieldSchema } from "../fields/schema.js";
import { client } from "../connection/session.js";

export interface SolverCard {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly primary: { readonly name: string; readonly quantity: string; readonly unit: string };
  readonly limits: Readonly<Record<string, number>>;
  readonly sufficient: readonly (readonly string[])[];
  readonly examples: readonly { readonly title?: unknown; readonly body: Fields }[];
}

let held: Promise<readonly SolverCard[]> | null = null;

/** All of them: they do not change while the node runs. */
export function solverCards(): Promise<readonly SolverCard[]> {
  held ??= client.value
    .solvers({ limit: 1_000 })
    .then((outcome) => valueOf(outcome).solvers)
    .catch((error: unknown) => {
      held = null;
      throw error;
    });
  return held;
}

/** Drawn from each solver's own answer; the build gives the files their names. */
const pictures: Readonly<Record<string, string>> = import.meta.glob<string>(
  "../../../docs/gallery/*.svg",
  { eager: true, query: "?url", import: "default" },
);

export function pictureFor(id: string): string | null {
  return pictures[`../../../docs/gallery/${id}.svg`] ?? null;
}

/** The body of an example with the contract's own names: `D_mm2_day: 0.13` is `D: "0.13 mm^2/day"`. */
export function canonicalBody(schema: FieldSchema, body: Fields): Fields {
  const properties = Object.entries(schema.properties ?? {});
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (Object.hasOwn(schema.properties ?? {}, name)) return [name, value];
      for (const [own, field] of properties) {
        const unit = field.inUnits?.[name];
        if (unit !== undefined && typeof value === "number")
          return [own, `${numberText(value)} ${unit}`];
        if (field.aliases?.includes(name) === true) return [own, value];
      }
      return [name, value];
    }),
  );
}
