/**
 * A body that its handler reads while it arrives. What waits to be read is bounded: beyond it the
 * adapter leaves the rest in the socket.
 */

/** Bytes that wait before the peer has to. */
const WAITING_BYTES_MAX = 262_144;

export class BodyPieces {
  readonly #pieces: Uint8Array[] = [];
  #waiting = 0;
  #isWhole = false;
  #fault: Error | null = null;
  /** Who reads, and waits for a piece or the end. */
  #wake: (() => void) | null = null;
  #whenRoom: (() => void) | null = null;

  get hasRoom(): boolean {
    return this.#fault !== null || this.#waiting < WAITING_BYTES_MAX;
  }

  /** Calls once what waited was read, or nobody reads any more. */
  whenRoom(fn: () => void): void {
    this.#whenRoom = fn;
  }

  push(piece: Uint8Array): void {
    if (this.#fault !== null || piece.length === 0) return;
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    this.#wakeReader();
  }

  end(): void {
    this.#isWhole = true;
    this.#wakeReader();
  }

  /** The rest does not come, or nobody wants it. */
  cut(): void {
    if (this.#isWhole && this.#pieces.length === 0) return;
    this.#fault ??= new Error("the body did not come to its end");
    this.#pieces.length = 0;
    this.#waiting = 0;
    this.#wakeReader();
    this.#tellRoom();
  }

  /** @throws Error where the body is cut off */
  async *read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#fault !== null) throw this.#fault;
      const piece = this.#pieces.shift();
      if (piece !== undefined) {
        this.#waiting -= piece.length;
        if (this.hasRoom) this.#tellRoom();
        yield piece;
      } else if (this.#isWhole) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  #tellRoom(): void {
    const tell = this.#whenRoom;
    this.#whenRoom = null;
    tell?.();
  }
}
