/**
 * Two histories of one author at rest: seen by all or by nobody, and frozen wherever they are seen.
 */
import type { LifeParts, SimNode } from "../node.js";
import type { World } from "../world.js";

/** Whether two nodes hold different events of an author under one number. */
async function differ(a: LifeParts, b: LifeParts, author: string): Promise<boolean> {
  const [mine, theirs] = [await a.store.spine.tip(author), await b.store.spine.tip(author)];
  if (mine === undefined || theirs === undefined) return false;
  const seq = Math.min(mine.seq, theirs.seq);
  const ids = await Promise.all([a, b].map(({ store }) => store.spine.event(author, seq)));
  return ids[0]?.id !== ids[1]?.id;
}

/** @returns what is not as it has to be, or null */
export async function forksFrozen(world: World): Promise<string | null> {
  const up = world.honest.flatMap((node): (readonly [SimNode, LifeParts])[] =>
    node.up === null ? [] : [[node, node.up]],
  );
  const frozen = up.map(([, { mesh }]) => new Set(mesh.snapshot().frozen));
  for (const author of new Set(frozen.flatMap((authors) => [...authors]))) {
    const at = frozen.findIndex((authors) => !authors.has(author));
    const { place } = up[at]?.[0] ?? { place: "" };
    if (at >= 0) return `${place} has not frozen ${author.slice(0, 8)}, and another node has`;
  }
  for (const author of world.liars) {
    if (frozen[0]?.has(author) === true) continue;
    for (const [node, parts] of up.slice(1)) {
      if (await differ(up[0]![1], parts, author)) {
        return `${node.place} and ${up[0]![0].place} hold two histories of ${author.slice(0, 8)}`;
      }
    }
  }
  return null;
}

/** I13: who was seen with two histories is frozen by all honest nodes. */
export async function checkForks(world: World): Promise<void> {
  const wrong = await forksFrozen(world);
  if (wrong !== null) world.violate("I13", wrong);
}
