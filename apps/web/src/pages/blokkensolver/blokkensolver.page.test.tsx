import { roles } from '@tribehall/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { later } from '../../testing/later.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const accessToken = 't1';
const base = {
  'GET /users/me': { data: buildUser({ roles: [roles.Owner] }) },
  'GET /blokkensolver/rounds': { data: [] },
};
const words = ['kast', 'kat', 'tak', 'as'];
const listed = { 'GET /blokkensolver/words': { data: words } };
const path = '/blokkensolver?characters=kast';
const word = (name: string) => screen.findByRole('button', { name });

function round(id: string, letters: string) {
  const now = Date.now();
  return { id, letters, startedAt: new Date(now).toISOString(), endsAt: new Date(now + 125_000).toISOString() };
}

describe('what went wrong', () => {
  it('is gone when a round begins', async () => {
    const rounds: { data: ReturnType<typeof round>[] } = { data: [] };
    fakePortal({
      ...base,
      ...listed,
      'GET /blokkensolver/rounds': () => rounds,
      'POST /blokkensolver/solve': { status: 404, code: 'NOT_FOUND', error: 'No round runs.' },
    });
    const { person, queryClient } = renderApp(path, { accessToken });
    await person.click(await word('kast'));
    expect((await screen.findByRole('alert')).textContent).toContain('No round runs.');
    rounds.data = [round('r1', 'tsak')];
    await queryClient.invalidateQueries({ queryKey: ['blokken', 'rounds'] });
    expect(await screen.findByText('TSAK')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the words', () => {
  it('are requested while typing, stored in the address, and grouped by length', async () => {
    const portal = fakePortal({ ...base, ...listed });
    const { router, person } = renderApp('/blokkensolver', { accessToken });
    const field = await screen.findByRole('searchbox', { name: 'Characters, ? for any letter' });
    expect(screen.getByText(/Type the letters you have/)).toBeDefined();
    await person.type(field, 'ka?t');
    await waitFor(() => expect(router.state.location.search).toEqual({ characters: 'ka?t' }));
    const three = within(await screen.findByRole('region', { name: '3 letters' }));
    expect(three.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['kat', 'tak']);
    expect(screen.getAllByRole('region', { name: /letters$/ })).toHaveLength(3);
    expect(portal.callsOf('GET /blokkensolver/words').map(({ search }) => search.get('characters'))).toEqual(['ka?t']);
  });

  it('of a late reply never show for what was typed after it', async () => {
    const slow = later<{ data: string[] }>();
    fakePortal({
      ...base,
      'GET /blokkensolver/words': ({ search }) =>
        search.get('characters') === 'oud' ? slow.promise : { data: ['nieuw'] },
    });
    const { router } = renderApp('/blokkensolver?characters=oud', { accessToken });
    await screen.findByRole('searchbox');
    await router.navigate({ to: '/blokkensolver', search: { characters: 'nieuw' } });
    await word('nieuw');
    slow.resolve({ data: ['oud'] });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'oud' })).toBeNull());
    expect(screen.getByRole('button', { name: 'nieuw' })).toBeDefined();
  });

  it('say so where there are none', async () => {
    fakePortal({ ...base, 'GET /blokkensolver/words': { data: [] } });
    renderApp(path, { accessToken });
    expect(await screen.findByText('No words found.')).toBeDefined();
  });

  it.each([
    [72_823, 'Found 72823'],
    [-1, 'Found a lot'],
  ])('warn where there are too many (%i)', async (found, text) => {
    const error = 'These characters make too many words. Enter fewer of them.';
    fakePortal({
      ...base,
      'GET /blokkensolver/words': { status: 413, code: 'PAYLOAD_TOO_LARGE', error, details: { found } },
    });
    renderApp(path, { accessToken });
    expect(await screen.findByText(error)).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
  });

  it('say what is wrong with the characters, in words', async () => {
    const message = 'Only letters are allowed, and ? for any letter.';
    const details = { fields: [{ field: 'characters', message }] };
    fakePortal({ ...base, 'GET /blokkensolver/words': { status: 400, code: 'BAD_REQUEST', error: message, details } });
    renderApp('/blokkensolver?characters=a1', { accessToken });
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.queryByText(/"fields"/)).toBeNull();
  });

  it('can be asked for again where that failed', async () => {
    fakePortal({ ...base, 'GET /blokkensolver/words': { status: 500, code: 'INTERNAL', error: 'Oh no.' } });
    renderApp(path, { accessToken });
    expect(await screen.findByText('INTERNAL: Oh no.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('a click on a word', () => {
  it('hands it in and shows that the game is solved', async () => {
    const portal = fakePortal({ ...base, ...listed, 'POST /blokkensolver/solve': { data: { word: 'kast' } } });
    const { person } = renderApp(path, { accessToken });
    await person.click(await word('kast'));
    expect(await screen.findByText('Game solved. Word was kast.')).toBeDefined();
    expect(portal.callsOf('POST /blokkensolver/solve').map(({ body }) => body)).toEqual([{ word: 'kast' }]);
  });

  it.each([
    [404, 'NOT_FOUND', 'No round of Blokken is running.'],
    [409, 'CONFLICT', 'This is not the word.'],
  ])('says why it is refused (%i)', async (status, code, error) => {
    fakePortal({ ...base, ...listed, 'POST /blokkensolver/solve': { status, code, error } });
    const { person } = renderApp(path, { accessToken });
    await person.click(await word('tak'));
    expect((await screen.findByRole('alert')).textContent).toBe(error);
  });
});

describe('the rounds that run', () => {
  it('show their letters and the remaining time; a click takes the letters', async () => {
    fakePortal({ ...base, ...listed, 'GET /blokkensolver/rounds': { data: [round('r1', 'tsak')] } });
    const { router, person } = renderApp('/blokkensolver', { accessToken });
    expect(await screen.findByText('TSAK')).toBeDefined();
    expect(screen.getByRole('timer').textContent).toMatch(/^02:0\d left$/);
    await person.click(screen.getByRole('button', { name: 'Use the letters TSAK' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ characters: 'tsak' }));
    expect(await screen.findByDisplayValue('tsak')).toBeDefined();
    expect(await word('kast')).toBeDefined();
  });

  it('come and go by themselves', async () => {
    const rounds = [round('r1', 'tsak')];
    const portal = fakePortal({ ...base, 'GET /blokkensolver/rounds': () => ({ data: rounds }) }, [
      { topic: 'blokken', event: 'snapshot', data: {} },
    ]);
    renderApp('/blokkensolver', { accessToken });
    expect(await screen.findByText('TSAK')).toBeDefined();
    rounds.pop();
    portal.push({ topic: 'blokken', event: 'changed', data: {} });
    expect(await screen.findByText(/No round is running/)).toBeDefined();
  });
});
