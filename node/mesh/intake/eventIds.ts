/**
 * Which events were seen, and which id stands at which number of a spine: as many as can come again
 * by gossip. What is older is found below the tip.
 */
import { ownText } from "../../runtime/ownText.js";
import { HalvingMap } from "./halvingMap.js";

const IDS_MAX = 16_384;

export class EventIds {
  readonly #ids = new HalvingMap<string, true>(IDS_MAX);
  readonly #places = new HalvingMap<string, string>(IDS_MAX);
  /** Events that were heard and left nothing, as their author was not kept then. */
  readonly #passed = new HalvingMap<string, true>(IDS_MAX);
  /** Numbers for authors, so that the name of a place is short and keeps nothing else in memory. */
  readonly #numbers = new Map<string, number>();
  #numbered = 0;

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.set(id, true);
  }

  /** An event of who is not kept here was heard. */
  pass(id: string): void {
    this.#ids.set(id, true);
    this.#passed.set(id, true);
  }

  /** Whether an event was heard before its author was kept. */
  hasPassed(id: string): boolean {
    return this.#passed.has(id);
  }

  /** The id at a number of a spine that is held; null where it is not remembered. */
  at(author: string, seq: number): string | null {
    return this.#places.get(this.#placeName(author, seq)) ?? null;
  }

  /** An event is at its place on a spine. */
  place(author: string, seq: number, id: string): void {
    if (!this.#numbers.has(author)) this.#numbers.set(ownText(author), (this.#numbered += 1));
    this.#ids.set(id, true);
    this.#places.set(this.#placeName(author, seq), id);
  }

  /** An event was not kept after all. */
  delete(author: string, seq: number, id: string): void {
    this.#ids.delete(id);
    this.#passed.delete(id);
    this.#places.delete(this.#placeName(author, seq));
  }

  /** A spine is let go. @param ids of its events from the first on; null for one that is not known */
  deleteSpine(author: string, ids: readonly (string | null)[]): void {
    ids.forEach((id, seq) => {
      if (id !== null) this.#ids.delete(id);
      this.#places.delete(this.#placeName(author, seq));
    });
    this.#numbers.delete(author);
  }

  #placeName(author: string, seq: number): string {
    return `${this.#numbers.get(author) ?? -1} ${seq}`;
  }
}
