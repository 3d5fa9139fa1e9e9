import { Drawer, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useId, useRef, type RefObject } from 'react';
import { onEscape } from '../../../components/dialogs/on-escape.ts';
import { useReturnFocus } from '../../../components/dialogs/use-return-focus.ts';
import { NotificationList } from './notification-list.tsx';
import classes from './notification-panel.module.css';

type Props = { bell: RefObject<HTMLElement | null>; onClose: () => void };

/** Below the bell on wide screens, over the whole page on phones. */
export function NotificationPanel({ bell, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false });
  if (!isPhone) return <Popover bell={bell} onClose={onClose} />;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="100%"
      title="Notifications"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 18 }}
    >
      <NotificationList onLeave={onClose} />
    </Drawer>
  );
}

function Popover({ bell, onClose }: Props) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  useReturnFocus();
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && bell.current?.contains(target) === false) close();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [bell]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classes.panel}
      onKeyDown={onEscape(onClose)}
    >
      <Title order={2} id={titleId} mb="sm">
        Notifications
      </Title>
      <NotificationList onLeave={onClose} />
    </div>
  );
}
