import { ActionIcon } from '@mantine/core';
import { Bell } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { useUnreadNotifications } from '../notifications.live.ts';
import classes from './notification-bell.module.css';

const NotificationPanel = lazyPart(() => import('./notification-panel.tsx').then((module) => module.NotificationPanel));

const mostShown = 99;

type Props = { userId: string };

/** The bell of the top bar: how many notifications are unread, and their list. */
export function NotificationBell({ userId }: Props) {
  const unread = useUnreadNotifications();
  const [isOpen, setIsOpen] = useState(false);
  const bell = useRef<HTMLDivElement>(null);
  useRenewedPush(userId);
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return (
    <div className={classes.bell} ref={bell}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void NotificationPanel.preload().catch(() => undefined)}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Bell size={18} aria-hidden />
        {unread === 0 ? null : (
          <span className={classes.count} aria-hidden>
            {unread > mostShown ? `${mostShown}+` : unread}
          </span>
        )}
      </ActionIcon>
      {isOpen ? <NotificationPanel bell={bell} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

/** Browsers are notified for as long as they are logged in; the code for it is not part of the first load. */
function useRenewedPush(userId: string): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void import('../browser-push.ts').then(({ renewPush }) => renewPush(userId)).catch(() => undefined);
    }, 5_000);
    return () => clearTimeout(timer);
  }, [userId]);
}
