import { CommandSender, createCommandQueue } from './command-queue.ts';
import { ConnectionSupervisor, createStatusHolder, type RconState, type RconStatus } from './connection-supervisor.ts';
import { RconError } from './packet-socket.ts';
import { encodeCommand } from './rcon-connection.ts';
import { defaultLimits, type RconLimits, type RconPriority } from './rcon-limits.ts';

export type { RconState } from './connection-supervisor.ts';
export { RconError } from './packet-socket.ts';
export type { RconLimits, RconPriority } from './rcon-limits.ts';

export type RunOptions = {
  priority: RconPriority;
  /** Counted from sending. On a timeout the connection is dropped: a late reply could be mistaken for another. */
  timeoutMs?: number;
  /** Cancels the command before it is sent; afterwards only the wait ends. */
  signal?: AbortSignal;
};

export type RconClient = {
  /** Sends the command at most once; after `timeout` and `closed` it may have run. */
  run(command: string, options: RunOptions): Promise<string>;
  state(): { state: RconState; reason?: string; since: number };
  onState(listener: (state: RconStatus) => void): () => void;
  close(): Promise<void>;
};

export type RconOptions = {
  host: string;
  port: number;
  password: string;
  /** ASE: RCON turns all other letters into `?`. */
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
  const supervisor = new ConnectionSupervisor(
    { target: { host, port, password }, limits, status },
    { onConnected: () => sender.pump(), onUnavailable: (error) => queue.rejectAll(error) },
  );
  const sender = new CommandSender({ supervisor, queue, limits, isAsciiOnly });
  return {
    async run(command, { priority, timeoutMs, signal }) {
      const bytes = encodeCommand(command, isAsciiOnly);
      const refusal = refusalNow(supervisor, status.current(), priority);
      if (refusal) throw refusal;
      const reply = queue.add({ text: command, bytes, priority, timeoutMs, signal });
      sender.pump();
      return reply;
    },
    state: () => status.current(),
    onState: (listener) => status.listen(listener),
    async close() {
      const error = new RconError('closed', 'The RCON connection was closed by the agent.');
      status.set('closed');
      sender.stop();
      supervisor.close(error);
      queue.rejectAll(error);
    },
  };
}

/** Fails fast: nobody should wait for minutes for a server that is down. */
function refusalNow(supervisor: ConnectionSupervisor, { state, reason = '' }: RconStatus, priority: RconPriority) {
  const isUnderWay =
    priority === 'moderation' && (state === 'unreachable' || state === 'connecting') && supervisor.hurry();
  if (state === 'closed') return new RconError('closed', 'The RCON connection was closed by the agent.');
  if (state === 'refused') return new RconError('refused', reason);
  return state === 'unreachable' && !isUnderWay ? new RconError('unreachable', reason) : undefined;
}
