import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildSanction } from '../../../testing/sanctions.ts';
import { buildUser } from '../../../testing/users.ts';

const mine = 'GET /ark/sanctions/mine';
const me = { 'GET /users/me': { data: buildUser() } };
const panel = async () => within(await screen.findByRole('region', { name: 'Warnings and bans' }));

it('shows what was imposed on the own characters; a warning is confirmed once', async () => {
  const portal = fakePortal({
    ...me,
    [mine]: {
      data: [
        buildSanction({ id: 'w1', kind: 'warning', reason: 'Move your raft' }),
        buildSanction({ reach: { type: 'all', id: null, name: 'All servers' } }),
      ],
    },
    'POST /ark/sanctions/{sanctionId}/acknowledge': { data: { acknowledgedAt: '2026-01-03T00:00:00Z' } },
  });
  const { person } = renderApp('/account', { accessToken: 't1' });
  const own = await panel();
  expect(await own.findByText('Move your raft')).toBeDefined();
  expect(own.getByText('Not read yet')).toBeDefined();
  expect(own.getByText('Until an admin lifts it.')).toBeDefined();
  await person.click(own.getByRole('button', { name: 'I have read this' }));
  expect(await own.findByText('Read')).toBeDefined();
  expect(own.queryByRole('button', { name: 'I have read this' })).toBeNull();
  expect(portal.callsOf('POST /ark/sanctions/{sanctionId}/acknowledge')[0]?.path).toContain('/w1/');
});

it('says that there is nothing', async () => {
  fakePortal({ ...me, [mine]: { data: [] } });
  renderApp('/account', { accessToken: 't1' });
  expect(await (await panel()).findByText(/^None of your characters/)).toBeDefined();
});
