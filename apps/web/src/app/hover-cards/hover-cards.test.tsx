import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';
import { cardSubject } from './card-subject.ts';

const server = { id: 's1', name: 'The Island' };
const person = {
  id: 'p1',
  name: 'Cinderjaw',
  isYou: false,
  account: null,
  servers: [
    {
      server,
      name: 'Cinderjaw',
      survivor: 'Tamsin',
      level: 92,
      tribe: { id: 7, name: 'Tidewatch' },
      onlineSince: '2026-01-02T03:04:05Z',
      isHistoryVisible: false,
      isModerator: false,
      isAdmin: false,
      firstSeenAt: null,
      lastSeenAt: null,
      playtimeMs: null,
      sessionCount: null,
      ban: null,
    },
  ],
  names: [],
};
const online = { ...person.servers[0], id: 'p1', name: 'Cinderjaw', tribe: null, joinedAt: '2026-01-02T03:04:05Z' };
const routes = {
  'GET /users/me': { data: buildUser() },
  'GET /ark/players': { data: [online] },
  'GET /ark/players/{playerId}': { data: person },
};

async function showPlayers(shown = person) {
  const portal = fakePortal({ ...routes, 'GET /ark/players/{playerId}': { data: shown } });
  renderApp('/arkbot/players', { accessToken: 't1' });
  const link = await screen.findByRole('link', { name: /Cinderjaw/ });
  return { portal, link };
}

function linkTo(href: string, parent: HTMLElement = document.createElement('div')): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  parent.append(link);
  return link;
}

describe('the card of a player', () => {
  it('shows when the mouse rests on the name, and leaves with Escape', async () => {
    const { link } = await showPlayers();
    fireEvent.pointerOver(link, { pointerType: 'mouse' });
    const card = within(await screen.findByRole('tooltip'));
    expect(await card.findByText('Tidewatch')).toBeDefined();
    expect(card.getByText(/Level 92/)).toBeDefined();
    expect(card.getByText(/The Island/)).toBeDefined();
    expect(link.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    fireEvent.pointerOver(screen.getByRole('tooltip'), { pointerType: 'mouse' });
    fireEvent.keyDown(link, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    expect(link.hasAttribute('aria-describedby')).toBe(false);
  });

  it('asks for nothing until then, and closes when the mouse moves on', async () => {
    const { link, portal } = await showPlayers();
    expect(portal.callsOf('GET /ark/players/{playerId}')).toEqual([]);
    fireEvent.pointerOver(link, { pointerType: 'touch' });
    fireEvent.pointerOver(link, { pointerType: 'mouse' });
    await screen.findByRole('tooltip');
    await waitFor(() => expect(portal.callsOf('GET /ark/players/{playerId}')).toHaveLength(1));
    fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });
});

describe('a report from the card', () => {
  it('opens the dialog for that player, by mouse', async () => {
    const { link } = await showPlayers();
    fireEvent.pointerOver(link, { pointerType: 'mouse' });
    const button = await screen.findByRole('button', { name: 'Report…' });
    expect(screen.getByRole('tooltip').textContent).not.toContain('Report');
    fireEvent.pointerOver(button, { pointerType: 'mouse' });
    fireEvent.pointerDown(button, { pointerType: 'mouse' });
    fireEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Cinderjaw' }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Server').value).toBe('s1');
    expect(screen.queryByRole('tooltip')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('is not offered about oneself', async () => {
    const { link, portal } = await showPlayers({ ...person, isYou: true });
    fireEvent.pointerOver(link, { pointerType: 'mouse' });
    await within(await screen.findByRole('tooltip')).findByText('Tidewatch');
    expect(portal.callsOf('GET /ark/players/{playerId}')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Report…' })).toBeNull();
  });
});

describe('a link has a card', () => {
  it('where it leads to a player or a server', () => {
    expect(cardSubject(linkTo('/arkbot/players/a%2Fb'))).toEqual({ kind: 'player', id: 'a/b' });
    expect(cardSubject(linkTo('/arkbot/servers/s1?x=1'))).toEqual({ kind: 'server', id: 's1' });
  });

  it.each([
    '/arkbot/players',
    '/arkbot/servers/s1/chat',
    'https://other.example/arkbot/players/p1',
    '/arkbot/players/%',
  ])('not to %s', (href) => expect(cardSubject(linkTo(href))).toBeUndefined());

  it('not in the navigation', () => {
    expect(cardSubject(linkTo('/arkbot/servers/s1', document.createElement('nav')))).toBeUndefined();
  });
});
