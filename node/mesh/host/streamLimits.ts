/** What a stream is read and written within, and what its failures are called. */
import { systemScheduler } from "../../runtime/scheduler.js";
import { NetError, UnservedError } from "./net.js";
import { Progress } from "./transfer.js";
import type { TransferLimits } from "./transfer.js";

/** For a whole request, which is short. */
export const READ_LIMITS: TransferLimits = { firstByteMs: 5_000, wholeMs: 5_000 };
/** For the answer to be made. */
export const HANDLE_LIMITS: TransferLimits = { firstByteMs: 10_000, wholeMs: 10_000 };
/** For an answer to be written: the longest one over the slowest line that is borne. */
export const WRITE_LIMITS: TransferLimits = { firstByteMs: 10_000, wholeMs: 330_000 };

interface Readable extends AsyncIterable<Uint8Array | { subarray(): Uint8Array }> {
  abort(why: Error): void;
}

export function netError(error: unknown, signal: AbortSignal, protocol = ""): NetError {
  if (error instanceof NetError) return error;
  if (error instanceof Error && error.name === "UnsupportedProtocolError")
    return new UnservedError(protocol, error);
  const text = error instanceof Error ? error.message : String(error);
  return signal.aborted
    ? new NetError("TIMEOUT", "the peer did not answer in time", error)
    : new NetError("UNREACHABLE", text, error);
}

export async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield chunk instanceof Uint8Array ? chunk : chunk.subarray();
}

/** Runs `work` while it keeps moving; else the stream is reset, which also ends the work. */
export async function within<T>(
  limits: TransferLimits,
  stream: Pick<Readable, "abort">,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = new Progress(limits, systemScheduler);
  try {
    return await abortable(progress.signal, stream, () => work(progress));
  } finally {
    progress.end();
  }
}

/** Runs `work`; when the signal fires first, the stream is reset, which also ends the work. */
export async function abortable<T>(
  signal: AbortSignal,
  stream: Pick<Readable, "abort">,
  work: () => Promise<T>,
): Promise<T> {
  const late = (): void => stream.abort(new NetError("TIMEOUT", "too slow"));
  signal.addEventListener("abort", late, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", late);
  }
}
