import type { LogEvent } from '@tribehall/ark/logs/log-lines';
import type { Deaths } from './deaths.ts';
import type { Identities } from './identities.ts';
import type { PlayersWatch } from './players-watch.ts';
import type { StateWatch } from './state-watch.ts';

type Options = {
  identities: Pick<Identities, 'learn'>;
  deaths: Pick<Deaths, 'notice'>;
  players: Pick<PlayersWatch, 'refresh' | 'hurry' | 'notice'>;
  state: Pick<StateWatch, 'learn'>;
};

/** After these the list of players is worth a look. */
const changesPlayers: ReadonlySet<LogEvent['kind']> = new Set(['joined', 'left', 'started', 'advertising']);

export type FactDesk = (fact: LogEvent, isOld: boolean) => void;

/** Hands what happened in the game to everyone whom it concerns, but for chat. */
export function createFactDesk({ identities, deaths, players, state }: Options): FactDesk {
  return (fact, isOld) => {
    if (identities.learn(fact)) players.refresh();
    deaths.notice(fact);
    state.learn(fact);
    if (!changesPlayers.has(fact.kind)) return;
    if (isOld) players.hurry();
    else players.notice(fact);
  };
}
