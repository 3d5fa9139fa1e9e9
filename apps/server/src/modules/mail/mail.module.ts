import type { Mount } from '../../mount.ts';
import * as mail from './mail.service.ts';

export function mailModule(mount: Mount): void {
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
}
