import { createTestUser } from '../../testing/test-users.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { app, ask, onServer, post, type Recorded } from './audit-coverage.fixture.ts';

const powers = { powers: ['kick'], maxBanDays: null };

async function newModerator(): Promise<string> {
  const { username } = await createTestUser(app);
  const { id } = await post('POST /ark/moderators', { username, reach: { type: 'all' }, ...powers });
  return `/ark/moderators/${String(id)}`;
}

async function newServerModerator(): Promise<string> {
  const { username } = await createTestUser(app);
  const path = `${onServer}/moderators`;
  const { id } = await post('POST /ark/servers/{id}/moderators', { username, ...powers }, path);
  return `${path}/${String(id)}`;
}

async function newRule(): Promise<string> {
  const reach = { type: 'server', serverId: (await addTestServer(app)).id };
  const { id } = await post('POST /ark/moderatorRoles', { roleId: '55', reach, ...powers });
  return `/ark/moderatorRoles/${String(id)}`;
}

/** Calls about moderators, and the action of the entry that each leaves. */
export const recordedOfModeration: Recorded = {
  'POST /ark/moderators': ['moderators.grant', newModerator],
  'PUT /ark/moderators/{moderatorId}': [
    'moderators.edit',
    async () => post('PUT /ark/moderators/{moderatorId}', powers, await newModerator()),
  ],
  'DELETE /ark/moderators/{moderatorId}': [
    'moderators.revoke',
    async () => ask('DELETE /ark/moderators/{moderatorId}', await newModerator()),
  ],
  'POST /ark/servers/{id}/moderators': ['moderators.grant', newServerModerator],
  'PUT /ark/servers/{id}/moderators/{moderatorId}': [
    'moderators.edit',
    async () => post('PUT /ark/servers/{id}/moderators/{moderatorId}', powers, await newServerModerator()),
  ],
  'DELETE /ark/servers/{id}/moderators/{moderatorId}': [
    'moderators.revoke',
    async () => ask('DELETE /ark/servers/{id}/moderators/{moderatorId}', await newServerModerator()),
  ],
  'POST /ark/moderatorRoles': ['moderators.role', newRule],
  'PUT /ark/moderatorRoles/{ruleId}': [
    'moderators.role',
    async () => post('PUT /ark/moderatorRoles/{ruleId}', powers, await newRule()),
  ],
  'DELETE /ark/moderatorRoles/{ruleId}': [
    'moderators.role',
    async () => ask('DELETE /ark/moderatorRoles/{ruleId}', await newRule()),
  ],
};
