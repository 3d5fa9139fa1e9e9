import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildListedServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { buildFile } from '../../../testing/files.ts';
import { buildEntry, buildSaid, island } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildSanction } from '../../../testing/sanctions.ts';
import { buildUser } from '../../../testing/users.ts';

const playerId = '76561198000000009';
const timeline = 'GET /ark/players/{playerId}/timeline';
const chat = 'GET /ark/players/{playerId}/chat';
const impose = 'POST /ark/sanctions';

const killed = buildEntry({
  id: '71',
  at: '2026-01-02T12:04:05.678Z',
  kind: 'demolished',
  player: { id: playerId, name: 'Otto' },
  thing: 'Stone \u202eWall',
});

function show(user = buildUser({ roles: [roles.Admin] })) {
  const portal = fakePortal({
    'GET /users/me': { data: user },
    'GET /ark/servers': { data: [buildListedServer({ id: 's1' })] },
    'GET /ark/sanctionTemplates': { data: [] },
    'GET /ark/sanctions': { data: { sanctions: [buildSanction()], total: 1, next: null } },
    'GET /ark/sanctions/{sanctionId}': { data: buildSanction() },
    'GET /files': { data: [buildFile({ fileName: 'clip.mp4' }), buildFile({ fileId: 'f2', fileName: 'map.png' })] },
    [timeline]: { data: { entries: [killed], next: null } },
    [chat]: ({ search }) => ({
      data: { messages: search.has('search') ? [buildSaid({ id: '8', text: 'you noob' })] : [], hasMore: false },
    }),
    [impose]: { data: buildSanction() },
    'PUT /ark/sanctions/{sanctionId}': { data: buildSanction() },
  });
  return { portal, ...renderApp('/arkbot/bans?sanction=b1', { accessToken: 't1' }) };
}

type Person = ReturnType<typeof show>['person'];

async function openPicker(person: Person) {
  await person.click(await screen.findByRole('button', { name: 'Ban by ID…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('button', { name: /^Pick from/ })).toBeNull();
  await person.type(dialog.getByLabelText('Player ID'), ` ${playerId} `);
  await person.click(dialog.getByRole('button', { name: /^Pick from/ }));
  return dialog;
}

describe('evidence', () => {
  it('is picked from the timeline, the chat and the files, each with a link to the very thing', async () => {
    const { portal, person } = show();
    const dialog = await openPicker(person);
    await person.click(await dialog.findByRole('button', { name: /^Demolished a Stone ‹U\+202E›Wall/ }));
    const entry = dialog.getByLabelText<HTMLInputElement>('1. Timeline entry');
    expect(entry.value).toBe(`Demolished a Stone ‹U+202E›Wall (${island.name})`);
    expect(dialog.getByRole('button', { name: /^Demolished/, pressed: true })).toHaveProperty('disabled', true);
    await person.click(dialog.getByRole('tab', { name: 'Chat' }));
    expect(await dialog.findByText('There are no messages you can see.')).toBeDefined();
    await person.type(dialog.getByRole('searchbox', { name: 'Search messages' }), 'noob');
    await person.click(await dialog.findByRole('button', { name: /^you noob/ }));
    expect(portal.callsOf(chat).at(-1)?.path).toBe(`/ark/players/${playerId}/chat`);
    await person.click(dialog.getByRole('tab', { name: 'Files' }));
    await person.type(dialog.getByRole('searchbox', { name: 'Search files' }), 'CLIP');
    await waitFor(() => expect(dialog.queryByRole('button', { name: /^map\.png/ })).toBeNull());
    await person.click(await dialog.findByRole('button', { name: /^clip\.mp4/ }));
    await person.click(dialog.getByRole('button', { name: 'Done picking' }));
    expect(dialog.queryByRole('tablist')).toBeNull();
    await person.selectOptions(dialog.getByLabelText('Where'), 'All servers');
    await person.click(dialog.getByRole('button', { name: 'Ban' }));
    await waitFor(() => expect(portal.callsOf(impose)).toHaveLength(1));
    expect(portal.callsOf(impose)[0]?.body).toMatchObject({
      evidence: [
        {
          kind: 'event',
          url: `/arkbot/players/${playerId}?until=2026-01-02T12%3A04%3A05.679Z&entry=71`,
          text: `Demolished a Stone ‹U+202E›Wall (${island.name})`,
        },
        { kind: 'chat', url: `/arkbot/players/${playerId}?view=chat&message=8`, text: `“you noob” (${island.name})` },
        { kind: 'file', url: '/files/f1', text: 'clip.mp4' },
      ],
    });
  });

  it('is added to a sanction that holds already, and removed again', async () => {
    const { portal, person } = show();
    await person.click(await screen.findByRole('button', { name: 'Change…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: /^Pick from/ }));
    await person.click(await dialog.findByRole('button', { name: /^Demolished/ }));
    await person.click(dialog.getByRole('button', { name: 'Remove evidence 1' }));
    await person.click(dialog.getByRole('button', { name: /^Demolished/, pressed: false }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    const edit = 'PUT /ark/sanctions/{sanctionId}';
    await waitFor(() => expect(portal.callsOf(edit)).toHaveLength(1));
    expect(portal.callsOf(edit)[0]?.body).toMatchObject({ evidence: [{ kind: 'event' }] });
  });

  it('has no files for those who may not list them', async () => {
    const ark = { controlledServers: ['s1'], favoriteServers: [], linkedPlayers: [] };
    const { portal, person } = show(buildUser({ ark }));
    const dialog = await openPicker(person);
    expect((await dialog.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Timeline', 'Chat']);
    expect(portal.callsOf('GET /files')).toHaveLength(0);
  });
});
