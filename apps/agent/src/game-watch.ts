import { spokeNote } from './commands/say-rows.ts';
import type { ServerConfig } from './config/config.ts';
import { gameTraits } from './games/games.ts';
import type { Draft } from './link/draft.ts';
import type { Outbox } from './link/outbox.ts';
import type { Log } from './log/agent-log.ts';
import { findPlaces } from './places.ts';
import type { RconClient } from './rcon/rcon-client.ts';
import type { ServerSaves } from './saves/server-saves.ts';
import { createChatIntake, type ChatSource } from './watch/chat-intake.ts';
import { createDeaths } from './watch/deaths.ts';
import { createEchoes } from './watch/echoes.ts';
import type { GameLines } from './watch/game-lines.ts';
import { createFactDesk } from './watch/fact-desk.ts';
import { createIdentities } from './watch/identities.ts';
import { findMapName } from './watch/map-name.ts';
import { createPlayersWatch, type PlayersTiming } from './watch/players-watch.ts';
import { createProfiles } from './watch/profiles.ts';
import { createRconIntake, type RconIntake, type RconIntakeTiming } from './watch/rcon-intake.ts';
import { createStateWatch } from './watch/state-watch.ts';
import { followLog, type LogTiming } from './watch/follow-log.ts';

export type WatchTiming = Partial<PlayersTiming & RconIntakeTiming & LogTiming>;
export type GameWatch = Awaited<ReturnType<typeof startGameWatch>>;

type Options = {
  config: ServerConfig;
  rcon: RconClient;
  outbox: Outbox;
  saves: Pick<ServerSaves, 'identityOf'>;
  log: Log;
  lines: GameLines;
  timing?: WatchTiming | undefined;
};

const sourceNote = 'chat source';
const arkIdNote = (playerId: string) => `ark ${playerId}`;

/** Everything that looks at one game server, put together. */
export async function startGameWatch({ config, rcon, outbox, saves, log, lines, timing }: Options) {
  const places = findPlaces(config);
  const echoes = createEchoes();
  const deaths = createDeaths();
  const identities = identitiesOf(config, outbox, saves);
  const tell = (draft: Draft) => outbox.append([draft]);
  let lastState = '';
  const state = createStateWatch({
    rcon: () => rcon.state(),
    map: config.map ?? (places.saves === undefined ? undefined : await findMapName(places.saves)),
    tell: (draft, now, reason) => {
      tell(draft);
      if (now !== lastState) log.info(`The game server is ${now}.${reason ? ` ${reason}` : ''}`);
      lastState = now;
      // Only a game that is gone for certain leaves nobody online.
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
    isToldByChat: () => intakes.rcon?.tellsPresence() === true,
    tell,
    timing,
  });
  const chat = createChatIntake({
    identities,
    echoes,
    lastSource: outbox.note(sourceNote)?.value as ChatSource | undefined,
    spokeAtMs: () => outbox.note(spokeNote)?.atMs,
  });
  const onFact = createFactDesk({ identities, deaths, players, state });
  const noteSource = (source: ChatSource) => {
    if (outbox.note(sourceNote)?.value !== source) outbox.append([], { notes: { [sourceNote]: source } });
  };

  const tail =
    places.logFile === undefined
      ? undefined
      : followLog({ file: places.logFile, outbox, chat, identities, state, lines, onFact, log, timing, noteSource });
  await tail?.start();
  const rconIntake = createRconIntake({
    rcon,
    hasLog,
    isAnyoneOnline: () => (players.online() ?? []).length > 0,
    chat,
    onFact,
    tell: (drafts) => {
      noteSource('rcon');
      outbox.append(drafts);
    },
    onEntries: lines.fromRcon,
    timing,
  });
  intakes.rcon = rconIntake;
  const stopListening = rcon.onState(() => state.check());

  return {
    players,
    state,
    identities,
    deaths,
    echoes,
    hasLog,
    hurryFacts: () => rconIntake.hurry(),
    async stop() {
      stopListening();
      state.stop();
      await Promise.all([players.stop(), rconIntake.stop(), tail?.stop()]);
    },
  };
}

function identitiesOf(config: ServerConfig, outbox: Outbox, { identityOf }: Options['saves']) {
  const { saves } = findPlaces(config);
  return createIdentities({
    isAsciiOnly: gameTraits[config.game].isAsciiOnly,
    profiles: saves === undefined ? undefined : createProfiles(saves),
    savedIdentityOf: identityOf,
    recallArkId: (playerId) => outbox.note(arkIdNote(playerId))?.value,
    keepArkId: (playerId, arkId) => outbox.append([], { notes: { [arkIdNote(playerId)]: arkId } }),
  });
}
