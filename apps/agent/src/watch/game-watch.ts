import type { Redactor } from '@tribehall/common/redactor';
import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import { spokeNote } from '../commands/say-rows.ts';
import type { ServerConfig } from '../config/config.ts';
import { findGameFiles } from '../game-files.ts';
import { gameTraits } from '../games.ts';
import type { Log } from '../log/agent-log.ts';
import type { Draft } from '../outbox/draft.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { RconClient } from '../rcon/rcon-client.ts';
import type { ServerSaves } from '../saves/server-saves.ts';
import { findMapName } from '../saves/world-save.ts';
import { type ChatSource, createChatIntake } from './chat/chat-intake.ts';
import { createEchoes } from './chat/chat-memory.ts';
import { followLog, type FactHandler, type LogTiming } from './log/follow-log.ts';
import type { GameLogLines } from './log/game-log-lines.ts';
import { createListsWatch, type ListsTiming } from './lists/lists-watch.ts';
import { createDeaths, type Deaths } from './players/deaths.ts';
import { createGameEventIntake } from './events/game-event-intake.ts';
import { createGameEvents } from './events/game-events.ts';
import { createIdentities, type Identities } from './players/identities.ts';
import { createIdentityMemory } from './players/identity-notes.ts';
import { createPlayersWatch, type PlayersTiming, type PlayersWatch } from './players/players-watch.ts';
import { createProfiles } from './players/profiles.ts';
import { createRconIntake, type RconIntake, type RconIntakeTiming } from './rcon-intake.ts';
import { createStateWatch, type StateWatch } from './state-watch.ts';

export type WatchTiming = Partial<PlayersTiming & RconIntakeTiming & LogTiming & ListsTiming>;
export type GameWatch = Awaited<ReturnType<typeof startGameWatch>>;

type Options = {
  config: ServerConfig;
  rcon: RconClient;
  outbox: Outbox;
  saves: Pick<ServerSaves, 'identityOf' | 'notice'>;
  log: Log;
  lines: GameLogLines;
  redactor: Pick<Redactor, 'redact'>;
  timing?: WatchTiming | undefined;
};

const sourceNote = 'chat source';

/** Wires up everything that watches one game server. */
export async function startGameWatch({ config, rcon, outbox, saves, log, lines, redactor, timing }: Options) {
  const files = findGameFiles(config);
  const echoes = createEchoes();
  const deaths = createDeaths();
  const identities = identitiesOf(config, outbox, saves);
  const emit = (draft: Draft) => outbox.append([draft]);
  let lastState = '';
  const state = createStateWatch({
    rcon: () => rcon.state(),
    map: config.map ?? (files.saves === undefined ? undefined : await findMapName(files.saves)),
    emit: (draft, now, reason) => {
      emit(draft);
      if (now !== lastState) log.info(`The game server is ${now}.${reason ? ` ${reason}` : ''}`);
      lastState = now;
      // Players are offline for certain only if the game is unreachable.
      if (now === 'down' && rcon.state().state === 'unreachable') players.empty();
      if (now === 'up') players.hurry();
    },
  });
  const intakes: { rcon?: RconIntake } = {};
  const hasLog = () => tail?.isReadable === true;
  const players = createPlayersWatch({
    rcon,
    identities,
    hasLog,
    isPresenceInChat: () => intakes.rcon?.reportsPresence() === true,
    emit,
    log,
    timing,
  });
  const chat = createChatIntake({
    identities,
    echoes,
    lastSource: outbox.note(sourceNote)?.value as ChatSource | undefined,
    spokeAtMs: () => outbox.note(spokeNote)?.atMs,
  });
  const events = createGameEventIntake(createGameEvents({ identities, redactor }));
  const onFact = createFactHandler({ identities, deaths, players, state, saves });
  const noteSource = (source: ChatSource) => {
    if (outbox.note(sourceNote)?.value !== source) outbox.append([], { notes: { [sourceNote]: source } });
  };

  const tail =
    files.logFile === undefined
      ? undefined
      : followLog({
          file: files.logFile,
          outbox,
          chat,
          events,
          identities,
          state,
          lines,
          onFact,
          log,
          timing,
          noteSource,
        });
  await tail?.start();
  const rconIntake = createRconIntake({
    rcon,
    hasLog,
    isAnyoneOnline: () => (players.online() ?? []).length > 0,
    chat,
    events,
    onFact,
    emit: (drafts) => {
      noteSource('rcon');
      outbox.append(drafts);
    },
    onEntries: lines.fromRcon,
    timing,
  });
  intakes.rcon = rconIntake;
  const stopListening = rcon.onState(() => state.check());
  const lists = createListsWatch({ files: files.lists, emit, log, timing });

  return {
    players,
    lists,
    state,
    identities,
    deaths,
    echoes,
    hasLog,
    hurryFacts: () => rconIntake.hurry(),
    async stop() {
      stopListening();
      state.stop();
      await Promise.all([players.stop(), rconIntake.stop(), lists.stop(), tail?.stop()]);
    },
  };
}

function identitiesOf(config: ServerConfig, outbox: Outbox, { identityOf }: Options['saves']) {
  const { saves } = findGameFiles(config);
  return createIdentities({
    isAsciiOnly: gameTraits[config.game].isAsciiOnly,
    profiles: saves === undefined ? undefined : createProfiles(saves),
    savedIdentityOf: identityOf,
    memory: createIdentityMemory(outbox),
  });
}

type FactListeners = {
  identities: Pick<Identities, 'learn'>;
  deaths: Pick<Deaths, 'notice'>;
  players: Pick<PlayersWatch, 'refresh' | 'hurry' | 'notice'>;
  state: Pick<StateWatch, 'learn'>;
  saves: Pick<ServerSaves, 'notice'>;
};

/** After these the list of players has to be read again. */
const changesPlayers: ReadonlySet<LogEvent['kind']> = new Set(['joined', 'left', 'started', 'advertising']);

/** Dispatches what happened in the game, except chat, to everything that depends on it. */
function createFactHandler({ identities, deaths, players, state, saves }: FactListeners): FactHandler {
  return (fact, isOld) => {
    if (identities.learn(fact)) players.refresh();
    deaths.notice(fact);
    state.learn(fact);
    if (!isOld && (fact.kind === 'saving' || fact.kind === 'saved')) saves.notice(fact.kind);
    if (!changesPlayers.has(fact.kind)) return;
    if (isOld) players.hurry();
    else players.notice(fact);
  };
}
