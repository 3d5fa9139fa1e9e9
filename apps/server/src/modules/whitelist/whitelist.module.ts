import { defineModule } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { reconcile, reconcileAll } from './reconcile.service.ts';
import * as whitelist from './whitelist.service.ts';
import { createWhitelistState } from './whitelist.state.ts';

const reconciling = { everyMs: 20 * 1000, isDelayed: true, failure: 'Whitelists could not be brought up to date' };

/** Who may join servers that only let in the players on their whitelist. */
export const whitelistModule = defineModule({
  name: 'whitelist',
  state: createWhitelistState,
  topics: { whitelist: { snapshot: () => Promise.resolve({}) } },
  onPlayerListRead: { whitelist: reconcile },
  jobs: [(ctx) => repeat(ctx.log, reconciling, () => reconcileAll(ctx))],
  routes(mount) {
    mount('GET /ark/whitelist', ({ ctx, caller, query }) => whitelist.listEntries(ctx, caller, query));
    mount('POST /ark/whitelist', ({ ctx, caller, body }) => whitelist.addEntry(ctx, caller, body));
    mount('DELETE /ark/whitelist/{id}', async ({ ctx, caller, params }) => {
      await whitelist.removeEntry(ctx, caller, params.id);
      return {};
    });
    mount('POST /ark/whitelist/{id}/restore', async ({ ctx, caller, params }) => {
      await whitelist.restoreEntry(ctx, caller, params.id);
      return {};
    });
    mount('GET /ark/servers/{id}/whitelist', ({ ctx, params }) => whitelist.readManagement(ctx, params.id));
    mount('PUT /ark/servers/{id}/whitelist', ({ ctx, caller, params, body }) =>
      whitelist.setManagement(ctx, caller, params.id, body.isManaged),
    );
  },
});
