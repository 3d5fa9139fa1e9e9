import { Button, Group } from '@mantine/core';

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
