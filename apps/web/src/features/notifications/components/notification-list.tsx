import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import type { MouseEvent } from 'react';
import { isPlainClick, useBareLink } from '../../../components/buttons/use-bare-link.ts';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { TonedIcon } from '../../../components/display/toned-icon.tsx';
import { PageList } from '../../../components/layout/page-list.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { formatDay, isSameDay } from '../../../lib/text/format.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import { notificationLooks } from '../notification-icons.ts';
import { useClearNotifications, useMarkRead } from '../notifications.mutations.ts';
import { notificationsQuery, type Notification } from '../notifications.queries.ts';
import classes from './notification-list.module.css';

type Props = { onLeave: () => void };

/** What happened, by day, each with the page it leads to. Opening one marks it as read. */
export function NotificationList({ onLeave }: Props) {
  const query = useInfiniteQuery(notificationsQuery);
  const markRead = useMarkRead();
  const clear = useClearNotifications();
  const [firstPage] = query.data?.pages ?? [];
  const newestId = firstPage?.notifications[0]?.id;
  return (
    <>
      <Group gap="sm" mb="sm">
        <Button
          variant="default"
          size="compact-sm"
          disabled={newestId === undefined || firstPage?.unread === 0}
          onClick={() => newestId !== undefined && markRead.mutate({ upTo: newestId })}
        >
          Mark all as read
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={newestId === undefined}
          loading={clear.isPending}
          onClick={() => clear.mutate()}
        >
          Clear
        </Button>
        <LinkButton
          to="/account"
          hash="notifications"
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={onLeave}
        >
          Settings
        </LinkButton>
      </Group>
      <PageList query={query} itemsOf={(page) => page.notifications} empty={<NoNotifications />}>
        {(notifications) => (
          <Days
            notifications={notifications}
            onOpen={({ id, isRead }) => {
              if (!isRead) markRead.mutate({ ids: [id] });
              onLeave();
            }}
          />
        )}
      </PageList>
    </>
  );
}

function NoNotifications() {
  return (
    <Notice icon={Bell} title="Nothing new">
      <Text c="dimmed">Mail, downloads and servers that go down appear here.</Text>
    </Notice>
  );
}

type DaysProps = { notifications: readonly Notification[]; onOpen: (notification: Notification) => void };

function Days({ notifications, onOpen }: DaysProps) {
  const now = new Date(useNow());
  const days: Notification[][] = [];
  for (const notification of notifications) {
    const day = days.at(-1);
    if (day?.[0] !== undefined && isSameDay(day[0].at, notification.at)) day.push(notification);
    else days.push([notification]);
  }
  return days.map((day) => {
    const at = day[0]?.at ?? '';
    const name = isSameDay(at, now.toISOString()) ? 'Today' : formatDay(at);
    return (
      <section key={day[0]?.id} aria-label={name}>
        <h3 className={classes.day}>{name}</h3>
        <ul className={classes.list}>
          {day.map((notification) => (
            <li key={notification.id}>
              <Row notification={notification} onOpen={() => onOpen(notification)} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function Row({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { kind, text, detail, path, at, isRead } = notification;
  const { href, onClick } = useBareLink(path);
  const { icon, tone } = notificationLooks[kind];
  const open = (event: MouseEvent) => {
    if (isPlainClick(event)) onOpen();
    onClick(event);
  };
  return (
    <a href={href} onClick={open} className={classes.row} data-unread={!isRead}>
      <TonedIcon icon={icon} tone={tone} size={18} />
      <span className={classes.text}>
        <span className={classes.title}>
          {isRead ? null : <VisuallyHidden component="span">Unread: </VisuallyHidden>}
          <PlainText text={text} />
        </span>
        {detail === null ? null : (
          <span className={classes.detail}>
            <PlainText text={detail} />
          </span>
        )}
        <span className={classes.detail}>
          <TimeAgo at={at} />
        </span>
      </span>
    </a>
  );
}
