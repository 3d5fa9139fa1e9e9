import { playerLists, type PlayerList } from '@tribehall/contract/agent/player-lists';
import type { Config } from '../../config.ts';
import { defineModule, type Module } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { inSequence } from '../agents/agent-handlers.service.ts';
import { applyListState, refreshOutdated } from './player-lists.service.ts';

const rereading = { everyMs: 15_000, failure: 'Lists of players could not be read' };

/** What the ban lists and whitelists of the games contain. */
export const playerListsModule = defineModule({
  name: 'playerLists',
  state: createPlayerListsState,
  agentEvents: { 'lists.state': inSequence(applyListState) },
  jobs: [(ctx) => repeat(ctx.log, rereading, () => refreshOutdated(ctx))],
});

type OnRead = NonNullable<Module['onPlayerListRead']>;

function createPlayerListsState(_: Config, modules: readonly Module[]) {
  const handlerOf = (list: PlayerList) =>
    modules.flatMap(({ onPlayerListRead }) => onPlayerListRead?.[list] ?? []).at(0);
  return {
    /** Lists that are being read, by server and name. */
    reading: new Set<string>(),
    /** What the module that a list belongs to does once it was read. */
    onRead: Object.fromEntries(playerLists.map((list) => [list, handlerOf(list)])) as OnRead,
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    playerLists: ReturnType<typeof createPlayerListsState>;
  }
}
