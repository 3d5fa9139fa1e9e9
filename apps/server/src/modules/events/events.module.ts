import { topics, type TopicName } from '@tribehall/contract';
import type { Config } from '../../config.ts';
import { collect, defineModule, type Module } from '../../module.ts';
import { gauge } from '../../platform/metrics/metric.ts';
import { createSharedReadings } from '../../platform/shared-readings.ts';
import { createHub, type Snapshot } from './events.hub.ts';
import { startEventsJobs } from './events.jobs.ts';
import { stream } from './events.stream.ts';
import { findTopic, openTopics } from './events.topics.ts';
import type { Topics } from './topic.ts';

export const eventsModule = defineModule({
  name: 'events',
  state: createEventsState,
  routes(mount) {
    mount('GET /events', async (call) => stream(call, await openTopics(call.ctx, call.caller, call.query.topics)));
    mount('GET /events/{id}', async (call) => stream(call, await findTopic(call.ctx, call.caller, call.params.id)));
  },
  metrics: ({ state }) => [
    gauge({ name: 'tribehall_live_streams', help: 'Open live streams.' }, () => state.events.hub.counts().streams),
    gauge(
      { name: 'tribehall_live_channels', help: 'Live topics that this portal is subscribed to.' },
      () => state.events.hub.counts().channels,
    ),
  ],
  jobs: [startEventsJobs],
  // Pages must not be told that all servers are offline just because this portal closes their connections.
  stops: 'first',
});

/** The streams of this process, and the topics that the modules declare. */
function createEventsState(_: Config, modules: readonly Module[]) {
  const names = Object.keys(topics) as TopicName[];
  const declared = modules.map((module) => module.topics);
  return { hub: createHub(), topics: collect<Topics>(names, declared), shareReading: createSharedReadings<Snapshot>() };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    events: ReturnType<typeof createEventsState>;
  }
}
