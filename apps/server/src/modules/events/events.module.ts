import { defineModule } from '../../module.ts';
import { startEventsJobs } from './events.jobs.ts';
import { createEventsState } from './events.state.ts';
import { stream } from './events.stream.ts';
import { findTopic, openTopics } from './events.topics.ts';

export const eventsModule = defineModule({
  name: 'events',
  state: createEventsState,
  routes(mount) {
    mount('GET /events', async (call) => stream(call, await openTopics(call.ctx, call.caller, call.query.topics)));
    mount('GET /events/{id}', async (call) => stream(call, await findTopic(call.ctx, call.caller, call.params.id)));
  },
  jobs: [startEventsJobs],
  // Pages must not be told that all servers are offline just because this portal closes their connections.
  stops: 'first',
});
