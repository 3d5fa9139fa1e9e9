import { linkCharacter } from '../players/players.fixture.ts';
import { newPlayerId } from '../sanctions/sanctions.fixture.ts';
import { app, ask, game, owner, post, type Recorded } from './audit-coverage.fixture.ts';

async function impose(kind: 'ban' | 'mute' | 'warning', playerId = newPlayerId()): Promise<string> {
  const reach = { type: 'server', serverId: game.id };
  const { id } = await post('POST /ark/sanctions', { kind, playerId, reach, reason: 'Griefing' });
  return `/ark/sanctions/${String(id)}`;
}

export const recordedSanctions: Recorded = {
  'POST /ark/sanctions': ['sanctions.impose', () => impose('ban')],
  'PUT /ark/sanctions/{sanctionId}': [
    'sanctions.edit',
    async () => post('PUT /ark/sanctions/{sanctionId}', { reason: 'Cheating' }, await impose('mute')),
  ],
  'POST /ark/sanctions/{sanctionId}/lift': [
    'sanctions.lift',
    async () => post('POST /ark/sanctions/{sanctionId}/lift', { reason: 'Enough' }, `${await impose('ban')}/lift`),
  ],
  'POST /ark/sanctions/{sanctionId}/undo': [
    'sanctions.undo',
    async () => ask('POST /ark/sanctions/{sanctionId}/undo', `${await impose('ban')}/undo`),
  ],
  'POST /ark/sanctions/{sanctionId}/retry': [
    'sanctions.retry',
    async () => ask('POST /ark/sanctions/{sanctionId}/retry', `${await impose('ban')}/retry`),
  ],
  'POST /ark/sanctions/{sanctionId}/acknowledge': [
    'sanctions.acknowledge',
    async () => {
      const playerId = newPlayerId();
      await linkCharacter(app, owner, { serverId: game.id, playerId });
      await ask('POST /ark/sanctions/{sanctionId}/acknowledge', `${await impose('warning', playerId)}/acknowledge`);
    },
  ],
  'POST /ark/sanctions/import': [
    'sanctions.import',
    () => post('POST /ark/sanctions/import', { reach: { type: 'all' }, bans: [{ playerId: newPlayerId() }] }),
  ],
  'PUT /ark/sanctionTemplates': ['sanctions.templates', () => post('PUT /ark/sanctionTemplates', { templates: [] })],
};
