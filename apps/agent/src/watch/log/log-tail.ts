import type { Files } from '../../files.ts';
import { type FileWatch, findBackup, watchFile } from './log-rotation.ts';
import { type LogPosition, OpenLog, startOf } from './open-log.ts';

export type LogLines = {
  lines: string[];
  /** To be stored together with the events made of these lines. */
  position: LogPosition;
  /** Written while this process was not watching. */
  isOld: boolean;
};

export type LogTailOptions = {
  file: string;
  /** Where an earlier process stopped; without it only new lines count. */
  position?: LogPosition | undefined;
  onLines(read: LogLines): void;
  /** Lines before the position when a log is opened. */
  onHistory(history: { lines: string[]; isWhole: boolean }): void;
  onReadable(isReadable: boolean, reason: string): void;
  pollMs?: number;
  /** A log may be missing or locked for this long before it counts as gone. */
  graceMs?: number;
  files?: Pick<Files, 'open'>;
};

const defaultPollMs = 250;
const defaultGraceMs = 10_000;
const watchDelayMs = 10;
/** Files that share this many first bytes, which include times, are the same log. */
const minHeadBytes = 64;
/** File times are coarser than the clock. */
const clockSlackMs = 100;

/** Follows a log through growth, truncation, rotation, replacement and restarts. */
export class LogTail {
  readonly #options: LogTailOptions;
  #log: OpenLog | undefined;
  #position: LogPosition | undefined;
  #isOld: boolean;
  #isReadable: boolean | undefined;
  #missingSince: number | undefined;
  #lockedSince: number | undefined;
  #absentAtMs = Infinity;
  #watcher: FileWatch | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Infinity;
  #polling: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: LogTailOptions) {
    this.#options = options;
    // Another path is another log, whatever its content.
    this.#position = options.position?.file === options.file ? options.position : undefined;
    this.#isOld = this.#position !== undefined;
  }

  get isReadable(): boolean {
    return this.#isReadable === true;
  }

  /** Reads what is there now, then continues in the background. */
  async start(): Promise<void> {
    await this.poll();
    this.#schedule(this.#options.pollMs ?? defaultPollMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#watcher?.stop();
    await this.#polling;
    await this.#log?.close();
    this.#log = undefined;
  }

  poll(): Promise<void> {
    this.#polling ??= this.#pollOnce()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#polling = undefined;
      });
    return this.#polling;
  }

  /** Never later than already scheduled: constant changes must not postpone the poll for ever. */
  #schedule(ms: number): void {
    const dueAt = performance.now() + ms;
    if (this.#isStopped || dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#dueAt = Infinity;
      void this.poll().then(() => this.#schedule(this.#options.pollMs ?? defaultPollMs));
    }, ms);
  }

  async #pollOnce(): Promise<void> {
    if (this.#isStopped) return;
    if (this.#log) await this.#checkFile(this.#log);
    this.#log ??= await this.#begin();
    await this.#drain(this.#log);
    this.#isOld = false;
    this.#lockedSince = undefined;
    if (this.#missingSince === undefined) this.#emit(true, '');
    this.#watcher ??= watchFile(this.#options.file, () => this.#schedule(watchDelayMs));
  }

  /** Releases a log file that was replaced, truncated or removed. */
  async #checkFile(log: OpenLog): Promise<void> {
    const isReplaced = await log.isReplacedAt(this.#options.file).catch(() => undefined);
    if (isReplaced === undefined) return this.#noteMissing(log);
    this.#missingSince = undefined;
    if (isReplaced) {
      await this.#changeTo(log, await this.#open());
    } else if (await log.isCut()) {
      await this.#release(log);
    }
  }

  /** Some network drives change a file's inode number all the time, so the content decides. */
  async #changeTo(log: OpenLog, next: OpenLog): Promise<void> {
    if (log.position.headBytes >= minHeadBytes && (await next.goTo(log.position))) {
      await log.close();
      this.#log = next;
      return;
    }
    await next.close();
    await this.#finish(log);
    this.#position = startOf(this.#options.file);
  }

  /** A removed log may still be written to, or is about to be replaced. */
  async #noteMissing(log: OpenLog): Promise<void> {
    this.#missingSince ??= performance.now();
    if (performance.now() - this.#missingSince < (this.#options.graceMs ?? defaultGraceMs)) return;
    await this.#finish(log);
  }

  async #begin(): Promise<OpenLog> {
    const { onHistory } = this.#options;
    const log = await this.#open();
    try {
      this.#missingSince = undefined;
      await this.#seek(log);
      this.#position = log.position;
      if (log.position.offset > 0) onHistory(await log.history());
      return log;
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  #open(): Promise<OpenLog> {
    const { file, files } = this.#options;
    return OpenLog.open(file, file, files);
  }

  async #seek(log: OpenLog): Promise<void> {
    if (this.#position === undefined) {
      // Lines from before the first poll are old; a log that was created since then is new.
      if (!(await log.isBornAfter(this.#absentAtMs))) await log.goToEnd();
      this.#hand(log, []);
    } else if (!(await log.goTo(this.#position))) {
      const backup = await findBackup(this.#position);
      if (backup) await this.#finish(backup);
    }
  }

  async #drain(log: OpenLog): Promise<void> {
    for (;;) {
      const lines = await log.next();
      if (!lines || this.#isStopped) return;
      this.#hand(log, lines);
    }
  }

  /** Reads the rest of the file and closes it. */
  async #finish(log: OpenLog): Promise<void> {
    try {
      await this.#drain(log);
      this.#hand(log, await log.remainder());
    } finally {
      await this.#release(log);
    }
  }

  async #release(log: OpenLog): Promise<void> {
    if (this.#log === log) this.#log = undefined;
    await log.close();
  }

  #hand(log: OpenLog, lines: string[]): void {
    this.#position = log.position;
    this.#options.onLines({ lines, position: log.position, isOld: this.#isOld });
  }

  #failed(error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EBUSY' && this.#isLockNew()) return;
    if (code === 'ENOENT') this.#absentAtMs = Math.min(this.#absentAtMs, Date.now() - clockSlackMs);
    this.#emit(false, describeFault(this.#options.file, error as NodeJS.ErrnoException));
  }

  /** Others lock a file for seconds. */
  #isLockNew(): boolean {
    this.#lockedSince ??= performance.now();
    return performance.now() - this.#lockedSince < (this.#options.graceMs ?? defaultGraceMs);
  }

  #emit(isReadable: boolean, reason: string): void {
    if (this.#isReadable === isReadable) return;
    this.#isReadable = isReadable;
    this.#options.onReadable(isReadable, reason);
  }
}

function describeFault(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no log at ${file}.`;
  if (code === 'EBUSY') return `The log ${file} is locked by another program.`;
  if (code === 'EACCES' || code === 'EPERM') return `The agent has no permission to read the log ${file}.`;
  return `The log ${file} cannot be read: ${message}.`;
}
