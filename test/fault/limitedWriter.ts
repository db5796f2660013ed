/**
 * Writes until files may not grow any more, goes on while writes fail, and says what was
 * acknowledged. Run with a limit of the system on the length of files.
 */
import { openStore } from "../../storage/store.js";

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error("name a directory");
const acknowledged: number[] = [];
let failed = 0;
const store = await openStore({ dir });
for (let i = 0; i < 40; i += 1) {
  try {
    await store.write(store.meta.putOps(`text ${i}`, String(i).padEnd(150_000, "x")));
    acknowledged.push(i);
  } catch {
    failed += 1;
  }
}
const trouble = store.trouble();
await store.close();
process.stdout.write(JSON.stringify({ acknowledged, failed, trouble }));
