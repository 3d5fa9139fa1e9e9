import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { entryPath, messagePath } from '../../../features/people/player/player-params.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { buildEntry, buildPerson, buildSaid, miraId } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildUser } from '../../../testing/users.ts';

const timeline = 'GET /ark/players/{playerId}/timeline';
const chat = 'GET /ark/players/{playerId}/chat';

type Routes = Parameters<typeof fakePortal>[0];

function show(routes: Routes, path: string) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser() },
    'GET /ark/players/{playerId}': { data: buildPerson() },
    'GET /ark/players/{playerId}/playtime': { data: { days: [], servers: [], sessions: [] } },
    ...routes,
  });
  return { portal, ...renderApp(path, { accessToken: 't1' }) };
}

describe('a link to evidence', () => {
  it('shows the timeline from the entry back, with the entry marked, until the filters change', async () => {
    const at = '2026-01-02T12:04:05.678Z';
    const same = (count: number, first: number) =>
      Array.from({ length: count }, (_, index) => buildEntry({ id: String(first - index), at, kind: 'tamed' }));
    // More at the same moment than one page holds.
    const routes: Routes = {
      [timeline]: ({ search }) => ({
        data: search.has('before')
          ? { entries: [buildEntry({ id: '7', at, kind: 'died' }), ...same(3, 6)], next: null }
          : { entries: same(50, 99), next: 'p2' },
      }),
    };
    const { portal, person, router } = show(routes, entryPath(miraId, { id: '7', at }));
    const current = await waitFor(() => {
      const found = document.querySelector('li[aria-current="true"]');
      if (found === null) throw new Error('No entry is marked.');
      return found;
    });
    expect(current.textContent).toContain('Died');
    expect(portal.callsOf(timeline)[0]?.search.get('until')).toBe('2026-01-02T12:04:05.679Z');
    await person.click(screen.getByRole('button', { name: 'Deaths' }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('entry'));
    await waitFor(() => expect(document.querySelector('[aria-current="true"]')).toBeNull());
  });

  it('says that an entry is not there, and looks no further than its time', async () => {
    const older = buildEntry({ id: '3', at: '2026-01-01T00:00:00Z' });
    const routes: Routes = { [timeline]: { data: { entries: [older], next: 'p2' } } };
    const { portal } = show(routes, entryPath(miraId, { id: '7', at: '2026-01-02T12:04:05.678Z' }));
    expect(await screen.findByText(/^The entry this link leads to isn't here\./)).toBeDefined();
    expect(portal.callsOf(timeline)).toHaveLength(1);
  });

  it('shows the chat from the message back, and then the newest again', async () => {
    const routes: Routes = {
      [chat]: ({ search }) => ({
        data: {
          messages:
            search.get('before') === '9'
              ? [buildSaid({ id: '8', text: 'the line' }), buildSaid({ id: '3', text: 'before it' })]
              : [buildSaid({ id: '12', text: 'newest' })],
          hasMore: false,
        },
      }),
    };
    // As in current browsers.
    const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
    scroll.mockReturnValue(Promise.resolve() as never);
    const { person, router } = show(routes, messagePath(miraId, '8'));
    expect(await screen.findByText('Messages up to the one you opened.')).toBeDefined();
    expect(document.querySelector('li[aria-current="true"]')?.textContent).toContain('the line');
    await waitFor(() => expect(scroll).toHaveBeenCalledOnce());
    await person.click(screen.getByRole('button', { name: 'Show newest' }));
    expect(await screen.findByText('newest')).toBeDefined();
    expect(router.state.location.search).toEqual({ view: 'chat' });
  });

  it.each([
    ['is not there', '8', /^The message this link leads to isn't here\./],
    ['is no message', '8x', 'other'],
  ])('to a message that %s', async (_, id, text) => {
    const routes: Routes = { [chat]: { data: { messages: [buildSaid({ id: '3', text: 'other' })], hasMore: false } } };
    show(routes, messagePath(miraId, id));
    expect(await screen.findByText(text)).toBeDefined();
    expect(document.querySelector('[aria-current="true"]')).toBeNull();
  });
});
