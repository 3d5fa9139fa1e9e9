import type { Config } from '../../config.ts';
import type { Module } from '../../module.ts';

export type PlayersState = { onJoined: NonNullable<Module['onPlayersJoined']>[] };

export function createPlayersState(_: Config, modules: readonly Module[]): PlayersState {
  return { onJoined: modules.flatMap(({ onPlayersJoined }) => onPlayersJoined ?? []) };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    players: PlayersState;
  }
}
