/** Meshes of daemons on loopback, of several sizes one after the other, and rows about each. */
import { temporaryDir } from "../../devnet/daemons.js";
import { Cluster } from "../../devnet/cluster.js";
import type { ClusterOptions } from "../../devnet/cluster.js";
import type { Row } from "../report.js";

/** Whose spines the nodes keep: `all`, or a `share`. */
export type Keep = "all" | "share";

/** A row about a mesh, less the words that say which mesh. */
export type Measure = readonly [what: string, value: number, unit: string, target?: string];

interface Meshes {
  /** Names of environment variables: sizes by commas, and whose spines are kept. */
  readonly sizesEnv: string;
  readonly keepEnv: string;
  readonly sizes: string;
  /** How a mesh of this size is called in the rows. */
  readonly title: (size: number, keep: Keep) => string;
  readonly options?: Pick<ClusterOptions, "atOnce" | "calc">;
  readonly measure: (cluster: Cluster, keep: Keep) => Promise<readonly Measure[]>;
  /** Begins before the daemons of a mesh. @returns what ends it behind them */
  readonly beside?: () => () => void;
}

function keepOf(name: string): Keep {
  return process.env[name] === "share" ? "share" : "all";
}

/** Starts each mesh, measures it and ends it, whatever happens. */
export async function benchMeshes(meshes: Meshes): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const size of (process.env[meshes.sizesEnv] ?? meshes.sizes).split(",").map(Number))
    rows.push(...(await benchOne(meshes, size)));
  return rows;
}

async function benchOne(meshes: Meshes, size: number): Promise<readonly Row[]> {
  const dir = temporaryDir("mesh");
  const keep = keepOf(meshes.keepEnv);
  const end = meshes.beside?.();
  let cluster: Cluster | null = null;
  try {
    const environment = { CALC_MESH_KEEP: keep };
    cluster = await Cluster.start({
      dir: dir.path,
      count: size,
      args: ["--rate-limits", "off"],
      environment: new Map(Array.from({ length: size }, (_, n) => [n, environment] as const)),
      ...meshes.options,
    });
    const title = meshes.title(size, keep);
    return (await meshes.measure(cluster, keep)).map(([what, value, unit, target]) => ({
      name: `${title}: ${what}`,
      value,
      unit,
      ...(target === undefined ? {} : { target }),
    }));
  } finally {
    end?.();
    await cluster?.stop();
    dir.remove();
  }
}
