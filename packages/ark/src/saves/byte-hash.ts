const [first, second] = [0x85ebca6b, 0xc2b2ae35];

/**
 * A hash of 64 bits in two halves, over short pieces of bytes: a call of `node:crypto` costs more than the piece itself. It
 * tells versions of one thing apart. The seed has to be secret where someone may gain from a collision.
 */
export class ByteHash {
  /** Of all up to `finish`, as signed numbers of 32 bits: the engine handles larger ones as floats. */
  low = 0;
  high = 0;
  #one = 0;
  #two = 0;

  start(low: number, high: number): void {
    this.#one = low | 0;
    this.#two = high | 0;
  }

  word(value: number): void {
    const one = Math.imul(this.#one ^ value, first);
    const two = (Math.imul((this.#two << 15) | (this.#two >>> 17), second) + value) | 0;
    this.#one = one ^ (one >>> 15);
    this.#two = Math.imul(two ^ (two >>> 13), first);
  }

  bytes(view: DataView, start: number, end: number): void {
    let one = this.#one;
    let two = this.#two;
    let at = start;
    for (const last = end - 4; at <= last; at += 4) {
      const value = view.getInt32(at, true);
      one = Math.imul(one ^ value, first);
      one ^= one >>> 15;
      two = (Math.imul((two << 15) | (two >>> 17), second) + value) | 0;
      two = Math.imul(two ^ (two >>> 13), first);
    }
    this.#one = one;
    this.#two = two;
    let rest = 0;
    for (; at < end; at += 1) rest = (rest << 8) | view.getUint8(at);
    this.word(rest);
    this.word(end - start);
  }

  text(value: string): void {
    for (let index = 0; index < value.length; index += 1) this.word(value.charCodeAt(index));
    this.word(value.length);
  }

  number(value: number): void {
    scratch.setFloat64(0, value);
    this.word(scratch.getInt32(0));
    this.word(scratch.getInt32(4));
  }

  /** More may follow, up to another `finish`. */
  finish(): void {
    this.low = spread(this.#one ^ (this.#two >>> 7));
    this.high = spread(this.#two ^ Math.imul(this.#one, second));
  }
}

const scratch = new DataView(new ArrayBuffer(8));

function spread(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), first);
  mixed = Math.imul(mixed ^ (mixed >>> 13), second);
  return mixed ^ (mixed >>> 16);
}

export function hashText(text: string): { low: number; high: number } {
  const hash = new ByteHash();
  hash.text(text);
  hash.finish();
  return { low: hash.low, high: hash.high };
}
