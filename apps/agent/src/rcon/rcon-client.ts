import {
  CommandSender,
  createCommandQueue,
  type QueueLimits,
  type RateLimits,
  type RconPriority,
} from './command-queue.ts';
import {
  ConnectionSupervisor,
  createStatusHolder,
  type RconState,
  type RconStatus,
  type SupervisorLimits,
} from './connection-supervisor.ts';
import { encodeCommand, RconError } from './rcon-connection.ts';

export type { RconPriority } from './command-queue.ts';
export type { RconState } from './connection-supervisor.ts';
export { RconError } from './rcon-connection.ts';

export type RconLimits = SupervisorLimits & QueueLimits & RateLimits;

const defaultLimits: RconLimits = {
  connectMs: 5000,
  loginMs: 10_000,
  commandMs: 10_000,
  slowCommandMs: 30_000,
  slowReplyMs: 2000,
  retryMs: [5000, 10_000, 20_000, 60_000],
  refusedRetryMs: 60_000,
  urgentRetryMs: 2000,
  stableMs: 30_000,
  pollWaitMs: 10_000,
  maxWaiting: { moderation: 100, chat: 200, poll: 20, background: 100 },
  commandsPerSecond: 2,
  burst: 4,
  maxReplyBytes: 1024 * 1024,
};

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
  /** After each reply of the game. */
  onReply?: ((tookMs: number) => void) | undefined;
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
  const sender = new CommandSender({ supervisor, queue, limits, isAsciiOnly, onReply: options.onReply });
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

type AccessOptions = Omit<RconOptions, 'password'> & {
  /** Reads the current password; throws if there is none. */
  findPassword(): string;
  lookAgainMs?: number | undefined;
};

const defaultLookAgainMs = 20_000;

/** RCON whose password may change at its source: the game's settings or a file. */
export function createRconAccess({
  findPassword,
  lookAgainMs = defaultLookAgainMs,
  ...options
}: AccessOptions): RconClient {
  const listeners = new Set<Parameters<RconClient['onState']>[0]>();
  let password = findPassword();
  const connect = () => {
    const client = createRconClient({ ...options, password });
    client.onState((status) => {
      if (client === current) for (const listener of listeners) listener(status);
    });
    return client;
  };
  let current: RconClient = connect();
  const timer = setInterval(() => {
    if (current.state().state !== 'refused') return;
    const now = attempt(findPassword);
    if (now === undefined || now === password) return;
    password = now;
    const old = current;
    current = connect();
    void old.close();
  }, lookAgainMs);
  return {
    run: (command, run) => current.run(command, run),
    state: () => current.state(),
    onState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      clearInterval(timer);
      await current.close();
    },
  };
}

function attempt(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
