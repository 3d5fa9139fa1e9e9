import type pg from 'pg';

/** What the driver has for COPY and its types do not tell. */
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** Rows are collected up to this size. */
const partBytes = 4 * 1024 * 1024;

/**
 * Runs `copy … to stdout` and yields its rows, many at a time and never a part of one; returns their number. While
 * nobody asks for more, the database waits. Where the reader gives up, the connection is closed.
 */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer, number> {
  const query = client.query(new CopyOut(statement));
  try {
    for (;;) {
      const part = await query.next();
      if (!part) return query.rows;
      yield part;
    }
  } finally {
    query.close();
  }
}

/** Runs `copy … from stdin` with these chunks and returns the number of rows. */
export function copyIn(
  client: pg.ClientBase,
  statement: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<number> {
  return client.query(new CopyIn(statement, chunks)).done;
}

/** "COPY 123" */
const countRows = (text: string) => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);

class CopyOut implements pg.Submittable {
  rows = 0;
  readonly #statement: string;
  readonly #parts: Buffer[] = [];
  #part = Buffer.allocUnsafe(partBytes);
  #used = 0;
  #wire: Wire | undefined;
  #error: Error | undefined;
  #isDone = false;
  #wake = () => {};

  constructor(statement: string) {
    this.#statement = statement;
  }

  async next(): Promise<Buffer | undefined> {
    while (this.#parts.length === 0 && !this.#isDone) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wire?.stream.resume();
      await woken;
    }
    if (this.#error) throw this.#error;
    return this.#parts.shift();
  }

  close(): void {
    if (!this.#isDone) this.#wire?.stream.destroy();
  }

  submit(connection: pg.Connection): void {
    this.#wire = connection as Wire;
    connection.query(this.#statement);
  }

  /** One message, one row. Its bytes are the driver's, which uses them again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#used + chunk.length > this.#part.length) {
      this.#flush();
      if (chunk.length > this.#part.length) this.#part = Buffer.allocUnsafe(chunk.length);
    }
    chunk.copy(this.#part, this.#used);
    this.#used += chunk.length;
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = countRows(text);
  }

  handleReadyForQuery(): void {
    this.#flush();
    this.#end();
  }

  handleError(error: Error): void {
    this.#error ??= error;
    this.#end();
  }

  #flush(): void {
    if (this.#used === 0) return;
    this.#parts.push(this.#part.subarray(0, this.#used));
    this.#part = Buffer.allocUnsafe(partBytes);
    this.#used = 0;
    this.#wire?.stream.pause();
    this.#wake();
  }

  #end(): void {
    this.#isDone = true;
    this.#wire?.stream.resume();
    this.#wake();
  }
}

class CopyIn implements pg.Submittable {
  readonly done: Promise<number>;
  readonly #statement: string;
  readonly #chunks: AsyncIterable<Buffer> | Iterable<Buffer>;
  #settle: { resolve: (rows: number) => void; reject: (error: unknown) => void } | undefined;
  #rows = 0;
  #hasFailed = false;
  #error: unknown;

  constructor(statement: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
    this.#statement = statement;
    this.#chunks = chunks;
    this.done = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    const wire = connection as Wire;
    this.#pump(wire).catch((error: unknown) => {
      this.#fail(error);
      wire.sendCopyFail('the source ended');
    });
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = countRows(text);
  }

  handleReadyForQuery(): void {
    if (this.#hasFailed) this.#settle?.reject(this.#error);
    else this.#settle?.resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#fail(error);
    // A broken connection is never ready again.
    if (!('severity' in error)) this.#settle?.reject(this.#error);
  }

  async #pump(wire: Wire): Promise<void> {
    for await (const chunk of this.#chunks) {
      if (this.#hasFailed) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await untilDrained(wire);
    }
    if (!this.#hasFailed) wire.endCopyFrom();
  }

  #fail(error: unknown): void {
    if (!this.#hasFailed) this.#error = error;
    this.#hasFailed = true;
  }
}

function untilDrained({ stream }: Wire): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off('drain', settle).off('close', settle);
      resolve();
    };
    stream.once('drain', settle).once('close', settle);
  });
}
