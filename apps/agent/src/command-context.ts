import type { Redactor } from '@tribehall/common/redactor';
import { noneInFlight, noUpdates, type CommandContext } from './commands/command.ts';
import type { ServerConfig } from './config/config.ts';
import type { GameWatch } from './watch/game-watch.ts';
import { gameTraits } from './games.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Log } from './log/agent-log.ts';
import { findGameFiles } from './game-files.ts';
import type { RconClient } from './rcon/rcon-client.ts';
import type { ServerSaves } from './saves/server-saves.ts';
import type { FolderCheck } from './watch/folder-check.ts';

type Parts = {
  config: ServerConfig;
  rcon: RconClient;
  watch: GameWatch;
  outbox: Outbox;
  log: Log;
  saves: Pick<ServerSaves, 'hurry'>;
  savesFolder: FolderCheck;
  redactor: Redactor;
  updates?: CommandContext['updates'] | undefined;
  confirmation?: Partial<CommandContext['confirmation']> | undefined;
};

const confirmation: CommandContext['confirmation'] = { withinMs: 5_000, everyMs: 700 };

/** Creates what the commands of this game server work with. */
export function createCommandContext({ config, rcon, watch, outbox, log, redactor, ...parts }: Parts): CommandContext {
  const { saves, savesFolder } = parts;
  const files = findGameFiles(config);
  const { players, identities, deaths, echoes, hurryFacts } = watch;
  return {
    rcon,
    players,
    identities,
    deaths,
    echoes,
    hurryFacts,
    hurrySaves: () => saves.hurry(),
    log,
    hideFromLogs: redactor.addTemporary,
    inFlight: noneInFlight(),
    confirmation: { ...confirmation, ...parts.confirmation },
    traits: gameTraits[config.game],
    updates: parts.updates ?? noUpdates,
    lists: watch.lists.files,
    notes: {
      get: (key) => outbox.note(key)?.value,
      set(key, value) {
        outbox.append([], { notes: { [key]: value } });
        return outbox.written();
      },
    },
    whyNoArkIds() {
      if (savesFolder.isReadable() || watch.hasLog()) return undefined;
      if (files.saves !== undefined) return `The agent cannot read the world saves in ${files.saves}.`.slice(0, 200);
      return 'Set "folder" (ShooterGame/Saved) in the agent\'s configuration so that it can read the player profiles.';
    },
  };
}
