import { defineModule } from '../../module.ts';
import { broadcast } from './broadcasts.service.ts';
import { listCommands, runCommand } from './console.service.ts';

/** Commands and messages to game servers. */
export const consoleModule = defineModule({
  name: 'console',
  routes(mount) {
    mount('GET /ark/servers/{id}/console', ({ ctx, params }) => listCommands(ctx, params.id));
    mount('POST /ark/servers/{id}/console', ({ ctx, caller, params, body, request }) => {
      const target = { serverId: params.id, instigator: request.headers['x-instigator'] };
      return runCommand(ctx, caller, target, body);
    });
    mount('POST /ark/broadcasts', ({ ctx, caller, body }) => broadcast(ctx, caller, body));
  },
});
