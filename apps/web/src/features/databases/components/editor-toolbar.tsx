import { Button, Group } from '@mantine/core';
import { StatusDot } from '../../../components/display/status-dot.tsx';

type Props = {
  isDirty: boolean;
  onSave: () => void;
  onFormat: () => void;
  onRevert: () => void;
};

export function EditorToolbar({ isDirty, onSave, onFormat, onRevert }: Props) {
  return (
    <Group gap="sm">
      <Button onClick={onSave} disabled={!isDirty} aria-keyshortcuts="Control+S Meta+S">
        Save
      </Button>
      <Button variant="default" onClick={onFormat}>
        Format
      </Button>
      <Button variant="default" onClick={onRevert} disabled={!isDirty}>
        Revert
      </Button>
      <span role="status">
        <StatusDot tone={isDirty ? 'warning' : 'good'} word={isDirty ? 'Unsaved changes' : 'Saved'} />
      </span>
    </Group>
  );
}
