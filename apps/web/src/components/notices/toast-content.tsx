import { Anchor, Button, Group } from '@mantine/core';
import { isPlainClick } from '../buttons/use-bare-link.ts';

/** `onOpen` opens it without leaving the app. */
export type ToastLink = { label: string; href: string; onOpen: () => void };

export function withUndo(message: string, onUndo: () => void) {
  return (
    <Group gap="md" justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button variant="default" size="compact-sm" flex="none" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}

/** Toasts are outside of the router: the link's owner opens it. */
export function withLink(message: string, { label, href, onOpen }: ToastLink) {
  return (
    <Group gap="md" justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Anchor
        href={href}
        flex="none"
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onOpen();
        }}
      >
        {label}
      </Anchor>
    </Group>
  );
}
