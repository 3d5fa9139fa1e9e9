import { createHash } from 'node:crypto';

/** A reply as it is sent: serialized, tagged and compressed once. `head` are the headers of a response without others. */
export type CachedBody = { text: string; tag: string; gzipped?: Promise<Buffer>; head: Record<number, string[]> };

/** Data that many requests get unchanged. */
export class CachedJson<T> {
  readonly data: T;
  /** Browsers may store it; they ask each time whether it is unchanged. */
  readonly isStorable: boolean;
  #earlier: CachedBody | undefined;
  #body: CachedBody | undefined;

  constructor(data: T, options: { isStorable?: boolean; earlier?: CachedJson<T> | undefined } = {}) {
    this.data = data;
    this.isStorable = options.isStorable ?? false;
    this.#earlier = options.earlier && options.earlier.#body;
  }

  /** Data that was read again and has not changed keeps its compressed text. */
  body(serialize: (data: T) => string): CachedBody {
    if (this.#body) return this.#body;
    const text = serialize(this.data);
    const earlier = this.#earlier;
    this.#earlier = undefined;
    this.#body = earlier?.text === text ? earlier : { text, tag: tagOf(text), head: {} };
    return this.#body;
  }
}

function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}
