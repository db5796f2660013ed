/** What the database takes, and what is left where it is. */
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { gauge, type Gauge } from "./gauges.js";

/** LevelDB's write-ahead logs; what is in them is not yet in its tables. */
const IS_LOG = /^\d+\.log$/;

/** @returns 0 for a file that a compaction has removed meanwhile */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0;
    throw error;
  }
}

/** @param database directory of its files */
export async function diskGauges(database: string): Promise<readonly Gauge[]> {
  const names = await readdir(database);
  const sizes = await Promise.all(names.map((name) => sizeOf(join(database, name))));
  const { bavail, blocks, bsize } = await statfs(database);
  const sum = (wanted: (name: string) => boolean): number =>
    sizes.reduce((total, size, i) => (wanted(names[i]!) ? total + size : total), 0);
  return [
    gauge(
      "db_size_bytes",
      "Files of the database",
      sum(() => true),
    ),
    gauge(
      "db_log_size_bytes",
      "Write-ahead logs of the database, part of its size",
      sum((name) => IS_LOG.test(name)),
    ),
    gauge("db_files", "Number of files of the database", names.length),
    gauge("disk_free_bytes", "Free to this user where the database is", bavail * bsize),
    gauge("disk_size_bytes", "Size of the file system where the database is", blocks * bsize),
  ];
}
