/**
 * Something that is true over time, and changes. A change takes a while: from its beginning to its end, both values are
 * possible, because nobody can say when within it the portal takes note.
 */
export class Fact<T> {
  readonly #values: { value: T; fromMs: number; untilMs: number }[];

  constructor(value: T, atMs: number) {
    this.#values = [{ value, fromMs: atMs, untilMs: Infinity }];
  }

  /** Begins a change; the returned function ends it. */
  change(value: T, nowMs: () => number): () => void {
    const before = this.#values.at(-1);
    this.#values.push({ value, fromMs: nowMs(), untilMs: Infinity });
    return () => {
      if (before) before.untilMs = nowMs();
    };
  }

  latest(): T | undefined {
    return this.#values.at(-1)?.value;
  }

  /** The values that are possible at some moment of this time. */
  possible(fromMs: number, toMs: number): T[] {
    return this.#values.filter((one) => one.fromMs <= toMs && one.untilMs >= fromMs).map(({ value }) => value);
  }
}
