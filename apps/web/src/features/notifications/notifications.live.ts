import type { NotificationKind } from '@tribehall/contract/shared/notification-kinds';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createToastGroup } from '../../components/notices/toast.tsx';
import { useLive } from '../../lib/live/use-live.ts';
import { headingText } from '../../lib/text/visible-text.ts';
import { notificationsQuery, type Notification } from './notifications.queries.ts';

type Announce = (items: readonly Notification[]) => void;

/** How several of one kind are called. Who is watched and joins has a toast of its own. */
const manyTexts: Record<Exclude<NotificationKind, 'player.joined'>, (count: number) => string> = {
  mail: (count) => `${count} new mails`,
  'server.down': (count) => `${count} new notifications of servers that are down`,
  'server.up': (count) => `${count} new notifications of servers that are back`,
  'download.done': (count) => `${count} songs downloaded`,
  'download.failed': (count) => `${count} downloads failed`,
  'report.new': (count) => `${count} new reports`,
  'report.answered': (count) => `${count} of your reports were answered`,
  'account.security': (count) => `Your two-step login changed ${count} times`,
  'backup.failed': (count) => `${count} nightly backups failed`,
  'role.changed': (count) => `Your role changed ${count} times`,
};

/** The number of unread notifications, live. Says when new ones arrive: one toast for several of a kind. */
export function useUnreadNotifications(): number {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [unread, setUnread] = useState(0);
  const [announcers] = useState(() => createAnnouncers((href) => void navigate({ href })));
  useLive('notifications', (messages) => {
    const latest = messages.findLast((message) => message.event !== 'gone');
    if (latest === undefined) return;
    setUnread(latest.data.unread);
    void queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
    const added = messages.flatMap((message) => (message.event === 'added' ? [message.data.notification] : []));
    for (const [kind, announce] of announcers) announce(added.filter((notification) => notification.kind === kind));
  });
  return unread;
}

function createAnnouncers(open: (href: string) => void): Map<string, Announce> {
  return new Map(
    Object.entries(manyTexts).map(([kind, describeMany]) => [
      kind,
      createToastGroup<Notification>((items) => {
        const newest = items.at(-1);
        const href = newest?.path ?? '/';
        const message = items.length === 1 && newest !== undefined ? describeOne(newest) : describeMany(items.length);
        return { message, link: { label: 'View', href, onOpen: () => open(href) } };
      }),
    ]),
  );
}

function describeOne({ text, detail }: Notification): string {
  return detail === null ? headingText(text) : `${headingText(text)}: ${headingText(detail)}`;
}
