import { openRconConnection, type RconConnection, type RconTarget } from './rcon-connection.ts';
import { RconError } from './rcon-error.ts';
import type { RconLimits } from './rcon-limits.ts';
import type { StatusHolder } from './rcon-status.ts';

type Options = { target: RconTarget; limits: RconLimits; status: StatusHolder };
type Events = { onConnected(): void; onUnavailable(error: RconError): void };

const maxId = 0x7fffffff;

/** Keeps one connection open: connects, notices the loss, waits, connects again. */
export class ConnectionKeeper {
  readonly #options: Options;
  readonly #events: Events;
  readonly #stopped = new AbortController();
  #connection: RconConnection | undefined;
  #isTrying = false;
  #triedAt = 0;
  #connectedAt = 0;
  #failures = 0;
  #isSlow = false;
  #lastId = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: Options, events: Events) {
    this.#options = options;
    this.#events = events;
    void this.#try();
  }

  connection(): RconConnection | undefined {
    return this.#connection;
  }

  commandTimeoutMs(): number {
    const { commandMs, slowCommandMs } = this.#options.limits;
    return this.#isSlow ? slowCommandMs : commandMs;
  }

  /** A game that lets one command time out gets more time for the next. */
  noteAnswer(tookMs: number): void {
    this.#isSlow = tookMs > this.#options.limits.slowAnswerMs;
    if (this.#connection) this.#tellUp();
  }

  /** Brings the next attempt forward, but not too often. True where one is under way. */
  hurry(): boolean {
    const isRested = performance.now() - this.#triedAt >= this.#options.limits.urgentRetryMs;
    if (!this.#isTrying && !this.#connection && isRested) void this.#try();
    return this.#isTrying;
  }

  close(error: RconError): void {
    clearTimeout(this.#retry);
    this.#stopped.abort(error);
  }

  async #try(): Promise<void> {
    clearTimeout(this.#retry);
    this.#isTrying = true;
    this.#triedAt = performance.now();
    const connection = await this.#open().catch((error: unknown) => {
      this.#isTrying = false;
      if (!this.#stopped.signal.aborted) this.#failed(error);
    });
    if (connection) this.#adopt(connection);
  }

  #open(): Promise<RconConnection> {
    const { target, limits } = this.#options;
    return openRconConnection({ target, limits, nextId: () => this.#nextId(), signal: this.#stopped.signal });
  }

  #adopt(connection: RconConnection): void {
    this.#isTrying = false;
    if (this.#stopped.signal.aborted) return;
    this.#connection = connection;
    this.#connectedAt = performance.now();
    if (this.#connectedAt - this.#triedAt > this.#options.limits.slowAnswerMs) this.#isSlow = true;
    this.#tellUp();
    connection.onEnded((error) => this.#lost(error));
    this.#events.onConnected();
  }

  #tellUp(): void {
    if (this.#isSlow) this.#options.status.set('slow', 'The game server answers slowly.');
    else this.#options.status.set('up');
  }

  #failed(error: unknown): void {
    const isRefused = error instanceof RconError && error.code === 'refused';
    this.#unavailable(isRefused ? 'refused' : 'unreachable', error);
  }

  /** Once is no outage: a long save cuts all connections, so commands may wait for the first attempt after it. */
  #lost(error: RconError): void {
    this.#connection = undefined;
    if (this.#stopped.signal.aborted) return;
    if (error.code === 'timeout') this.#isSlow = true;
    if (performance.now() - this.#connectedAt >= this.#options.limits.stableMs) this.#failures = 0;
    if (this.#failures > 0) {
      this.#unavailable('unreachable', error);
    } else {
      this.#options.status.set('connecting', error.message);
      this.#retryLater(this.#nextDelayMs());
    }
  }

  #unavailable(state: 'refused' | 'unreachable', error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.status.set(state, reason);
    this.#retryLater(state === 'refused' ? this.#options.limits.refusedRetryMs : this.#nextDelayMs());
    this.#events.onUnavailable(new RconError(state, reason, { cause: error }));
  }

  #nextDelayMs(): number {
    const { retryMs } = this.#options.limits;
    this.#failures += 1;
    return retryMs[this.#failures - 1] ?? retryMs.at(-1) ?? 0;
  }

  #retryLater(delayMs: number): void {
    // Many agents lose their servers in the same moment; they must not all come back in the same one.
    this.#retry = setTimeout(() => void this.#try(), delayMs * (1 + Math.random() / 4));
  }

  /** One row of numbers for logins and commands, so no answer can be taken for another's. */
  #nextId(): number {
    this.#lastId = this.#lastId >= maxId ? 1 : this.#lastId + 1;
    return this.#lastId;
  }
}
