import type { CommandQueue } from './command-queue.ts';
import type { ConnectionKeeper } from './connection-keeper.ts';
import { createRateBudget, type RateBudget } from './rate-budget.ts';
import type { RconConnection } from './rcon-connection.ts';
import { RconError } from './rcon-error.ts';
import type { Job } from './rcon-job.ts';
import type { RconLimits } from './rcon-limits.ts';
import { decodeReply } from './rcon-text.ts';

type Options = { keeper: ConnectionKeeper; queue: CommandQueue; limits: RconLimits; isAsciiOnly: boolean };

/** Takes commands from the queue one at a time, within the rate the game endures. */
export class CommandSender {
  readonly #options: Options;
  readonly #budget: RateBudget;
  #isSending = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#budget = createRateBudget(options.limits, () => performance.now());
  }

  /** Sends the next command, if there is one and nothing stands against it. */
  pump(): void {
    clearTimeout(this.#timer);
    const { keeper, queue } = this.#options;
    const connection = keeper.connection();
    const next = queue.peek();
    if (this.#isSending || !connection || !next) return;
    const waitMs = this.#budget.waitMs(next.priority);
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.pump(), waitMs);
      return;
    }
    queue.shift();
    this.#budget.spend();
    void this.#send(connection, next);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #send(connection: RconConnection, job: Job): Promise<void> {
    const { keeper, isAsciiOnly } = this.#options;
    const startedAt = performance.now();
    this.#isSending = true;
    try {
      const body = await connection.exchange(job.bytes, job.timeoutMs ?? keeper.commandTimeoutMs());
      keeper.noteAnswer(performance.now() - startedAt);
      job.settle({ reply: decodeReply(body, isAsciiOnly) });
    } catch (error) {
      job.settle({ error: error instanceof Error ? error : new RconError('closed', String(error)) });
    }
    this.#isSending = false;
    this.pump();
  }
}
