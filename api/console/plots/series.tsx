/** Series over one axis, by uPlot: a unit on each axis, a log switch, shaded uncertainty, files. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { downloadCsv, downloadPng, downloadText, fileName } from "../files/download.js";
import { Downloads } from "../files/downloads.js";
import "../style/plots.css";
import { canBeLog, type SeriesData, type SeriesLine } from "./seriesData.js";
import { seriesSvg } from "./seriesSvg.js";
import { colour, DASHES, LINES, useTheme } from "./theme.js";
import { axisTitle, prefixed, shortNumber } from "./ticks.js";

export type { SeriesData, SeriesLine } from "./seriesData.js";

const HEIGHT = 260;
const BAND_ALPHA = "33";

interface Built {
  readonly series: UPlot.Series[];
  readonly bands: UPlot.Band[];
  readonly data: UPlot.AlignedData;
  readonly units: readonly string[];
}

function edge(line: SeriesLine, sign: number, isLog: boolean): (number | null)[] {
  return line.values.map((value, i) => {
    if (value === null) return null;
    const at = value + sign * (line.spreads?.[i] ?? 0);
    return isLog && at <= 0 ? value : at;
  });
}

/** What the legend says: the last value while nothing is pointed at. */
function legendOf(values: readonly (number | null)[]): UPlot.Series.Value {
  return (_plot, value: number | null, _series, index) => {
    const said = index === null ? values.findLast((one) => one !== null) : value;
    return said === null || said === undefined ? "" : shortNumber(said);
  };
}

function built({ lines, x }: SeriesData, isLog: boolean): Built {
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const data: (number | null)[][] = [];
  const series: UPlot.Series[] = [
    {
      label: axisTitle(x.name, x.unit),
      value: legendOf(x.at),
    },
  ];
  const bands: UPlot.Band[] = [];
  lines.forEach((line, i) => {
    const stroke = colour(LINES[i % LINES.length] ?? "accent");
    data.push([...line.values]);
    series.push({
      label: axisTitle(line.name, line.unit),
      scale: line.unit,
      stroke,
      width: line.isPoints === true ? 0 : 2,
      dash: [...(DASHES[i % DASHES.length] ?? [])],
      points: line.isPoints === true ? { show: true, size: 7, fill: stroke } : {},
      value: legendOf(line.values),
    });
    if (line.spreads === undefined) return;
    for (const sign of [1, -1]) {
      data.push(edge(line, sign, isLog));
      series.push({
        label: "",
        scale: line.unit,
        width: 0,
        points: { show: false },
        class: "edge",
      });
    }
    bands.push({ series: [data.length - 1, data.length], fill: `${stroke}${BAND_ALPHA}` });
  });
  return { bands, data: [[...x.at], ...data], series, units };
}

function optionsOf(
  shown: SeriesData,
  { bands, series, units }: Built,
  isLog: boolean,
  width: number,
): UPlot.Options {
  const soft = colour("soft");
  const line = colour("line");
  const axis = {
    stroke: soft,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  };
  const values =
    (factor: number) =>
    (_plot: UPlot, splits: (number | null)[]): string[] =>
      splits.map((one) => (one === null ? "" : shortNumber(one / factor)));
  const across = prefixed(shown.x.unit, shown.x.at);
  return {
    width,
    height: HEIGHT,
    series,
    bands,
    scales: {
      x: { time: false },
      ...Object.fromEntries(units.map((unit) => [unit, { distr: isLog ? 3 : 1 }])),
    },
    axes: [
      {
        ...axis,
        label: axisTitle(shown.x.name, across.unit),
        labelSize: 24,
        values: values(across.factor),
      },
      ...units.slice(0, 2).map((unit, i) => {
        const up = isLog ? { factor: 1, unit } : prefixed(unit, valuesIn(shown, unit));
        return {
          ...axis,
          scale: unit,
          side: i === 0 ? 3 : 1,
          grid: { ...axis.grid, show: i === 0 },
          size: 72,
          label: axisTitle(nameFor(shown, unit), up.unit),
          labelSize: 24,
          values: isLog ? undefined : values(up.factor),
        };
      }),
    ],
    cursor: { drag: { x: true, y: false } },
  };
}

function valuesIn({ lines }: SeriesData, unit: string): readonly (number | null)[] {
  return lines.flatMap((line) => (line.unit === unit ? line.values : []));
}

/** Of an axis: the line's own name where it is the only one, or the only one of points. */
function nameFor({ lines }: SeriesData, unit: string): string {
  const all = lines.filter((line) => line.unit === unit);
  const points = all.filter(({ isPoints }) => isPoints === true);
  const of = points.length === 1 ? points : all;
  return of.length === 1 ? (of[0]?.name ?? "") : unit === "" || unit === "1" ? "value" : "";
}

function csvOf({ lines, x }: SeriesData) {
  const heads = [
    axisTitle(x.name, x.unit),
    ...lines.flatMap(({ name, spreads, unit }) =>
      spreads === undefined
        ? [axisTitle(name, unit)]
        : [axisTitle(name, unit), axisTitle(`u(${name})`, unit)],
    ),
  ];
  const rows = x.at.map((at, i) => [
    at,
    ...lines.flatMap(({ spreads, values }) =>
      spreads === undefined ? [values[i]] : [values[i], spreads[i]],
    ),
  ]);
  return { heads, rows };
}

export function Series({
  log = false,
  shown,
  title,
}: {
  readonly title: string;
  readonly shown: SeriesData;
  /** Whether it begins on a log scale. */
  readonly log?: boolean;
}) {
  const target = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const [wantsLog, setLog] = useState(log);
  const isLog = wantsLog && canBeLog(shown);
  useLayoutEffect(() => {
    const element = target.current;
    if (element === null) return undefined;
    const parts = built(shown, isLog);
    const plot = new UPlot(
      optionsOf(shown, parts, isLog, element.clientWidth),
      parts.data,
      element,
    );
    const seen = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    seen.observe(element);
    return () => {
      seen.disconnect();
      plot.destroy();
    };
  }, [shown, isLog, theme]);
  const canvas = (): HTMLCanvasElement | null => target.current?.querySelector("canvas") ?? null;
  return (
    <figure class="plot">
      <figcaption class="head">
        <strong>{title}</strong>
        {canBeLog(shown) ? (
          <label class="switch">
            <input
              type="checkbox"
              checked={wantsLog}
              onChange={({ currentTarget }) => setLog(currentTarget.checked)}
            />
            log scale
          </label>
        ) : null}
        <Downloads
          forms={[
            {
              as: "PNG",
              save: () => {
                const drawn = canvas();
                if (drawn !== null) downloadPng(fileName(title, "png"), drawn);
              },
            },
            {
              as: "SVG",
              save: () =>
                downloadText(fileName(title, "svg"), seriesSvg(shown, isLog), "image/svg+xml"),
            },
            {
              as: "CSV",
              save: () => {
                const { heads, rows } = csvOf(shown);
                downloadCsv(fileName(title, "csv"), heads, rows);
              },
            },
          ]}
        />
      </figcaption>
      <div ref={target} class="uplot-place" role="img" aria-label={title} />
    </figure>
  );
}
