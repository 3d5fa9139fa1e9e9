import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { later } from '../../../testing/later.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildPoints, buildStructures, pointsReply } from '../../../testing/structures.ts';
import { buildStructure } from '../../../testing/structure-replies.ts';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const path = '/arkbot/servers/s1/structures';
const daySeconds = 86_400;
const now = Math.floor(Date.now() / 1000);
const points = buildPoints({
  classes: ['Floor_Stone_C', 'StorageBox_Large_C'],
  tribes: [
    { id: 11, name: 'Tek Alliance', lastActiveAt: now },
    { id: 22, name: 'Gone\u202eFishing', lastActiveAt: now - 40 * daySeconds },
  ],
  owners: [
    { arkId: '501', name: 'Mira' },
    { arkId: '502', name: 'Otto' },
  ],
  rows: [
    { tribe: 0, owner: 0, class: 0, builtAt: now - 2 * daySeconds, firstSeenAt: now },
    { tribe: 0, owner: 0, class: 1, builtAt: now - 9 * daySeconds, firstSeenAt: now, x: 1_000 },
    { tribe: 1, owner: 1, class: 0, builtAt: now - 90 * daySeconds, firstSeenAt: now, x: -200_000 },
  ],
});
const me = (changes: Parameters<typeof buildUser>[0] = {}) => ({ 'GET /users/me': { data: buildUser(changes) } });
const info = 'GET /ark/servers/{id}/structures';
const pointsCall = 'GET /ark/servers/{id}/structures/points';
const world = {
  ...me(),
  'GET /ark/servers/{id}/details': { data: buildServer() },
  [info]: { data: buildStructures({ isAdmin: false }) },
  [pointsCall]: () => pointsReply(points),
} as const;

const map = () => screen.findByRole('application', { name: /^Map of structures: / });
const listed = () =>
  within(screen.getByRole('grid', { name: 'Structures' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);

describe('Structures', () => {
  it('shows all on a map and in a list, and says how many there are and where', async () => {
    fakePortal(world);
    const { person, router } = renderApp(path, { accessToken });
    expect((await map()).getAttribute('aria-label')).toContain('3 structures in 2 areas.');
    expect(screen.getByText('3 structures')).toBeDefined();
    await person.click(screen.getByRole('radio', { name: 'List' }));
    await waitFor(() => expect(listed()).toHaveLength(3));
    expect(router.state.location.search).toEqual({ view: 'list' });
    const legend = within(screen.getByRole('list', { name: 'Tribes by colour' }));
    expect(legend.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Tek Alliance2',
      'Gone‹U+202E›Fishing1',
    ]);
  });

  it('stores filters in the address, and applies those of the address', async () => {
    fakePortal(world);
    const { person, router } = renderApp(`${path}?classes=Floor_Stone_C`, { accessToken });
    expect(await screen.findByText('2 of 3 structures')).toBeDefined();
    await person.click(screen.getByRole('button', { name: /^Tribe/ }));
    await person.click(await screen.findByRole('checkbox', { name: /Tek Alliance/ }));
    expect(await screen.findByText('1 of 3 structures')).toBeDefined();
    expect(router.state.location.search).toEqual({ classes: 'Floor_Stone_C', tribes: '11' });
    await person.keyboard('{Escape}');
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('3 structures')).toBeDefined();
    expect(router.state.location.searchStr).toBe('');
  });

  it('finds by words of class, tribe and owner, by age, and what is abandoned', async () => {
    fakePortal(world);
    const { person } = renderApp(path, { accessToken });
    await person.type(await screen.findByRole('searchbox', { name: /Search structures/ }), 'storage box');
    expect(await screen.findByText('1 of 3 structures')).toBeDefined();
    await person.clear(screen.getByRole('searchbox', { name: /Search structures/ }));
    expect(await screen.findByText('3 structures')).toBeDefined();
    await person.click(screen.getByRole('button', { name: /^Age/ }));
    await person.type(await screen.findByLabelText('At most (days)'), '7');
    expect(await screen.findByText('1 of 3 structures')).toBeDefined();
    await person.clear(screen.getByLabelText('At most (days)'));
    await person.keyboard('{Escape}');
    await person.click(screen.getByRole('radio', { name: 'Abandoned' }));
    expect(await screen.findByText('1 of 3 structures')).toBeDefined();
  });

  it('filters by a tribe of the legend, and by no tribe with the second click', async () => {
    fakePortal(world);
    const { person, router } = renderApp(path, { accessToken });
    const tribe = await screen.findByRole('button', { name: /^Tek Alliance/ });
    await person.click(tribe);
    expect(await screen.findByText('2 of 3 structures')).toBeDefined();
    expect(router.state.location.search).toMatchObject({ tribes: '11' });
    expect(screen.getByRole('button', { name: /^Gone/ }).getAttribute('aria-pressed')).toBe('false');
    await person.click(screen.getByRole('button', { name: /^Tek Alliance/ }));
    expect(await screen.findByText('3 structures')).toBeDefined();
  });

  it('reloads after the next save, and shows the last one until then', async () => {
    const second = later<Response>();
    let asked = 0;
    const portal = fakePortal({
      ...world,
      [pointsCall]: () => (asked++ === 0 ? pointsReply(points) : second.promise),
    });
    renderApp(path, { accessToken });
    await screen.findByText('3 structures');
    await screen.findByText('live');
    const { save } = buildStructures({ save: { readAt: '2026-01-02T04:00:00Z' } });
    portal.push({ topic: 'structures/s1', event: 'changed', data: save });
    await waitFor(() => expect(portal.callsOf(pointsCall)).toHaveLength(2));
    expect(portal.callsOf(pointsCall)[1]?.headers.get('if-none-match')).toBe('"r1"');
    expect(screen.getByText('3 structures')).toBeDefined();
    second.resolve(pointsReply(buildPoints({ rows: [{}, {}, {}, {}] }), '"2"'));
    expect(await screen.findByText('4 structures')).toBeDefined();
  });

  it('drops at once what may no longer be seen', async () => {
    const own = buildStructures({ isAdmin: false, sight: 'tribe', tribe: { id: 11, name: 'Porters' } });
    const second = later<Response>();
    let isLess = false;
    const portal = fakePortal({
      ...world,
      [info]: () => ({ data: isLess ? own : buildStructures({ isAdmin: false }) }),
      [pointsCall]: () => (isLess ? second.promise : pointsReply(points)),
    });
    const { queryClient } = renderApp(path, { accessToken });
    await screen.findByText('3 structures');
    await screen.findByText('live');
    isLess = true;
    portal.push({ topic: 'structures/s1', event: 'changed', data: own.save });
    await waitFor(() => expect(screen.queryByText('3 structures')).toBeNull());
    const cached = queryClient.getQueriesData({ queryKey: ['structures', 'points'] });
    expect(cached.filter(([, data]) => data !== undefined)).toEqual([]);
    second.resolve(pointsReply(buildPoints({ rows: [{}] }), '"2"'));
    expect(await screen.findByText('1 structure')).toBeDefined();
  });

  it('opens a structure in one step, which closing does not add to', async () => {
    fakePortal({ ...world, 'GET /ark/servers/{id}/structures/{structureId}': { data: buildStructure() } });
    const { person, router } = renderApp(`${path}?view=list`, { accessToken });
    const steps = () => router.history.length;
    await screen.findByText('3 structures');
    const before = steps();
    const grid = await screen.findByRole('grid', { name: 'Structures' });
    grid.focus();
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Meat and berries')).toBeDefined();
    expect(steps()).toBe(before + 1);
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('Meat and berries')).toBeNull());
    expect(steps()).toBe(before + 1);
  });

  it('reuses cached data when nothing has changed', async () => {
    let asked = 0;
    const portal = fakePortal({
      ...world,
      [pointsCall]: () => (asked++ === 0 ? pointsReply(points) : new Response(null, { status: 304 })),
    });
    const { queryClient } = renderApp(path, { accessToken });
    await screen.findByText('3 structures');
    await queryClient.refetchQueries({ queryKey: ['structures', 'points'] });
    expect(portal.callsOf(pointsCall)).toHaveLength(2);
    expect(screen.getByText('3 structures')).toBeDefined();
  });

  it('asks for those that are gone', async () => {
    const portal = fakePortal({
      ...world,
      [pointsCall]: ({ search }) => pointsReply(search.get('state') === 'gone' ? buildPoints({ rows: [{}] }) : points),
    });
    const { person } = renderApp(path, { accessToken });
    await person.click(await screen.findByRole('radio', { name: 'Gone' }));
    expect(await screen.findByText('1 structure')).toBeDefined();
    expect(portal.callsOf(pointsCall).at(-1)?.search.get('state')).toBe('gone');
  });
});

