import { addedJitter, type BackOff, createBackOff } from '@tribehall/common/back-off';
import {
  openRconConnection,
  RconError,
  type ConnectionLimits,
  type RconConnection,
  type RconTarget,
} from './rcon-connection.ts';

/** `connecting`: at the start and right after a loss. `slow`: replies late. `refused`: wrong password. */
export type RconState = 'connecting' | 'up' | 'slow' | 'refused' | 'unreachable' | 'closed';
export type RconStatus = { state: RconState; reason?: string };
type Listener = (status: RconStatus) => void;

export type StatusHolder = {
  current(): Readonly<RconStatus & { since: number }>;
  set(state: RconState, reason?: string): void;
  listen(listener: Listener): () => void;
};

export function createStatusHolder(): StatusHolder {
  const listeners = new Set<Listener>();
  let current: RconStatus & { since: number } = { state: 'connecting', since: Date.now() };
  return {
    current: () => current,
    set(state, reason) {
      if (current.state === state && current.reason === reason) return;
      const since = current.state === state ? current.since : Date.now();
      const status = { state, ...(reason !== undefined && { reason }) };
      current = { ...status, since };
      for (const listener of listeners) listener(status);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type SupervisorLimits = ConnectionLimits & {
  commandMs: number;
  /** For a game that is booting or saving. */
  slowCommandMs: number;
  /** A reply that takes longer marks the server as slow. */
  slowReplyMs: number;
  /** Waits between attempts to connect; the last one repeats. */
  retryMs: readonly number[];
  /** After a wrong password; frequent retries would be pointless. */
  refusedRetryMs: number;
  /** A command of a moderator may bring the next attempt forward, at most this often. */
  urgentRetryMs: number;
  /** A connection that lasted this long resets the back-off. */
  stableMs: number;
};

type Options = { target: RconTarget; limits: SupervisorLimits; status: StatusHolder };
type Events = { onConnected(): void; onUnavailable(error: RconError): void };

const maxId = 0x7fffffff;

/** Holds one connection open: connects, detects a loss, reconnects with back-off. */
export class ConnectionSupervisor {
  readonly #options: Options;
  readonly #events: Events;
  readonly #stopped = new AbortController();
  readonly #backOff: BackOff;
  #connection: RconConnection | undefined;
  #isTrying = false;
  #triedAt = 0;
  #connectedAt = 0;
  #isSlow = false;
  #lastId = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: Options, events: Events) {
    this.#options = options;
    // Jitter: many agents lose their servers at the same moment and must not all reconnect at once.
    this.#backOff = createBackOff(options.limits.retryMs, addedJitter);
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

  /** After a slow reply the next command gets more time. */
  noteReply(tookMs: number): void {
    this.#isSlow = tookMs > this.#options.limits.slowReplyMs;
    if (this.#connection) this.#reportUp();
  }

  /** Brings the next attempt forward, rate-limited. Returns whether an attempt is under way. */
  hurry(): boolean {
    const isDue = performance.now() - this.#triedAt >= this.#options.limits.urgentRetryMs;
    if (!this.#isTrying && !this.#connection && isDue) void this.#try();
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
    if (this.#connectedAt - this.#triedAt > this.#options.limits.slowReplyMs) this.#isSlow = true;
    this.#reportUp();
    connection.onEnded((error) => this.#lost(error));
    this.#events.onConnected();
  }

  #reportUp(): void {
    if (this.#isSlow) this.#options.status.set('slow', 'The game server answers slowly.');
    else this.#options.status.set('up');
  }

  #failed(error: unknown): void {
    const isRefused = error instanceof RconError && error.code === 'refused';
    this.#unavailable(isRefused ? 'refused' : 'unreachable', error);
  }

  /** A single loss is no outage: a long world save cuts all connections, so commands wait for the first retry. */
  #lost(error: RconError): void {
    this.#connection = undefined;
    if (this.#stopped.signal.aborted) return;
    if (error.code === 'timeout') this.#isSlow = true;
    if (performance.now() - this.#connectedAt >= this.#options.limits.stableMs) this.#backOff.reset();
    if (this.#backOff.failures() > 0) {
      this.#unavailable('unreachable', error);
    } else {
      this.#options.status.set('connecting', error.message);
      this.#retryLater(this.#backOff.nextMs());
    }
  }

  #unavailable(state: 'refused' | 'unreachable', error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.status.set(state, reason);
    this.#retryLater(state === 'refused' ? addedJitter(this.#options.limits.refusedRetryMs) : this.#backOff.nextMs());
    this.#events.onUnavailable(new RconError(state, reason, { cause: error }));
  }

  #retryLater(delayMs: number): void {
    this.#retry = setTimeout(() => void this.#try(), delayMs);
  }

  /** Logins and commands share one sequence of ids, so no reply can be mistaken for another. */
  #nextId(): number {
    this.#lastId = this.#lastId >= maxId ? 1 : this.#lastId + 1;
    return this.#lastId;
  }
}
