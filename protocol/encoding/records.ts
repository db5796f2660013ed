/** Objects as tables of names. */

/** The same names with other values, in the same order. */
export function mapped<const Name extends string, V, W>(
  table: Readonly<Record<Name, V>>,
  to: (value: V, name: Name) => W,
): Record<Name, W> {
  return recordOf(namesOf(table), (name) => to(table[name], name));
}

/** A table of these names. */
function recordOf<const Name extends string, V>(
  names: readonly Name[],
  of: (name: Name) => V,
): Record<Name, V> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of the names is entered
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, V>;
}

/** Names of a table whose type lists all of them. */
function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a literal table has no other names
  return Object.keys(table) as Name[];
}
