import { Text } from '@mantine/core';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { VirtualList } from '../../../components/display/virtual-list.tsx';

type Props = { entries: readonly string[]; search: string };

/** The log as the world save has it, newest first: of worlds whose events were never sent. */
export function SavedTribeLog({ entries, search }: Props) {
  const needle = search.toLowerCase();
  const found = entries.filter((entry) => entry.toLowerCase().includes(needle)).toReversed();
  if (found.length === 0)
    return <Text c="dimmed">{entries.length === 0 ? 'The log is empty.' : 'No entries found.'}</Text>;
  return (
    <VirtualList
      label="Log entries"
      rows={found}
      keyOf={(entry, index) => `${found.length - index} ${entry}`}
      render={(entry) => <PlainText text={entry} />}
      estimatedHeight={33}
    />
  );
}
