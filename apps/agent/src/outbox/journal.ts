import { setTimeout as wait } from 'node:timers/promises';
import {
  encodeRecord,
  type JournalFile,
  type JournalRecord,
  removeOtherGenerations,
  writeAll,
  writeGeneration,
} from './journal-file.ts';

export type Mark = { stream: string; seq: number };

export type JournalOptions = {
  folder: string;
  /** Of the file that was read; the next is written at once, so that nothing follows a damaged end. */
  generation: number;
  /** The records of the whole current state. */
  snapshot(): JournalRecord[];
  /** The last event so far. */
  mark(): Mark;
  /** Events up to this mark are durable. */
  onWritten(mark: Mark): void;
  onTrouble(sentence: string): void;
  retryMs?: number;
};

/** A file with this much obsolete data is compacted. */
const maxGarbageBytes = 2 * 1024 * 1024;
const maxWaiting = 10_000;
const defaultRetryMs = 2_000;

/** A write-ahead log: records on disk, append-only, compacted by snapshots. */
export class Journal {
  readonly #options: JournalOptions;
  #file: JournalFile;
  #generation: number;
  #snapshotBytes: number;
  #waiting: JournalRecord[] = [];
  #isRewriteWanted = false;
  #isClosing = false;
  #working: Promise<void> | undefined;

  private constructor(options: JournalOptions, file: JournalFile) {
    this.#options = options;
    this.#file = file;
    this.#generation = options.generation + 1;
    this.#snapshotBytes = file.length;
  }

  static async start(options: JournalOptions): Promise<Journal> {
    const { folder, generation, snapshot, mark, onWritten } = options;
    const written = mark();
    const file = await writeGeneration(folder, generation + 1, snapshot());
    await removeOtherGenerations(folder, generation + 1);
    onWritten(written);
    return new Journal(options, file);
  }

  append(record: JournalRecord): void {
    this.#waiting.push(record);
    // The disk does not keep up. A snapshot has the same content and a bounded size.
    if (this.#waiting.length > maxWaiting) this.#isRewriteWanted = true;
    this.#start();
  }

  /** Replaces the file by the snapshot. */
  rewrite(): void {
    this.#isRewriteWanted = true;
    this.#start();
  }

  /** Resolves when all that was appended has been handed to the system. */
  async written(): Promise<void> {
    this.#start();
    await this.#working;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.written();
    await this.#file.handle.close();
  }

  #start(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0 || this.#isRewriteWanted) {
      const mark = this.#options.mark();
      try {
        await (this.#isRewriteWanted ? this.#replaceFile() : this.#writeWaiting());
        this.#options.onWritten(mark);
      } catch (error) {
        this.#options.onTrouble(`The journal cannot be written: ${(error as Error).message}`);
        if (this.#isClosing) return;
        await wait(this.#options.retryMs ?? defaultRetryMs);
      }
    }
  }

  async #writeWaiting(): Promise<void> {
    const records = this.#waiting.slice();
    const bytes = Buffer.from(records.map(encodeRecord).join(''));
    // Always at the same offset until it succeeds: half a line from a full disk is overwritten.
    await writeAll(this.#file.handle, bytes, this.#file.length);
    if (records.some(mustBeOnDisk)) await this.#file.handle.datasync();
    this.#file.length += bytes.length;
    this.#waiting.splice(0, records.length);
    if (this.#file.length > maxGarbageBytes + 2 * this.#snapshotBytes) this.#isRewriteWanted = true;
  }

  async #replaceFile(): Promise<void> {
    const { folder, snapshot } = this.#options;
    const coveredCount = this.#waiting.length;
    // Before the wait: a later request wants a newer snapshot than this one.
    this.#isRewriteWanted = false;
    const file = await writeGeneration(folder, this.#generation + 1, snapshot()).catch((error: unknown) => {
      this.#isRewriteWanted = true;
      throw error;
    });
    this.#waiting.splice(0, coveredCount);
    const { handle } = this.#file;
    this.#file = file;
    this.#generation += 1;
    this.#snapshotBytes = file.length;
    await handle.close();
    await removeOtherGenerations(folder, this.#generation);
  }
}

/** Events must survive a power cut, the rest only a killed process. */
function mustBeOnDisk(record: JournalRecord): boolean {
  return record.kind === 'change' && record.events !== undefined;
}
