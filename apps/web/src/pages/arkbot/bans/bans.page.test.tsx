import { roles } from '@tribehall/contract/roles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildListedServer, buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildSanction } from '../../../testing/sanctions.ts';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const list = 'GET /ark/sanctions';
const one = 'GET /ark/sanctions/{sanctionId}';
const cluster = { id: 'c1', name: 'Obelisk' };
const servers = [
  buildListedServer({ cluster }),
  buildListedServer({ id: 's2', name: 'Ragnarok', cluster }),
  buildListedServer({ id: 's3', name: 'Aberration' }),
];
const templates = [{ id: 't1', name: 'Griefing', kind: 'ban', reason: 'Griefing others', minutes: 4320 }];

type Replies = Parameters<typeof fakePortal>[0];

function show(replies: Replies = {}, path = '/arkbot/bans', user = buildUser({ roles: [roles.Admin] })) {
  const portal = fakePortal({
    'GET /users/me': { data: user },
    'GET /ark/servers': { data: servers },
    'GET /ark/sanctionTemplates': { data: templates },
    [list]: { data: { sanctions: [buildSanction()], total: 1, next: null } },
    [one]: { data: buildSanction() },
    ...replies,
  });
  return { portal, ...renderApp(path, { accessToken }) };
}

const grid = () => screen.findByRole('grid', { name: 'Bans and other sanctions, newest first' });
const lastAsked = (portal: ReturnType<typeof fakePortal>) =>
  Object.fromEntries(portal.callsOf(list).at(-1)?.search ?? []);

/** A hundred of 200. */
const page = (start: number, next: string | null) => ({
  data: {
    sanctions: Array.from({ length: 100 }, (_, index) =>
      buildSanction({ id: `b${start + index}`, name: `Player ${start + index}` }),
    ),
    total: 200,
    next,
  },
});

/** One on each of two pages. */
const pages = ({ search }: { search: URLSearchParams }) => {
  const isNext = search.has('before');
  const id = isNext ? 'b2' : 'b1';
  return { data: { sanctions: [buildSanction({ id })], total: 2, next: isNext ? null : 'b1' } };
};

