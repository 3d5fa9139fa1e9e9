import { Checkbox, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LogFilter } from '../log-filter.ts';

type Props = {
  filter: LogFilter;
  /** What the server says of the search. */
  error: string | undefined;
  onFilter: (filter: LogFilter) => void;
};

const pauseMs = 500;
const maxLength = 200;

/** Text or a pattern, searched for on Enter or a moment after the last key. Its home is the address, also on the way back. */
export function LogSearch({ filter, error, onFilter }: Props) {
  const [text, setText] = useState(filter.search);
  const [seen, setSeen] = useState(filter.search);
  const [sent, setSent] = useState(filter.search);
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => field.current?.focus()]]);
  if (filter.search !== seen) {
    setSeen(filter.search);
    // The own search coming back must not take away what was typed meanwhile.
    if (filter.search !== sent) {
      setSent(filter.search);
      setText(filter.search);
    }
  }
  const search = (next: string) => {
    setSent(next);
    if (next !== filter.search) onFilter({ ...filter, search: next });
  };
  const searchLater = useDebouncedCallback(search, pauseMs);
  return (
    <Group gap="md" align="start">
      <TextInput
        ref={field}
        type="search"
        aria-label="Search the logs"
        placeholder="Search the logs ( / )"
        value={text}
        error={error}
        maxLength={maxLength}
        flex="1 1 240px"
        maw={480}
        leftSection={<Search size={16} aria-hidden />}
        onChange={(event) => {
          setText(event.currentTarget.value);
          searchLater(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          searchLater.cancel();
          search(text);
        }}
      />
      <Checkbox
        label="Regular expression"
        checked={filter.isPattern}
        mt={8}
        onChange={(event) => onFilter({ ...filter, search: text, isPattern: event.currentTarget.checked })}
      />
    </Group>
  );
}
