import { Text } from '@mantine/core';

type Props = { what: 'image' | 'sound' | 'video' | 'PDF' };

/** Damaged, or of a kind that this browser does not know. */
export function NoPreview({ what }: Props) {
  return (
    <Text c="dimmed" role="status">
      This {what} cannot be shown here. Download it to open it with another program.
    </Text>
  );
}
