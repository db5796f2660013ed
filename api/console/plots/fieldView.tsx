/** A field of an answer: a series over one axis, a map over two, played over a third. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { MapName } from "./colours.js";
import {
  extentOf,
  isSigned,
  mapAxes,
  planeOf,
  profileOf,
  wideAxes,
  type FieldData,
} from "./field.js";
import { FieldMap } from "./fieldMap.js";
import { Series, type SeriesData } from "./series.js";
import { shortNumber } from "./ticks.js";

const FRAMES_PER_SECOND = 12;
const MAPS: readonly MapName[] = ["viridis", "cividis", "diverging"];

function seriesOf(field: FieldData): SeriesData {
  const [axis = 0] = wideAxes(field);
  const over = field.axes[axis];
  return {
    x: { name: over?.name ?? "", unit: over?.unit ?? "", at: over?.at ?? [] },
    lines: [{ name: field.name, unit: field.unit, values: Array.from(field.data) }],
  };
}

/** Plays along an axis, and scrubs. */
function Player({
  field,
  axis,
  index,
  set,
}: {
  readonly field: FieldData;
  readonly axis: number;
  readonly index: number;
  readonly set: (index: number) => void;
}) {
  const [isPlaying, setPlaying] = useState(false);
  const over = field.axes[axis];
  const count = over?.at.length ?? 0;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => set((index + 1) % count), 1_000 / FRAMES_PER_SECOND);
    return () => clearInterval(timer);
  }, [isPlaying, index, count]);
  const name = over?.name ?? "";
  return (
    <div class="player">
      <button type="button" class="button" onClick={() => setPlaying(!isPlaying)}>
        {isPlaying ? "Pause" : "Play"}
      </button>
      <input
        type="range"
        min={0}
        max={Math.max(0, count - 1)}
        value={index}
        aria-label={`Place along ${name}`}
        onInput={({ currentTarget }) => set(Number(currentTarget.value))}
      />
      <span class="label number nowrap">
        {name} = {shortNumber(over?.at[index] ?? 0)} {over?.unit === "1" ? "" : over?.unit}
      </span>
    </div>
  );
}

type Cell = readonly [number, number];

function Planes({ field }: { readonly field: FieldData }) {
  const [up, across] = mapAxes(field);
  const others = wideAxes(field).filter((axis) => axis !== up && axis !== across);
  const [held, setHeld] = useState<Readonly<Record<number, number>>>(() =>
    Object.fromEntries(others.map((axis) => [axis, 0])),
  );
  const range = useMemo(() => extentOf(field.data), [field]);
  const [map, setMap] = useState<MapName>(isSigned(range) ? "diverging" : "viridis");
  const [line, setLine] = useState<readonly [Cell, Cell] | null>(null);
  const plane = useMemo(() => planeOf(field, held), [field, held]);
  const profile = useMemo<SeriesData | null>(() => {
    if (plane === null || line === null) return null;
    const { at, isLength, values } = profileOf(plane, ...line);
    return {
      x: {
        name: isLength ? "distance along the line" : "share of the line",
        unit: isLength ? plane.across.unit : "1",
        at,
      },
      lines: [{ name: field.name, unit: field.unit, values }],
    };
  }, [plane, line]);
  if (plane === null) return null;
  const size = Math.max(Math.abs(range[0]), Math.abs(range[1]));
  const shown: readonly [number, number] = map === "diverging" ? [-size, size] : range;
  return (
    <div class="section">
      <label class="switch">
        Colours
        <select
          class="input"
          value={map}
          onChange={({ currentTarget: { value } }) =>
            setMap(MAPS.find((one) => one === value) ?? "viridis")
          }
        >
          {MAPS.map((one) => (
            <option key={one} value={one}>
              {one === "diverging" ? "diverging about zero" : one}
            </option>
          ))}
        </select>
      </label>
      <FieldMap
        title={field.name}
        unit={field.unit}
        plane={plane}
        range={shown}
        map={map}
        line={line}
        setLine={setLine}
      />
      {others.map((axis) => (
        <Player
          key={axis}
          field={field}
          axis={axis}
          index={held[axis] ?? 0}
          set={(index) => setHeld((now) => ({ ...now, [axis]: index }))}
        />
      ))}
      {profile === null ? null : <Series title={`${field.name}, profile`} shown={profile} />}
    </div>
  );
}

export function FieldView({ field }: { readonly field: FieldData }) {
  const wide = wideAxes(field);
  const series = useMemo(() => (wide.length === 1 ? seriesOf(field) : null), [field]);
  if (wide.length === 0)
    return (
      <p>
        {field.name} = {String(field.data[0] ?? "")} {field.unit === "1" ? "" : field.unit}
      </p>
    );
  if (series !== null) return <Series title={field.name} shown={series} />;
  return <Planes key={`${field.name}${field.shape.join()}`} field={field} />;
}
