/** Tries at looks that come again: after each one its name is passed over for twice as many looks. */
import { RecentMap } from "../../runtime/recentMap.js";

/** Looks that are passed over at most. */
const PASSED_MAX = 64;

interface Tried {
  readonly tries: number;
  /** The look at which it is tried next. */
  readonly nextLook: number;
}

export class LookTries {
  readonly #tried: RecentMap<string, Tried>;
  #looks = 0;

  /** @param namesMax of what is remembered; the one of which there was no news for longest is forgotten */
  constructor(namesMax: number) {
    this.#tried = new RecentMap(namesMax);
  }

  /** Another look begins. */
  begin(): void {
    this.#looks += 1;
  }

  names(): readonly string[] {
    return [...this.#tried.entries()].map(([name]) => name);
  }

  has(name: string): boolean {
    return this.#tried.has(name);
  }

  /** How often it was tried. */
  triesOf(name: string): number {
    return this.#tried.get(name)?.tries ?? 0;
  }

  /** Whether it may be tried at this look. */
  isDue(name: string): boolean {
    return (this.#tried.get(name)?.nextLook ?? 0) <= this.#looks;
  }

  /** It may be tried at the next look, and not before. */
  add(name: string): void {
    this.#tried.set(name, { tries: 0, nextLook: this.#looks + 1 });
  }

  /** It is tried now. @param passed looks that are passed over, where that is not by the tries */
  passOver(name: string, passed?: number): void {
    const tries = this.triesOf(name);
    const looks = passed ?? Math.min(PASSED_MAX, 2 ** tries);
    this.#tried.set(name, { tries: tries + 1, nextLook: this.#looks + looks });
  }

  delete(name: string): void {
    this.#tried.delete(name);
  }
}
