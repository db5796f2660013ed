/** Names of the fields by which records say what is watched. */
export type Role = "note" | "what" | "how" | "limit" | "unit" | "hold" | "act";

const NAMES: readonly (readonly [role: Role, names: string])[] = [
  [
    "what",
    "sensor signal reading metric channel measurand quantity what variable parameter tag point source input name",
  ],
  ["how", "op operator condition comparator comparison cmp when direction trigger is"],
  ["note", "type kind rule id severity priority description title comment"],
  ["limit", "limit threshold value setpoint set_point bound"],
  ["unit", "unit units uom"],
  ["hold", "hold for duration delay hold_time for_at_least sustained min_duration"],
  ["act", "action act do then"],
];

export const KEYS: ReadonlyMap<string, Role> = new Map(
  NAMES.flatMap(([role, names]) => names.split(" ").map((name) => [name, role] as const)),
);
