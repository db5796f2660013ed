import { nearestName } from "../search/nearest.js";

/** ` Is X meant?` with the nearest name, or nothing. */
export function closest(name: string, names: readonly string[]): string {
  const found = nearestName(name, names);
  return found === null ? "" : ` Is ${found} meant?`;
}
