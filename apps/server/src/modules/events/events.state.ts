import { topics, type TopicName } from '@tribehall/contract';
import type { Config } from '../../config.ts';
import { collect, type Module } from '../../module.ts';
import { createHub, type Hub } from './events.hub.ts';
import type { Topics } from './topic.ts';

export type EventsState = { hub: Hub; topics: Topics };

export function createEventsState(_: Config, modules: readonly Module[]): EventsState {
  const names = Object.keys(topics) as TopicName[];
  return {
    hub: createHub(),
    topics: collect<Topics>(
      names,
      modules.map((module) => module.topics),
    ),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    events: EventsState;
  }
}
