/** The growing right edge of a tiled tree: the hashes of each level's unfinished tile. */
import type { Crypto } from "../ports.js";
import { buildLevels } from "./merkle.js";
import { TILE_WIDTH } from "./tile.js";

/** A tile that has just become full and will never change again. */
export interface FullTile {
  readonly level: number;
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
}

export interface TileEdge {
  /** Leaves of the tree. */
  readonly size: number;
  /** `levels[L]` holds the hashes of level L's unfinished tile, fewer than 256. */
  readonly levels: readonly (readonly Uint8Array[])[];
}

export const EMPTY_TILE_EDGE: TileEdge = { size: 0, levels: [] };

/** Root of a full tile: one hash of the level above. */
export function tileRoot(
  crypto: Pick<Crypto, "sha256">,
  hashes: readonly Uint8Array[],
): Uint8Array {
  const { levels } = buildLevels(crypto, hashes);
  return levels[levels.length - 1]![0]!;
}

/** The edge after one more leaf, and the tiles this leaf completed, lowest level first. */
export function growTileEdge(
  crypto: Pick<Crypto, "sha256">,
  edge: TileEdge,
  leaf: Uint8Array,
): { readonly edge: TileEdge; readonly completed: readonly FullTile[] } {
  const levels = edge.levels.slice();
  const completed: FullTile[] = [];
  let hash = leaf;
  let count = edge.size;
  for (let level = 0; ; level += 1) {
    const hashes = [...(levels[level] ?? []), hash];
    if (hashes.length < TILE_WIDTH) {
      levels[level] = hashes;
      break;
    }
    const index = Math.floor(count / TILE_WIDTH);
    completed.push({ level, index, hashes });
    levels[level] = [];
    hash = tileRoot(crypto, hashes);
    count = index;
  }
  return { edge: { size: edge.size + 1, levels }, completed };
}
