import { createRconClient, type RconClient, type RconOptions } from './rcon-client.ts';

type Options = Omit<RconOptions, 'password'> & {
  /** Reads the current password; throws if there is none. */
  findPassword(): string;
  lookAgainMs?: number | undefined;
};

const defaultLookAgainMs = 20_000;

/** RCON whose password may change at its source: the game's settings or a file. */
export function createRconAccess({ findPassword, lookAgainMs = defaultLookAgainMs, ...options }: Options): RconClient {
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
