import type { CommandContext } from '../commands/command.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/agent-log.ts';
import { agentVersion } from '../version.ts';
import { installUpdate } from './install-update.ts';

type Updates = CommandContext['updates'] & {
  /** Follows a changed configuration. */
  apply(config: Config): void;
};

/** Updates that the portal asks for, of the one program that serves all game servers: single-flight. */
export function createUpdates(initial: Config, log: Pick<Log, 'info' | 'warn'>): Updates {
  let config = initial;
  let installing: Promise<{ version: string }> | undefined;
  const install = async () => {
    log.info('The portal asks for an update.');
    const { portal, stateDir } = config;
    const { version } = await installUpdate({
      portal,
      stateDir,
      runningVersion: agentVersion,
      warn: (sentence) => log.warn(sentence),
    });
    return { version };
  };
  return {
    whyNot: () =>
      config.updates === 'portal'
        ? undefined
        : 'The agent does not allow updates from the portal: "updates" in its configuration is not "portal".',
    install() {
      installing ??= install().finally(() => (installing = undefined));
      return installing;
    },
    apply(next) {
      config = next;
    },
  };
}
