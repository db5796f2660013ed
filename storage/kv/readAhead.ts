/** Reading what will be needed next while what was read before is worked on. */

interface Waiting<Item, Found> {
  readonly item: Item;
  readonly reading: Promise<Found>;
}

/**
 * Items in their order, each with what was read for it.
 * @param count of items that are read ahead of the one that is worked on
 * @throws what the items or a reading throw, behind everything that came before
 */
export async function* readAhead<Item, Found>(
  items: AsyncIterable<Item> | Iterable<Item>,
  read: (item: Item) => Promise<Found>,
  count: number,
): AsyncGenerator<readonly [Item, Found]> {
  const waiting: Waiting<Item, Found>[] = [];
  for await (const begun of begin(items, read)) {
    if ("error" in begun) {
      yield* inTurn(waiting);
      throw begun.error;
    }
    waiting.push(begun);
    if (waiting.length > count) yield* inTurn(waiting.splice(0, 1));
  }
  yield* inTurn(waiting);
}

async function* begin<Item, Found>(
  items: AsyncIterable<Item> | Iterable<Item>,
  read: (item: Item) => Promise<Found>,
): AsyncGenerator<Waiting<Item, Found> | { readonly error: unknown }> {
  try {
    for await (const item of items) {
      const reading = read(item);
      // A rejection is thrown where this is awaited; until then it must not count as unhandled.
      reading.catch(() => undefined);
      yield { item, reading };
    }
  } catch (error) {
    yield { error };
  }
}

async function* inTurn<Item, Found>(
  waiting: readonly Waiting<Item, Found>[],
): AsyncGenerator<readonly [Item, Found]> {
  for (const { item, reading } of waiting) yield [item, await reading];
}
