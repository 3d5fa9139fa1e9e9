const lineEnd = Buffer.from('\r\n');

/** Text for many streams, encoded once: as it is, and as a chunk of HTTP/1.1. */
export class Chunk {
  readonly plain: Buffer;
  #framed: Buffer | undefined;

  constructor(text: string) {
    this.plain = Buffer.from(text);
  }

  get framed(): Buffer {
    const size = `${this.plain.length.toString(16)}\r\n`;
    return (this.#framed ??= Buffer.concat([Buffer.from(size), this.plain, lineEnd]));
  }
}
