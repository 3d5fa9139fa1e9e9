import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { buildNotification } from '../../testing/notifications.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildUser } from '../../testing/users.ts';

const topic = 'notifications';
type Notification = ReturnType<typeof buildNotification>;

const added = (notification: Notification, unread = 1) => ({ topic, event: 'added', data: { unread, notification } });

function show(notifications: Notification[] = [], more: Parameters<typeof fakePortal>[0] = {}) {
  const unread = notifications.filter(({ isRead }) => !isRead).length;
  const portal = fakePortal(
    {
      'GET /users/me': { data: buildUser() },
      'GET /ark/players': { data: [] },
      'GET /notifications': { data: { unread, notifications, hasMore: false } },
      'POST /notifications/read': { data: { unread: 0 } },
      'DELETE /notifications': { data: {} },
      ...more,
    },
    [{ topic, event: 'snapshot', data: { unread } }],
  );
  return { portal, ...renderApp('/arkbot/players', { accessToken: 't1' }) };
}

const bell = (name: string) => screen.findByRole('button', { name });

describe('the bell', () => {
  it('says how many are unread, live', async () => {
    const { portal } = show([buildNotification(), buildNotification({ id: '6' })]);
    const button = await bell('Notifications, 2 unread');
    expect(button.textContent).toBe('2');
    portal.push({ topic, event: 'changed', data: { unread: 120 } });
    expect((await bell('Notifications, 120 unread')).textContent).toBe('99+');
    portal.push({ topic, event: 'changed', data: { unread: 0 } });
    expect((await bell('Notifications')).textContent).toBe('');
    expect(portal.callsOf('GET /notifications')).toHaveLength(0);
  });

  it('opens the list by day; a notification leads to its page and is read then', async () => {
    const at = '2026-01-02T10:00:00.000Z';
    const hostile = buildNotification({ id: '6', text: 'Mail from <b>Eve\u202e', detail: null, at, isRead: true });
    const { portal, person, router } = show([buildNotification(), hostile]);
    await person.click(await bell('Notifications, 1 unread'));
    const dialog = await screen.findByRole('dialog', { name: 'Notifications' });
    const today = within(await within(dialog).findByRole('region', { name: 'Today' }));
    expect(within(dialog).getAllByRole('region')).toHaveLength(2);
    expect(within(dialog).getByText('Mail from <b>Eve‹U+202E›')).toBeDefined();
    const link = today.getByRole('link', { name: /Unread: Mail from Olive.*Your base/ });
    expect(link.getAttribute('href')).toBe(buildNotification().path);
    await person.click(link);
    await waitFor(() => expect(router.state.location.href).toBe(buildNotification().path));
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
    expect(portal.callsOf('POST /notifications/read')[0]?.body).toEqual({ ids: ['7'] });
  });

  it('marks all as read up to the newest shown, and clears', async () => {
    const { portal, person } = show([buildNotification({ id: '9' }), buildNotification()]);
    await person.click(await bell('Notifications, 2 unread'));
    await screen.findByRole('region', { name: 'Today' });
    await person.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(portal.callsOf('POST /notifications/read')[0]?.body).toEqual({ upTo: '9' }));
    await person.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(portal.callsOf('DELETE /notifications')).toHaveLength(1));
  });

  it('closes with Escape and returns the focus', async () => {
    const { person } = show();
    const button = await bell('Notifications');
    await person.click(button);
    expect(await screen.findByText('Nothing new')).toBeDefined();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });
});

describe('a new notification', () => {
  it('is a toast with a link', async () => {
    const { portal, person, router } = show();
    await bell('Notifications');
    await waitFor(() => expect(portal.requests.some(({ path }) => path === '/events')).toBe(true));
    portal.push(added(buildNotification()));
    await bell('Notifications, 1 unread');
    const toast = await screen.findByText('Mail from Olive: Your base');
    expect(toast.closest('[role=status]')).not.toBeNull();
    await person.click(screen.getByRole('link', { name: 'View' }));
    await waitFor(() => expect(router.state.location.href).toBe(buildNotification().path));
  });

  it('is one toast with a count for several of a kind', async () => {
    const { portal } = show();
    await bell('Notifications');
    const song = (id: string) =>
      added(buildNotification({ id, kind: 'download.done', text: `Song ${id} is downloaded`, detail: null }));
    portal.push(song('1'));
    expect(await screen.findByText('Song 1 is downloaded')).toBeDefined();
    portal.push(added(buildNotification({ id: '4' })));
    portal.push(song('2'));
    portal.push(song('3'));
    expect(await screen.findByText('3 songs downloaded')).toBeDefined();
    expect(screen.queryByText(/^Song/)).toBeNull();
    expect(screen.getByText('Mail from Olive: Your base')).toBeDefined();
  });

  it('of a watched player has no second toast', async () => {
    const { portal } = show();
    await bell('Notifications');
    portal.push(added(buildNotification({ kind: 'player.joined', text: 'Bob joined', detail: null })));
    portal.push(added(buildNotification({ id: '8' }), 2));
    expect(await screen.findByText('Mail from Olive: Your base')).toBeDefined();
    expect(screen.queryByText('Bob joined')).toBeNull();
  });
});
