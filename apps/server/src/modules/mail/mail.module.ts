import { defineModule } from '../../module.ts';
import * as mail from './mail.service.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { deliverOnJoin } from './delivery.service.ts';
import { startMailJobs } from './mail.jobs.ts';

export const mailModule = defineModule({
  name: 'mail',
  topics: { 'mail.sent': { key: (caller) => caller.userId, snapshot: emptySnapshot } },
  onPlayersJoined: deliverOnJoin,
  jobs: [startMailJobs],
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
