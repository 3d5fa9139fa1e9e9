import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildListedServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildSanction } from '../../../testing/sanctions.ts';
import { buildUser } from '../../../testing/users.ts';

const impose = 'POST /ark/sanctions';

it("a kick is sent with the note, has no length, and can't be undone", async () => {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser({ roles: [roles.Admin] }) },
    'GET /ark/servers': { data: [buildListedServer()] },
    'GET /ark/sanctionTemplates': { data: [] },
    [impose]: {
      data: buildSanction({
        kind: 'kick',
        state: 'ended',
        servers: { total: 1, waiting: 0, confirmed: 1, failed: 0 },
      }),
    },
  });
  const { person } = renderApp('/arkbot/bans', { accessToken: 't1' });
  await person.click(await screen.findByRole('button', { name: 'Ban by ID…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('radio', { name: 'Kick' }));
  expect(dialog.queryByLabelText('Length')).toBeNull();
  await person.type(dialog.getByLabelText('Player ID'), '76561198000000009');
  await person.selectOptions(dialog.getByLabelText('Where'), 'The Island');
  await person.type(dialog.getByLabelText('Reason'), 'Idle');
  await person.type(dialog.getByLabelText(/note/i), ' Asked twice before. ');
  await person.click(dialog.getByRole('button', { name: 'Kick' }));
  expect(await screen.findByText(/^Otto was kicked from /)).toBeDefined();
  await waitFor(() =>
    expect(portal.callsOf(impose).at(-1)?.body).toMatchObject({
      kind: 'kick',
      reason: 'Idle',
      note: 'Asked twice before.',
    }),
  );
  expect(portal.callsOf(impose).at(-1)?.body).not.toHaveProperty('minutes');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