describe('Structures, where there are none to show', () => {
  it('says what to do before the first save was read', async () => {
    const save = { savedAt: null, readAt: null };
    const portal = fakePortal({ ...world, [info]: { data: buildStructures({ save }) } });
    renderApp(path, { accessToken });
    expect(await screen.findByText('No save of this server has been read yet.')).toBeDefined();
    expect(portal.callsOf(pointsCall)).toHaveLength(0);
  });

  it('says who sees them instead', async () => {
    const portal = fakePortal({ ...world, [info]: { data: buildStructures({ sight: 'none', visibleTo: 'admins' }) } });
    renderApp(path, { accessToken });
    expect(await screen.findByText('Only admins of this server can see its structures.')).toBeDefined();
    expect(portal.callsOf(pointsCall)).toHaveLength(0);
  });

  it('says that it shows one tribe’s alone', async () => {
    const own = { sight: 'tribe', visibleTo: 'tribes', tribe: { id: 11, name: 'Tek Alliance' } } as const;
    fakePortal({ ...world, [info]: { data: buildStructures(own) } });
    renderApp(path, { accessToken });
    expect(await screen.findByText(/You see what/)).toBeDefined();
    expect(await map()).toBeDefined();
  });

  it('says that nothing fits, and how many there are without filters', async () => {
    fakePortal(world);
    renderApp(`${path}?tribes=99`, { accessToken });
    expect(await screen.findByText('0 of 3 structures')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeDefined();
    expect((await map()).getAttribute('aria-label')).toContain('0 structures in 0 areas.');
  });

  it('shows what went wrong, and tries again', async () => {
    let asked = 0;
    const refusal = { status: 503, error: 'The portal is busy.', code: 'UNAVAILABLE' };
    fakePortal({ ...world, [pointsCall]: () => (asked++ === 0 ? refusal : pointsReply(points)) });
    const { person } = renderApp(path, { accessToken });
    expect(await screen.findByText('The portal is busy.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('3 structures')).toBeDefined();
  });

  it('offers who may see them to admins alone', async () => {
    fakePortal({ ...world, ...me({ roles: [roles.Admin] }), [info]: { data: buildStructures() } });
    renderApp(path, { accessToken });
    expect(await screen.findByRole('heading', { name: 'Who can see structures' })).toBeDefined();
  });

  it('hides that from others', async () => {
    fakePortal(world);
    renderApp(path, { accessToken });
    expect(await screen.findByText('3 structures')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Who can see structures' })).toBeNull();
  });
});
