import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildDatabase } from '../../testing/databases.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const me = { 'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) } };
const accessToken = 't1';

const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Databases' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
};

it('lists what there is, with size, time and whether it has parts', async () => {
  const data = [
    buildDatabase('bot/settings.json', { isScoped: true }),
    buildDatabase('words.json'),
    buildDatabase('x.json', { isScoped: null }),
  ];
  fakePortal({ ...me, 'GET /databases': { data } });
  renderApp('/databases', { accessToken });
  const [first, second, third] = await rows();
  expect(first).toMatch(/^bot\/settings\.jsonOne part per guild1\.5 kB.*ago/);
  expect(second).toMatch(/^words\.jsonSingle document/);
  expect(third).toMatch(/^x\.jsonNot JSON/);
  const link = screen.getByRole('link', { name: 'bot/settings.json' });
  expect(link.getAttribute('href')).toBe('/databases/bot/settings.json');
});

it('searches names without regard to case, through the address', async () => {
  fakePortal({ ...me, 'GET /databases': { data: [buildDatabase('Words.json'), buildDatabase('players.json')] } });
  const { router, person } = renderApp('/databases', { accessToken });
  await person.type(await screen.findByRole('searchbox'), 'WORDS');
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'WORDS' }));
  expect(await rows()).toHaveLength(1);
  await person.type(screen.getByRole('searchbox'), '!');
  expect(await screen.findByText('No databases found.')).toBeDefined();
});

it('explains how databases are created when there is none', async () => {
  fakePortal({ ...me, 'GET /databases': { data: [] } });
  renderApp('/databases', { accessToken });
  const notice = (await screen.findByText('There are no databases yet.')).parentElement;
  expect(notice?.textContent).toContain(
    'Databases are JSON files in the folder that the setting DATABASES_DIR names. Files placed there appear here.',
  );
});

it('refetches the list when something was saved', async () => {
  let data = [buildDatabase('a.json')];
  const portal = fakePortal({ ...me, 'GET /databases': () => ({ data }) });
  renderApp('/databases', { accessToken });
  await rows();
  await waitFor(() => expect(portal.requests.some(({ path }) => path === '/events')).toBe(true));
  data = [...data, buildDatabase('b.json')];
  portal.push({ topic: 'databases', event: 'changed', data: { file: 'b.json', version: 'v1' } });
  expect(await screen.findByRole('link', { name: 'b.json' })).toBeDefined();
});
