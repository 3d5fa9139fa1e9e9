import type { Ctx } from '../../context.ts';
import { defineModule } from '../../module.ts';
import type { Call } from '../../mount.ts';
import { gauge } from '../../platform/metrics/metric.ts';
import { repeat } from '../../platform/repeat.ts';
import { readInstigator } from '../players/instigator.service.ts';
import * as settings from './settings.service.ts';
import { sendToCluster, sendChatMessage } from './sending.service.ts';
import { applyMessages, clusterChat, clusterPage, removeOldMessages, serverChat, serverPage } from './chat.service.ts';
import { createChatState } from './chat.state.ts';
import { countOutbox, processOutbox } from './relay.service.ts';

const retention = { everyMs: 60 * 60 * 1000, failure: 'Old chat messages could not be removed' };
const delivery = { everyMs: 1000, isDelayed: true, failure: 'The chat outbox could not be processed' };

type OnServer = Pick<Call<'GET /ark/servers/{id}/chatSettings'>, 'caller' | 'params' | 'request'> & { ctx: Ctx };

const instigatorOf = ({ ctx, caller, params, request }: OnServer) =>
  readInstigator(ctx, caller, params.id, request.headers['x-instigator']);

export const chatModule = defineModule({
  name: 'chat',
  state: createChatState,
  topics: { 'chat.server': { snapshot: serverChat }, 'chat.cluster': { snapshot: clusterChat } },
  agentEvents: { 'chat.line': applyMessages },
  metrics: (ctx) => [
    gauge({ name: 'tribehall_chat_outbox', help: 'Chat messages that wait for a server, on all portals.' }, () =>
      countOutbox(ctx),
    ),
  ],
  jobs: [
    (ctx) => repeat(ctx.log, retention, () => removeOldMessages(ctx)),
    (ctx) => repeat(ctx.log, delivery, () => processOutbox(ctx)),
  ],
  routes(mount) {
    mount('GET /ark/servers/{id}/chat', ({ ctx, caller, params, query }) =>
      serverPage(ctx, params.id, query, caller.userId),
    );
    mount('GET /ark/clusters/{id}/chat', ({ ctx, caller, params, query }) =>
      clusterPage(ctx, params.id, query, caller.userId),
    );
    mount('POST /ark/clusters/{id}/chat', ({ ctx, caller, params, body }) =>
      sendToCluster(ctx, caller, params.id, body.message),
    );
    mount('POST /ark/servers/{id}/sendChatMessage', async (call) => {
      const instigator = await instigatorOf(call);
      const { guildId, ...given } = call.body;
      await sendChatMessage(call.ctx, call.caller, call.params.id, given, { instigator, guildId });
      return {};
    });
    mount('GET /ark/servers/{id}/chatSettings', ({ ctx, params }) =>
      settings.withGuildNames(ctx, settings.readSettings(ctx, params.id)),
    );
    mount('PUT /ark/servers/{id}/chatSettings', async (call) => {
      const { ctx, caller, params, body } = call;
      return settings.withGuildNames(
        ctx,
        settings.changeSwitches(ctx, caller, params.id, body, await instigatorOf(call)),
      );
    });
    mount('POST /ark/servers/{id}/disableDiscordBotWebSocket', async (call) => {
      const { ctx, caller, params } = call;
      return settings.withGuildNames(ctx, settings.disableBot(ctx, caller, params.id, await instigatorOf(call)));
    });
    mount('POST /ark/servers/{id}/addChatLoggingChannel', async (call) => {
      const { guildId, remove } = call.body;
      const guild = { serverId: call.params.id, guildId, kind: 'log', isOn: remove !== true } as const;
      return changeGuild(call, guild, await instigatorOf(call));
    });
    mount('POST /ark/servers/{id}/enableCrossServerChat', async (call) => {
      const { guildId, disable } = call.body;
      const guild = { serverId: call.params.id, guildId, kind: 'relay', isOn: disable !== true } as const;
      return changeGuild(call, guild, await instigatorOf(call));
    });
  },
});

function changeGuild(
  { ctx, caller }: OnServer,
  guild: Parameters<typeof settings.changeGuild>[2],
  instigator: string | undefined,
) {
  return settings.withGuildNames(ctx, settings.changeGuild(ctx, caller, guild, instigator));
}
