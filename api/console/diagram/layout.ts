/**
 * Where the states of a program stand: layers from the initial state on, as few crossings as a few
 * sweeps find, and arrows that go round what lies between. No library: programs have at most 64 states.
 */

export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Numbers of the transitions that it stands for. */
  readonly numbers: readonly number[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedState extends Point {
  readonly id: string;
  readonly width: number;
}

export interface PlacedArrow extends Arrow {
  /** Of an SVG path. */
  readonly path: string;
  /** Where its numbers stand. */
  readonly label: Point;
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly arrows: readonly PlacedArrow[];
}

export const STATE_HEIGHT = 36;
const CHAR = 8;
const STATE_PAD = 28;
const STATE_LEAST = 72;
const LAYER_GAP = { across: 88, down: 60 } as const;
const BESIDE_GAP = 24;
const BEND_SIZE = 20;
/** Two ways between the same states run side by side. */
const LANE = 11;
const LOOP = 30;
const MARGIN = 24;
const SWEEPS = 6;

/** A state, or where a long arrow passes a layer. `along` runs from layer to layer. */
interface Item {
  readonly id: string;
  readonly layer: number;
  readonly width: number;
  readonly isBend: boolean;
  readonly hasLoop: boolean;
  across: number;
}

interface Route {
  readonly arrow: Arrow;
  /** From the lower layer to the higher one. */
  readonly items: Item[];
  readonly isBack: boolean;
}

function widthOf(id: string): number {
  return Math.max(STATE_LEAST, id.length * CHAR + STATE_PAD);
}

/** Arrows against the order in which a walk from the initial state meets them. */
function backArrows(ids: readonly string[], arrows: readonly Arrow[]): ReadonlySet<Arrow> {
  const back = new Set<Arrow>();
  const state = new Map<string, "open" | "done">();
  const walk = (id: string): void => {
    state.set(id, "open");
    for (const arrow of arrows) {
      if (arrow.from !== id || arrow.to === id) continue;
      const met = state.get(arrow.to);
      if (met === "open") back.add(arrow);
      else if (met === undefined) walk(arrow.to);
    }
    state.set(id, "done");
  };
  for (const id of ids) if (!state.has(id)) walk(id);
  return back;
}

/** The longest way to each state: an arrow never stays within a layer. */
function layersOf(
  ids: readonly string[],
  arrows: readonly Arrow[],
  back: ReadonlySet<Arrow>,
): ReadonlyMap<string, number> {
  const layers = new Map(ids.map((id) => [id, 0]));
  for (let round = 0; round < ids.length; round += 1) {
    let isSettled = true;
    for (const arrow of arrows) {
      if (back.has(arrow) || arrow.from === arrow.to) continue;
      const least = (layers.get(arrow.from) ?? 0) + 1;
      if ((layers.get(arrow.to) ?? 0) >= least) continue;
      layers.set(arrow.to, least);
      isSettled = false;
    }
    if (isSettled) break;
  }
  return layers;
}

function sizeOf(item: Item, isDown: boolean): number {
  if (item.isBend) return BEND_SIZE;
  return (isDown ? item.width : STATE_HEIGHT) + (item.hasLoop ? 2 * LOOP : 0);
}

/** Puts the items of a layer as near as possible to where they want to be, in their order. */
function settle(layer: readonly Item[], wanted: readonly number[], isDown: boolean): void {
  let edge = -Infinity;
  layer.forEach((item, i) => {
    const half = sizeOf(item, isDown) / 2;
    item.across = Math.max(wanted[i] ?? 0, edge + half);
    edge = item.across + half + BESIDE_GAP;
  });
  const off =
    layer.reduce((sum, item, i) => sum + item.across - (wanted[i] ?? 0), 0) /
    Math.max(1, layer.length);
  for (const item of layer) item.across -= off;
}

function arrange(layers: Item[][], routes: readonly Route[], isDown: boolean): void {
  const beside = new Map<Item, Item[]>();
  const join = (one: Item, other: Item): void => {
    beside.set(one, [...(beside.get(one) ?? []), other]);
    beside.set(other, [...(beside.get(other) ?? []), one]);
  };
  for (const { items } of routes)
    items.slice(1).forEach((item, i) => {
      const before = items[i];
      if (before !== undefined) join(before, item);
    });
  for (const layer of layers)
    settle(
      layer,
      layer.map((_, i) => (i - (layer.length - 1) / 2) * (STATE_HEIGHT + BESIDE_GAP)),
      isDown,
    );
  const target = (item: Item, layer: number): number => {
    const near = (beside.get(item) ?? []).filter((other) => other.layer === layer);
    const from = near.length === 0 ? (beside.get(item) ?? []) : near;
    return from.length === 0
      ? item.across
      : from.reduce((sum, { across }) => sum + across, 0) / from.length;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForth = sweep % 2 === 0;
    for (const layer of isForth ? layers : [...layers].reverse()) {
      const number = layer[0]?.layer ?? 0;
      const wanted = new Map(
        layer.map((item) => [item, target(item, number + (isForth ? -1 : 1))]),
      );
      layer.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      settle(
        layer,
        layer.map((item) => wanted.get(item) ?? 0),
        isDown,
      );
    }
  }
}

/** Through points, each entered and left along the layers. */
function smooth(points: readonly Point[], isDown: boolean): string {
  const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return points
    .map((point, i) => {
      const before = points[i - 1];
      if (before === undefined) return `M${at(point)}`;
      const middle = isDown ? (before.y + point.y) / 2 : (before.x + point.x) / 2;
      const one = isDown ? { x: before.x, y: middle } : { x: middle, y: before.y };
      const other = isDown ? { x: point.x, y: middle } : { x: middle, y: point.y };
      return `C${at(one)} ${at(other)} ${at(point)}`;
    })
    .join("");
}

/** Transitions between the same states are one arrow. */
export function arrowsOf(
  transitions: readonly { readonly from: string; readonly to: string; readonly number: number }[],
): readonly Arrow[] {
  const found = new Map<string, { from: string; to: string; numbers: number[] }>();
  for (const { from, number, to } of transitions) {
    const key = JSON.stringify([from, to]);
    const one = found.get(key) ?? { from, to, numbers: [] };
    one.numbers.push(number);
    found.set(key, one);
  }
  return [...found.values()];
}

interface Built {
  readonly layers: Item[][];
  readonly routes: readonly Route[];
  readonly items: ReadonlyMap<string, Item>;
}

function built(ids: readonly string[], arrows: readonly Arrow[]): Built {
  const back = backArrows(ids, arrows);
  const layerOf = layersOf(ids, arrows, back);
  const loops = new Set(arrows.filter(({ from, to }) => from === to).map(({ from }) => from));
  const layers: Item[][] = [];
  const put = (item: Item): Item => {
    (layers[item.layer] ??= []).push(item);
    return item;
  };
  const items = new Map(
    ids.map((id) => [
      id,
      put({
        id,
        layer: layerOf.get(id) ?? 0,
        width: widthOf(id),
        isBend: false,
        hasLoop: loops.has(id),
        across: 0,
      }),
    ]),
  );
  const routes = arrows.flatMap((arrow): Route[] => {
    const isBack = back.has(arrow);
    const low = items.get(isBack ? arrow.to : arrow.from);
    const high = items.get(isBack ? arrow.from : arrow.to);
    if (low === undefined || high === undefined || low === high) return [];
    const bends = Array.from({ length: Math.max(0, high.layer - low.layer - 1) }, (_, i) =>
      put({
        id: "",
        layer: low.layer + i + 1,
        width: 0,
        isBend: true,
        hasLoop: false,
        across: 0,
      }),
    );
    return [{ arrow, isBack, items: [low, ...bends, high] }];
  });
  return { layers, routes, items };
}

/**
 * @param isDown layers below each other, for narrow pages; else beside each other
 * @param ids the initial state first
 */
export function diagramOf(
  ids: readonly string[],
  arrows: readonly Arrow[],
  isDown: boolean,
): Diagram {
  const { items, layers, routes } = built(ids, arrows);
  arrange(layers, routes, isDown);
  const gap = isDown ? LAYER_GAP.down : LAYER_GAP.across;
  const begins: number[] = [];
  const depths = layers.map((layer) =>
    isDown ? STATE_HEIGHT : Math.max(0, ...layer.map(({ width }) => width)),
  );
  let end = MARGIN;
  for (const depth of depths) {
    begins.push(end);
    end += depth + gap;
  }
  const all = layers.flat();
  const least = Math.min(...all.map((item) => item.across - sizeOf(item, isDown) / 2)) - MARGIN;
  const most = Math.max(...all.map((item) => item.across + sizeOf(item, isDown) / 2)) + MARGIN;
  const point = (along: number, across: number): Point =>
    isDown ? { x: across - least, y: along } : { x: along, y: across - least };
  const middleOf = ({ layer }: Item): number => (begins[layer] ?? 0) + (depths[layer] ?? 0) / 2;
  const halfOf = (item: Item): number => (isDown ? STATE_HEIGHT : item.width) / 2;
  const pathOf = ({ arrow, isBack, items: through }: Route): PlacedArrow => {
    const lane = isBack ? LANE : -LANE;
    const last = through.length - 1;
    const points = through.flatMap((item, i): Point[] => {
      if (i === 0) return [point(middleOf(item) + halfOf(item), item.across + lane)];
      if (i === last) return [point(middleOf(item) - halfOf(item), item.across + lane)];
      const begin = begins[item.layer] ?? 0;
      return [begin, begin + (depths[item.layer] ?? 0)].map((along) => point(along, item.across));
    });
    const middle = points.length / 2;
    const [one, other] = [points[middle - 1], points[middle]];
    return {
      ...arrow,
      path: smooth(isBack ? points.reverse() : points, isDown),
      label: {
        x: ((one?.x ?? 0) + (other?.x ?? 0)) / 2,
        y: ((one?.y ?? 0) + (other?.y ?? 0)) / 2,
      },
    };
  };
  const loopOf = (arrow: Arrow): PlacedArrow[] => {
    const item = items.get(arrow.from);
    if (item === undefined) return [];
    const center = point(middleOf(item), item.across);
    const far = isDown ? center.x - item.width / 2 : center.y - STATE_HEIGHT / 2;
    const at = (aside: number, away: number): string =>
      isDown ? `${far - away} ${center.y + aside}` : `${center.x + aside} ${far - away}`;
    return [
      {
        ...arrow,
        path: `M${at(-10, 0)}C${at(-22, LOOP)} ${at(22, LOOP)} ${at(10, 0)}`,
        label: isDown ? { x: far - LOOP + 6, y: center.y } : { x: center.x, y: far - LOOP + 6 },
      },
    ];
  };
  const long = end - gap + MARGIN;
  return {
    width: isDown ? most - least : long,
    height: isDown ? long : most - least,
    states: [...items.values()].map((item) => ({
      id: item.id,
      width: item.width,
      ...point(middleOf(item), item.across),
    })),
    arrows: [
      ...routes.map(pathOf),
      ...arrows.filter(({ from, to }) => from === to).flatMap(loopOf),
    ],
  };
}
