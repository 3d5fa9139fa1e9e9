import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { HistoryPanel } from './history-panel.tsx';

const put = 'PUT /ark/servers/{id}/history';
const refusal = { status: 403, error: 'Not for you.', code: 'FORBIDDEN' };

function show({ mayChange = true, isRefused = false } = {}) {
  const portal = fakePortal({
    'GET /ark/servers/{id}/history': { data: { visibleTo: 'members', hasLeaderboards: false, mayChange } },
    [put]: ({ body }) =>
      isRefused ? refusal : { data: { visibleTo: 'members', hasLeaderboards: false, ...(body as object) } },
  });
  return { portal, ...renderPart(() => <HistoryPanel serverId="s1" />) };
}

const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;

describe('HistoryPanel', () => {
  it('saves at once and offers an undo', async () => {
    const { person, portal } = show();
    await person.click(await screen.findByRole('radio', { name: 'Only admins' }));
    expect(isChosen('Only admins')).toBe(true);
    expect(await screen.findByText('The history is visible to: Only admins.')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(isChosen('Everyone')).toBe(true));
    await waitFor(() =>
      expect(portal.callsOf(put).map(({ body }) => body)).toEqual([{ visibleTo: 'admins' }, { visibleTo: 'members' }]),
    );
  });

  it('switches leaderboards on with an undo, and leaves the rest as it is', async () => {
    const { person, portal } = show();
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Not shown' })).checked).toBe(true);
    await person.click(screen.getByRole('radio', { name: 'Shown to everyone' }));
    expect(await screen.findByText('Leaderboards are shown to everyone.')).toBeDefined();
    expect(isChosen('Everyone')).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(isChosen('Not shown')).toBe(true));
    await waitFor(() =>
      expect(portal.callsOf(put).map(({ body }) => body)).toEqual([
        { hasLeaderboards: true },
        { hasLeaderboards: false },
      ]),
    );
  });

  it('rolls back when the portal refuses', async () => {
    const { person } = show({ isRefused: true });
    await person.click(await screen.findByRole('radio', { name: 'Only admins' }));
    expect(await screen.findByText('Not for you.')).toBeDefined();
    await waitFor(() => expect(isChosen('Everyone')).toBe(true));
  });

  it('only says it to those who may not change it', async () => {
    show({ mayChange: false });
    expect(await screen.findByText(/^Everyone who is logged in sees/)).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
