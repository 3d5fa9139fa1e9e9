import { defineModule } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { deliverOnJoin, deliverWaiting, expireWaiting } from './delivery.service.ts';
import * as mail from './mail.service.ts';

const delivery = { everyMs: 30 * 1000, failure: 'Waiting mail could not be delivered' };
const expiry = { everyMs: 60 * 60 * 1000, failure: 'Expired mail could not be marked as failed' };

export const mailModule = defineModule({
  name: 'mail',
  topics: { 'mail.sent': { key: (caller) => caller.userId, snapshot: emptySnapshot } },
  onPlayersJoined: deliverOnJoin,
  jobs: [
    (ctx) => repeat(ctx.log, delivery, () => deliverWaiting(ctx)),
    (ctx) => repeat(ctx.log, expiry, () => expireWaiting(ctx)),
  ],
  routes(mount) {
    mount('POST /ark/servers/{id}/mail', ({ ctx, caller, params, body, request }) => {
      const target = { serverId: params.id, playerId: body.to, instigator: request.headers['x-instigator'] };
      return mail.send(ctx, caller, target, { subject: body.subject, body: body.body });
    });
    mount('POST /ark/servers/{id}/players/{playerId}/mail', ({ ctx, caller, params, body, request }) => {
      const target = { serverId: params.id, playerId: params.playerId, instigator: request.headers['x-instigator'] };
      return mail.send(ctx, caller, target, body);
    });
    mount('GET /ark/servers/{id}/mail', ({ ctx, caller, params }) => mail.listSent(ctx, caller, params.id));
    mount('DELETE /ark/servers/{id}/mail/{mailId}', async ({ ctx, caller, params }) => {
      await mail.takeBack(ctx, caller, params.id, params.mailId);
      return {};
    });
  },
});
