import type { Mount } from '../../mount.ts';
import type { Hub } from './events.hub.ts';
import { stream } from './events.stream.ts';
import { findTopic, openTopics } from './events.topics.ts';

export function eventsModule(mount: Mount, hub: Hub): void {
  mount('GET /events', async (call) => stream(hub, call, await openTopics(call.ctx, call.caller, call.query.topics)));
  mount('GET /events/{id}', async (call) => stream(hub, call, await findTopic(call.ctx, call.caller, call.params.id)));
}
