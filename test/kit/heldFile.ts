/** A file of a log from a disk that waits behind so many rows until it is told to go on. */
import type { ServedNode } from "./served.js";

export interface HeldFile {
  /** Lets the rest be read. @returns whether the whole file came */
  release(): Promise<boolean>;
}

/** @param rows that are read before the disk waits */
export async function heldFile(
  served: ServedNode,
  path: string,
  rows: number,
  key: string | undefined,
): Promise<HeldFile> {
  const { machineLog } = served.node.services;
  const read = machineLog.rows.bind(machineLog);
  let begun: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const isReleased = new Promise<void>((resolve) => (goOn = resolve));
  machineLog.rows = async function* (machine, range) {
    let count = 0;
    for await (const row of read(machine, range)) {
      yield row;
      count += 1;
      if (count < rows) continue;
      begun();
      await isReleased;
    }
  };
  const headers = new Headers({ accept: "application/x-ndjson" });
  if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
  const isWhole = fetch(`${served.http.url}${path}`, { headers })
    .then((response) => response.text())
    .then(
      () => true,
      () => false,
    );
  await isBegun;
  machineLog.rows = read;
  return {
    release: () => {
      goOn();
      return isWhole;
    },
  };
}
