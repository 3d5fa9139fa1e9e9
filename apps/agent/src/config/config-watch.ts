import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { files } from '../files.ts';
import type { Log } from '../log/agent-log.ts';
import { watchFile } from '../watch/log/log-rotation.ts';
import { createPoll } from '../watch/poll.ts';
import { type Config, ConfigError } from './config.ts';

export type ConfigWatch = {
  /** Hashes of the file as it is used, and as it was refused. */
  status(): ConfigStatus;
  stop(): Promise<void>;
};

export type ConfigStatus = { used?: string | undefined; refused?: string | undefined };

type Options = {
  file: string;
  /** Reads and validates it. */
  read(): Config;
  /** Uses it; a `ConfigError` refuses it. */
  apply(config: Config): Promise<void>;
  log: Pick<Log, 'warn'>;
  timing?: Partial<typeof defaultTiming> | undefined;
};

/** Most editors do not write atomically: a file that has not changed for `stableMs` is complete. */
const defaultTiming = { pollMs: 1_000, stableMs: 200, soonMs: 20 };

/** Applies changes of the configuration file. An invalid one is refused once, and the one in use remains. */
export function watchConfig({ file, read, apply, log, ...options }: Options): ConfigWatch {
  const timing = { ...defaultTiming, ...options.timing };
  // Applied once at the start too: it may have changed since it was read.
  let used: string | undefined;
  let refused: string | undefined;
  const check = async () => {
    const found = await hashOf(file);
    if (found === used) refused = undefined;
    if (found === used || found === refused) return;
    await wait(timing.stableMs);
    if ((await hashOf(file)) !== found) return poll.hurry(0);
    try {
      await apply(read());
      [used, refused] = [found, undefined];
    } catch (error) {
      refused = found;
      const reason = error instanceof ConfigError ? error.message : `${file}: ${(error as Error).message}`;
      log.warn(`The changed configuration is not used, and the agent continues as before. ${reason}`);
    }
  };
  const poll = createPoll(check, () => timing.pollMs);
  const watcher = watchFile(file, () => poll.hurry(timing.soonMs));
  return {
    status: () => ({ used, refused }),
    async stop() {
      watcher.stop();
      await poll.stop();
    },
  };
}

/** Empty if it cannot be read. */
export async function hashOf(file: string): Promise<string> {
  const bytes = await files.readFile(file).catch(() => undefined);
  return bytes === undefined ? '' : createHash('sha256').update(bytes).digest('hex');
}
