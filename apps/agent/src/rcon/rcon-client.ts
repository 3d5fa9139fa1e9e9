import { createCommandQueue } from './command-queue.ts';
import { CommandSender } from './command-sender.ts';
import { ConnectionKeeper } from './connection-keeper.ts';
import { RconError } from './rcon-error.ts';
import type { RconPriority } from './rcon-job.ts';
import { defaultLimits, type RconLimits } from './rcon-limits.ts';
import { createStatusHolder, type RconState, type RconStatus } from './rcon-status.ts';
import { encodeCommand } from './rcon-text.ts';

export { RconError } from './rcon-error.ts';
export type { RconPriority } from './rcon-job.ts';
export type { RconLimits } from './rcon-limits.ts';
export type { RconState } from './rcon-status.ts';

export type RunOptions = {
  priority: RconPriority;
  /** From the moment it is sent. When it is over, the connection is given up: a late answer could reach another. */
  timeoutMs?: number;
  /** Before it is sent, calls the command off; afterwards only the waiting ends. */
  signal?: AbortSignal;
};

export type RconClient = {
  /** Sends it at most once; after `timeout` and `closed` it may have run. */
  run(command: string, options: RunOptions): Promise<string>;
  state(): { state: RconState; reason?: string; since: number };
  onState(listener: (state: RconStatus) => void): () => void;
  close(): Promise<void>;
};

export type RconOptions = {
  host: string;
  port: number;
  password: string;
  /** ASE: no other letters survive it. */
  isAsciiOnly: boolean;
  limits?: Partial<RconLimits>;
  log?: (message: string) => void;
};

/** One connection to one game server, one command at a time. */
export function createRconClient({ host, port, password, isAsciiOnly, log, ...options }: RconOptions): RconClient {
  const limits = { ...defaultLimits, ...options.limits };
  const status = createStatusHolder();
  const queue = createCommandQueue(limits);
  status.listen(({ state, reason }) => log?.(`RCON ${host}:${port} is ${state}.${reason ? ` ${reason}` : ''}`));
  const keeper = new ConnectionKeeper(
    { target: { host, port, password }, limits, status },
    { onConnected: () => sender.pump(), onUnavailable: (error) => queue.rejectAll(error) },
  );
  const sender = new CommandSender({ keeper, queue, limits, isAsciiOnly });
  return {
    async run(command, { priority, timeoutMs, signal }) {
      const bytes = encodeCommand(command, isAsciiOnly);
      const refusal = refusalNow(keeper, status.current(), priority);
      if (refusal) throw refusal;
      const reply = queue.add({ command, bytes, priority, timeoutMs, signal });
      sender.pump();
      return reply;
    },
    state: () => status.current(),
    onState: (listener) => status.listen(listener),
    async close() {
      const error = new RconError('closed', 'The RCON connection was closed here.');
      status.set('closed');
      sender.stop();
      keeper.close(error);
      queue.rejectAll(error);
    },
  };
}

/** What can be known now is said at once: nobody should wait for minutes for a server that is down. */
function refusalNow(keeper: ConnectionKeeper, { state, reason = '' }: RconStatus, priority: RconPriority) {
  const isUnderWay = priority === 'moderation' && (state === 'unreachable' || state === 'connecting') && keeper.hurry();
  if (state === 'closed') return new RconError('closed', 'The RCON connection was closed here.');
  if (state === 'refused') return new RconError('refused', reason);
  return state === 'unreachable' && !isUnderWay ? new RconError('unreachable', reason) : undefined;
}