describe('the list', () => {
  it('asks for bans, with the filters of the address, and forgets none of them', async () => {
    const path = '/arkbot/bans?search=otto&state=active&reach=cluster&server=s1&by=Olive';
    const { portal, person, router } = show({}, path);
    await grid();
    const filters = { search: 'otto', state: 'active', reach: 'cluster', by: 'Olive' };
    expect(lastAsked(portal)).toEqual({ kind: 'ban', ...filters, serverId: 's1' });
    await person.selectOptions(screen.getByLabelText('Kind'), 'All kinds');
    await waitFor(() => expect(lastAsked(portal)).toEqual({ ...filters, serverId: 's1' }));
    expect(router.state.location.search).toEqual({ ...filters, server: 's1', kind: 'all' });
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('offers those who imposed something, and keeps a name of the address that is none of them', async () => {
    const issuers = [
      { name: 'Olive', count: 1200 },
      { name: 'Adam', count: 1 },
    ];
    const { portal, person, router } = show(
      { 'GET /ark/sanctions/issuers': { data: issuers } },
      '/arkbot/bans?by=Gone',
    );
    await grid();
    const field = screen.getByLabelText('Imposed by');
    await within(field).findByRole('option', { name: 'Olive (1,200)' });
    const options = within(field).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Anyone', 'Gone', 'Olive (1,200)', 'Adam (1)']);
    await person.selectOptions(field, 'Adam (1)');
    await waitFor(() => expect(lastAsked(portal)).toEqual({ kind: 'ban', by: 'Adam' }));
    expect(router.state.location.search).toEqual({ by: 'Adam' });
    await person.selectOptions(field, 'Anyone');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('leaves out what the portal would refuse', async () => {
    const { portal } = show({}, '/arkbot/bans?kind=x&state=y&reach=z&player=who');
    await grid();
    expect(lastAsked(portal)).toEqual({ kind: 'ban' });
  });

  it('says how far a ban is, and opens its receipt, live', async () => {
    const servers = { total: 20, waiting: 2, confirmed: 18, failed: 0 };
    let sanction = buildSanction({ servers });
    const { portal, person, router } = show({
      [list]: () => ({ data: { sanctions: [sanction], total: 1, next: null } }),
      [one]: () => ({ data: sanction }),
    });
    await person.click(within(await grid()).getByText('18 of 20 confirmed, 2 waiting'));
    await waitFor(() => expect(router.state.location.search).toEqual({ sanction: 'b1' }));
    const panel = within(await screen.findByRole('complementary', { name: 'Details' }));
    expect(await panel.findByText('Confirmed')).toBeDefined();
    sanction = buildSanction({ servers: { total: 20, waiting: 0, confirmed: 20, failed: 0 } });
    portal.push({ topic: 'sanctions', event: 'changed', data: { sanctionId: 'b1' } });
    expect(await within(await grid()).findByText('20 of 20 confirmed')).toBeDefined();
    expect(await panel.findByText('20 of 20 confirmed')).toBeDefined();
  });

  it('fetches the next page near the end', async () => {
    const { portal } = show({ [list]: ({ search }) => (search.has('before') ? page(100, null) : page(0, 'c1')) });
    expect(await screen.findByText('200 found, the newest 100 loaded')).toBeDefined();
    fireEvent.scroll(await grid());
    expect(await screen.findByText('200 found, newest first')).toBeDefined();
    expect(lastAsked(portal)).toEqual({ kind: 'ban', before: 'c1' });
  });

  it('is for those who moderate a server', async () => {
    show({}, '/arkbot/bans', buildUser());
    expect(await screen.findByText('You do not have sufficient permissions to view /arkbot/bans.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Bans' })).toBeNull();
  });
});

describe('the receipt', () => {
  const failed = buildSanction({
    note: 'see ticket 5',
    evidence: [
      { kind: 'link', url: 'https://clips.test/1', text: 'clip' },
      { kind: 'event', url: '/arkbot/players/76561198000000009?view=chat', text: '' },
    ],
    servers: { total: 2, waiting: 1, confirmed: 0, failed: 1 },
    enforcement: [
      { server: { id: 's1', name: 'The Island' }, state: 'failed', detail: 'No reply.', at: '2026-01-02T03:04:06Z' },
      { server: { id: 's2', name: 'Ragnarok' }, state: 'waiting', detail: null, at: '2026-01-02T03:04:06Z' },
    ],
  });

  it('says why, with what evidence, and how it is on each server; and tries again', async () => {
    const { portal, person } = show(
      { [one]: { data: failed }, 'POST /ark/sanctions/{sanctionId}/retry': { data: failed } },
      '/arkbot/bans?sanction=b1',
    );
    const panel = within(await screen.findByRole('complementary', { name: 'Details' }));
    expect(await panel.findByText('see ticket 5')).toBeDefined();
    expect(panel.getByRole('link', { name: /clip/ }).getAttribute('rel')).toBe('noopener noreferrer');
    expect(panel.getByRole('link', { name: /view=chat/ }).getAttribute('href')).toMatch(/^\/arkbot/);
    expect(panel.getByText('Failed')).toBeDefined();
    expect(panel.getByText(/No reply\./)).toBeDefined();
    expect(panel.getByText('Waiting for the server')).toBeDefined();
    await person.click(panel.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(portal.callsOf('POST /ark/sanctions/{sanctionId}/retry')).toHaveLength(1));
  });

  it('is lifted with a reason', async () => {
    const lifted = buildSanction({
      state: 'lifted',
      lifted: { by: 'Adam', at: '2026-01-03T00:00:00Z', reason: 'Appeal' },
    });
    const { portal, person } = show(
      { 'POST /ark/sanctions/{sanctionId}/lift': { data: lifted } },
      '/arkbot/bans?sanction=b1',
    );
    await person.click(await screen.findByRole('button', { name: 'Lift…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Lift' }));
    expect(await dialog.findByText('Enter a reason.')).toBeDefined();
    await person.type(dialog.getByLabelText('Reason'), 'Appeal');
    await person.click(dialog.getByRole('button', { name: 'Lift' }));
    expect(await screen.findByText('Ban of Otto lifted.')).toBeDefined();
    expect(portal.callsOf('POST /ark/sanctions/{sanctionId}/lift')[0]?.body).toEqual({ reason: 'Appeal' });
  });

  it('is changed; an end that was not touched is not sent', async () => {
    const { portal, person } = show(
      { 'PUT /ark/sanctions/{sanctionId}': { data: buildSanction() } },
      '/arkbot/bans?sanction=b1',
    );
    await person.click(await screen.findByRole('button', { name: 'Change…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Internal note'), 'again');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Ban of Otto changed.')).toBeDefined();
    expect(portal.callsOf('PUT /ark/sanctions/{sanctionId}')[0]?.body).toEqual({
      reason: 'Mesh building',
      note: 'again',
      evidence: [],
    });
  });
});

describe('a ban by id', () => {
  const impose = 'POST /ark/sanctions';
  const undo = 'POST /ark/sanctions/{sanctionId}/undo';

  it('takes a template, keeps what was typed when it is refused, and can be undone', async () => {
    let isRefused = true;
    const refusal = {
      status: 403,
      code: 'FORBIDDEN',
      error: 'You may ban for at most 1 day.',
      details: { fields: [{ field: 'minutes', message: 'You may ban for at most 1 day.' }] },
    };
    const { portal, person } = show({
      [impose]: () => (isRefused ? refusal : { data: buildSanction({ reach: { type: 'cluster', ...cluster } }) }),
      [undo]: { data: buildSanction({ state: 'lifted' }) },
    });
    await person.click(await screen.findByRole('button', { name: 'Ban by ID…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const submit = dialog.getByRole('button', { name: 'Ban' });
    await person.click(submit);
    expect(await dialog.findByText(/^Enter a Steam ID/)).toBeDefined();
    expect(dialog.getByText('Choose where it applies.')).toBeDefined();
    await person.type(dialog.getByLabelText('Player ID'), ' 76561198000000009 ');
    await person.selectOptions(dialog.getByLabelText('Where'), 'Obelisk');
    await person.selectOptions(dialog.getByLabelText('Template'), 'Griefing (ban, 3 days)');
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Griefing others');
    await person.click(submit);
    expect(await dialog.findByText('You may ban for at most 1 day.')).toBeDefined();
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Griefing others');
    isRefused = false;
    await person.selectOptions(dialog.getByLabelText('Length'), '1 day');
    await person.click(submit);
    expect(await screen.findByText('Otto was banned on the cluster Obelisk.')).toBeDefined();
    expect(portal.callsOf(impose).at(-1)?.body).toEqual({
      kind: 'ban',
      playerId: '76561198000000009',
      reach: { type: 'cluster', clusterId: 'c1' },
      reason: 'Griefing others',
      note: '',
      evidence: [],
      minutes: 1440,
    });
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Ban of Otto undone.')).toBeDefined();
    expect(portal.callsOf(undo)).toHaveLength(1);
  });

  it('offers an admin of one server only that', async () => {
    const ark = { controlledServers: ['s2'], favoriteServers: [], linkedPlayers: [] };
    const { person } = show({}, '/arkbot/bans', buildUser({ ark }));
    await person.click(await screen.findByRole('button', { name: 'Ban by ID…' }));
    const where = within(await screen.findByRole('dialog')).getByLabelText('Where');
    const options = within(where).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Choose…', 'Ragnarok']);
    expect(screen.queryByRole('button', { name: 'Templates…' })).toBeNull();
  });
});

describe('files', () => {
  it('are imported in parts of 200, and say what became of each row', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(76561190000000000n + BigInt(index)));
    const { portal, person } = show({
      'POST /ark/sanctions/import': ({ body }) => {
        const { bans } = body as { bans: unknown[] };
        return { data: { added: bans.length - 1, known: 0, refused: [{ row: 0, message: 'Not this one.' }] } };
      },
    });
    await person.click(await screen.findByRole('button', { name: 'Import…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const file = new File([`${ids.join('\n')}\nnonsense\n`], 'BanList.txt', { type: 'text/plain' });
    await person.upload(dialog.getByLabelText('File'), file);
    expect(await dialog.findByText('250 bans to import. 1 row is left out:')).toBeDefined();
    expect(dialog.getByText('“nonsense” is not a player ID.')).toBeDefined();
    await person.selectOptions(dialog.getByLabelText('Where'), 'All servers');
    await person.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await dialog.findByText('248 bans added, 0 already known, 2 refused:')).toBeDefined();
    const lists = dialog.getAllByRole('list', { name: 'Rows with problems' });
    expect(lists.at(-1)?.textContent).toBe('Row 1: Not this one.Row 201: Not this one.');
    const bodies = portal.callsOf('POST /ark/sanctions/import').map(({ body }) => body as { bans: unknown[] });
    expect(bodies.map(({ bans }) => bans.length)).toEqual([200, 50]);
  });

  it('are exported from all pages', async () => {
    const { portal, person } = show({ [list]: pages });
    await grid();
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await person.click(screen.getByRole('button', { name: 'Export…' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save file' }));
    expect(await screen.findByText('2 entries exported.')).toBeDefined();
    expect(
      portal
        .callsOf(list)
        .slice(-2)
        .map(({ search }) => Object.fromEntries(search)),
    ).toEqual([
      { kind: 'ban', limit: '1000' },
      { kind: 'ban', limit: '1000', before: 'b1' },
    ]);
    expect(saved).toHaveBeenCalledOnce();
  });
});

describe('templates', () => {
  it('are added, moved and saved together', async () => {
    const { portal, person } = show({ 'PUT /ark/sanctionTemplates': { data: templates } });
    await person.click(await screen.findByRole('button', { name: 'Templates…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(await dialog.findByRole('button', { name: 'Add template' }));
    const [, name] = dialog.getAllByLabelText('Name');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a name.')).toBeDefined();
    if (name !== undefined) await person.type(name, 'Language');
    const [, kind] = dialog.getAllByLabelText('Kind');
    if (kind !== undefined) await person.selectOptions(kind, 'Warning');
    await person.click(dialog.getByRole('button', { name: 'Move template 2 up' }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Templates saved.')).toBeDefined();
    expect(portal.callsOf('PUT /ark/sanctionTemplates')[0]?.body).toEqual({
      templates: [
        { name: 'Language', kind: 'warning', reason: '', minutes: null },
        { name: 'Griefing', kind: 'ban', reason: 'Griefing others', minutes: 4320 },
      ],
    });
  });
});

describe('the bans of one server', () => {
  it('say why and until when, and lead to the receipt; a wider ban has to be lifted there', async () => {
    const ban = { playerId: '76561198000000009', name: 'Otto', bannedBy: 'Adam', bannedAt: '2026-01-02T03:04:05Z' };
    const facts = { sanctionId: 'b1', reason: 'Mesh building', endsAt: '2036-01-02T03:04:05Z', reach: 'all' };
    const error = 'This player is banned on all servers. Lift that ban instead.';
    const replies: Replies = {
      'GET /ark/servers/{id}/details': { data: buildServer() },
      'GET /ark/servers/{id}/players': { data: [] },
      'GET /ark/servers/{id}/mail': { data: [] },
      'GET /ark/servers/{id}/bans': { data: { bans: [{ ...ban, ...facts }], total: 1 } },
      'DELETE /ark/servers/{id}/players/{playerId}/ban': { status: 409, code: 'CONFLICT', error },
    };
    const { person, router } = show(replies, '/arkbot/servers/s1/players');
    const bans = within(await screen.findByRole('grid', { name: 'Bans' }));
    expect(bans.getByText('Mesh building')).toBeDefined();
    expect(bans.getByText(/^in \d+ years$/)).toBeDefined();
    await person.click(bans.getByRole('button', { name: 'Unban Otto' }));
    expect(await screen.findByText(error)).toBeDefined();
    await person.click(bans.getByRole('button', { name: 'Details of the ban of Otto' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/arkbot/bans'));
    expect(router.state.location.search).toEqual({ sanction: 'b1' });
  });
});
