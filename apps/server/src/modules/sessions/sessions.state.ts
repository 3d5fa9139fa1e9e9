import type { Config } from '../../config.ts';
import { collect, type Module } from '../../module.ts';
import { checkedRights, type RightChecks } from './rights.service.ts';

export type SessionsState = { rights: RightChecks };

export function createSessionsState(_: Config, modules: readonly Module[]): SessionsState {
  return {
    rights: collect<RightChecks>(
      checkedRights,
      modules.map(({ rights }) => rights),
    ),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    sessions: SessionsState;
  }
}
