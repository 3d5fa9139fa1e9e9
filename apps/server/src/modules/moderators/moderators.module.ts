import { defineModule } from '../../module.ts';
import * as grants from './grants.service.ts';
import { readMine } from './moderators.service.ts';
import { moderatorRights } from './rights.service.ts';
import * as rules from './role-rules.service.ts';

/** Who may moderate which servers. */
export const moderatorsModule = defineModule({
  name: 'moderators',
  rights: moderatorRights,
  routes(mount) {
    mount('GET /ark/moderation/mine', ({ ctx, caller }) => readMine(ctx, caller));
    mount('GET /ark/moderators', ({ ctx, query }) => grants.listAll(ctx, query.clusterId));
    mount('GET /ark/moderators/candidates', ({ ctx, query }) => grants.searchCandidates(ctx, query.search));
    mount('POST /ark/moderators', ({ ctx, caller, body }) => grants.grant(ctx, caller, body));
    mount('PUT /ark/moderators/{moderatorId}', ({ ctx, caller, params, body }) =>
      grants.edit(ctx, caller, { moderatorId: params.moderatorId, serverId: undefined }, body),
    );
    mount('DELETE /ark/moderators/{moderatorId}', async ({ ctx, caller, params }) => {
      await grants.revoke(ctx, caller, { moderatorId: params.moderatorId, serverId: undefined });
      return {};
    });
    mount('GET /ark/servers/{id}/moderators', ({ ctx, params }) => grants.listOfServer(ctx, params.id));
    mount('GET /ark/servers/{id}/moderators/candidates', ({ ctx, query }) =>
      grants.searchCandidates(ctx, query.search),
    );
    mount('POST /ark/servers/{id}/moderators', ({ ctx, caller, params, body }) =>
      grants.grant(ctx, caller, { ...body, reach: { type: 'server', serverId: params.id } }),
    );
    mount('PUT /ark/servers/{id}/moderators/{moderatorId}', ({ ctx, caller, params, body }) =>
      grants.edit(ctx, caller, { moderatorId: params.moderatorId, serverId: params.id }, body),
    );
    mount('DELETE /ark/servers/{id}/moderators/{moderatorId}', async ({ ctx, caller, params }) => {
      await grants.revoke(ctx, caller, { moderatorId: params.moderatorId, serverId: params.id });
      return {};
    });
    mount('GET /ark/moderatorRoles', ({ ctx }) => rules.readRules(ctx));
    mount('POST /ark/moderatorRoles', ({ ctx, caller, body }) => rules.addRule(ctx, caller, body));
    mount('PUT /ark/moderatorRoles/{ruleId}', ({ ctx, caller, params, body }) =>
      rules.editRule(ctx, caller, params.ruleId, body),
    );
    mount('DELETE /ark/moderatorRoles/{ruleId}', async ({ ctx, caller, params }) => {
      await rules.removeRule(ctx, caller, params.ruleId);
      return {};
    });
  },
});
