import { Text } from '@mantine/core';

type Props = { what: 'image' | 'audio file' | 'video' | 'PDF' };

/** The file is damaged or in a format this browser doesn't support. */
export function NoPreview({ what }: Props) {
  return (
    <Text c="dimmed" role="status">
      This {what} can't be previewed. Download it to open it in another app.
    </Text>
  );
}
