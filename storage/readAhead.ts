/** Reading what will be needed next while what was read before is worked on. */

/**
 * Items in their order, each with what was read for it.
 * @param count of items that are read ahead of the one that is worked on
 * @throws what the items or a reading throw, when its turn comes
 */
export async function* readAhead<Item, Found>(
  items: AsyncIterable<Item> | Iterable<Item>, read: (item: Item) => Promise<Found>, count: number,
): AsyncGenerator<readonly [Item, Found]> {
  const waiting: { readonly item: Item; readonly reading: Promise<Found> }[] = [];
  for await (const item of items) {
    const reading = read(item);
    // Told to whoever waits for it.
    reading.catch(() => undefined);
    waiting.push({ item, reading });
    if (waiting.length <= count) continue;
    const first = waiting.shift()!;
    yield [first.item, await first.reading];
  }
  for (const { item, reading } of waiting) yield [item, await reading];
}
