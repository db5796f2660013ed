/** Bodies, particles and media that a question may name, with their measured properties. */
import data from "./entities.json" with { type: "json" };
import { lawStems } from "./lawWords.js";

export interface Entity {
  readonly name: string;
  readonly stems: readonly string[];
  /** SI value and relative uncertainty by property. */
  readonly properties: ReadonlyMap<string, readonly [value: number, uncertainty: number]>;
}

export const entitySource: string = data.source;

export const entities: readonly Entity[] = data.entities.flatMap(({ names, ...properties }) => {
  const values = new Map(
    Object.entries(properties).map(([name, pair]) => [name, [pair[0]!, pair[1]!] as const]),
  );
  return names.map((name) => ({ name, stems: lawStems(name), properties: values }));
});
