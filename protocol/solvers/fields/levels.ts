/**
 * A value on one stated mesh with its measured error, or on a ladder of meshes until the gate
 * passes.
 */
import {
  estimateOf,
  climb,
  unevenRest,
  tooCoarse,
  type Climbed,
  type LadderOptions,
  type Rung,
} from "../ladder.js";
import { isGrowing, quantitiesOf, restOf, type Readings } from "../reading.js";
import type { Level } from "../solver.js";

export interface StatedMesh<T> {
  readonly resolution: number;
  /** The job on a mesh of this part of the points: 1, 1/2 and 1/4, steps in proportion. */
  readonly at: (part: number) => Rung<T>;
}

/**
 * With the mesh stated by the caller, the value is that of the stated discrete problem; two coarser
 * runs measure how far it stands from the limit. With it left open, the ladder.
 */
export function measureOrClimb<T>(
  options: LadderOptions<T>,
  stated: StatedMesh<T> | null,
): Climbed<T> {
  if (stated === null) return climb(options);
  const { formalOrder, scale } = options;
  const levels: Level[] = [];
  const readings: Readings[] = [];
  const runAt = (part: number): Rung<T> => {
    const rung = stated.at(part);
    const resolution = Math.max(1, Math.round(stated.resolution * part));
    levels.push({ resolution, value: rung.value });
    readings.push(options.readings?.(rung.run) ?? {});
    return rung;
  };
  runAt(0.25);
  runAt(0.5);
  const { run, value } = runAt(1);
  const [first, second] = [levels[0]!.value, levels[1]!.value];
  const before = second - first;
  const change = value - second;
  const { order } = estimateOf(levels, { formalOrder, scale });
  const ratio = 1 << formalOrder;
  const size = Math.max(Math.abs(value), scale);
  const isBlind = isGrowing(before, change, size);
  // What the field's scale bounds is known to that scale at least.
  if (isBlind && scale === 0) throw tooCoarse(levels);
  const regular = change === 0 && before === 0 ? 0 : restOf(before, change, ratio);
  const left = options.isUneven === true ? unevenRest(before, change) : regular;
  const rest = isBlind ? Math.max(left, scale) : left;
  return {
    value,
    run,
    error: {
      relative: rest === 0 ? 0 : rest / size,
      scale,
      method: "levels",
      levels,
      fixedByCaller: true,
      ...(order === undefined ? {} : { order }),
    },
    quantities: quantitiesOf(readings, formalOrder),
  };
}

/** The meshes that a job may be computed on: those of the ladder, or the stated one and others. */
interface MeshJob<M extends Steps, T> {
  readonly stated: M | null;
  /** Whether half the step measures the stated mesh, in place of coarser meshes. */
  readonly isHalved: boolean;
  readonly levelMesh: (level: number) => M;
  /** A half or a quarter of the stated mesh, steps in proportion. */
  readonly partOf: (mesh: M, part: number) => M;
  readonly resolutionOf: (mesh: M) => number;
  /**
   * @param done of `of` equal parts of the progress, before this run
   * @param error what the levels before estimate
   */
  readonly rung: (mesh: M, done: number, of: number, error?: number) => Rung<T>;
}

interface Steps {
  readonly steps: number;
  readonly dt: number;
}

/** The value of a job on meshes, with the verdict of its levels. */
export function climbOrMeasureMeshes<M extends Steps, T>(
  job: MeshJob<M, T>,
  options: Omit<LadderOptions<T>, "start" | "at" | "doublings"> & { readonly doublings: number },
): Climbed<T> {
  const { isHalved, levelMesh, partOf, resolutionOf, rung, stated } = job;
  if (stated !== null && isHalved) return measureHalved(job, stated, options);
  return measureOrClimb(
    {
      ...options,
      start: resolutionOf(levelMesh(0)),
      at: (_, level, error) => rung(levelMesh(level), level, options.doublings + 1, error),
    },
    stated === null
      ? null
      : {
          resolution: resolutionOf(stated),
          at: (part) =>
            part === 1 ? rung(stated, 2, 3) : rung(partOf(stated, part), part === 0.5 ? 1 : 0, 3),
        },
  );
}

/** Of the change that half the step makes: a margin, because one change shows no order. */
const HALVING_MARGIN = 1.25;

/**
 * A continued run has its start on one mesh only: what coarser ones leave cannot be had from it, so
 * half the step measures it.
 */
function measureHalved<M extends Steps, T>(
  { rung }: MeshJob<M, T>,
  stated: M,
  { formalOrder, readings, scale }: Pick<LadderOptions<T>, "formalOrder" | "readings" | "scale">,
): Climbed<T> {
  const { run, value } = rung(stated, 0, 3);
  const { dt, steps } = stated;
  const finer = rung({ ...stated, steps: 2 * steps, dt: dt / 2 }, 1, 2);
  return {
    run,
    value,
    error: {
      relative: (Math.abs(finer.value - value) * HALVING_MARGIN) / Math.max(Math.abs(value), scale),
      scale,
      method: "step-halving",
      fixedByCaller: true,
      levels: [
        { resolution: steps, value },
        { resolution: 2 * steps, value: finer.value },
      ],
    },
    // What half the step changes is known on both sides of it.
    quantities: quantitiesOf([readings?.(finer.run) ?? {}, readings?.(run) ?? {}], formalOrder),
  };
}

/**
 * Work of the three levels that every climb computes, or of the stated mesh and its coarser runs.
 * @param workOf of a run, as a double: what no integer holds counts as the largest
 */
export function workOfMeshes<M>(
  stated: M | null,
  levelMesh: (level: number) => M,
  workOf: (mesh: M) => number,
): bigint {
  const of = (mesh: M): bigint =>
    BigInt(Math.ceil(Math.min(Number.MAX_SAFE_INTEGER, workOf(mesh))));
  if (stated !== null) return (of(stated) * 5n) / 4n;
  return [0, 1, 2].reduce((total, level) => total + of(levelMesh(level)), 0n);
}
