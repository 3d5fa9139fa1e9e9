import { Checkbox, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LogFilter } from '../log-filter.ts';

type Props = {
  filter: LogFilter;
  /** The server's error about the search. */
  error: string | undefined;
  onFilter: (filter: LogFilter) => void;
};

const debounceMs = 500;
const maxLength = 200;

/** Text or a regular expression, searched on Enter or after a pause. Stored in the URL. */
export function LogSearch({ filter, error, onFilter }: Props) {
  const [text, setText] = useState(filter.search);
  const [seen, setSeen] = useState(filter.search);
  const [sent, setSent] = useState(filter.search);
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => field.current?.focus()]]);
  if (filter.search !== seen) {
    setSeen(filter.search);
    // Our own search arriving in the URL must not overwrite what was typed meanwhile.
    if (filter.search !== sent) {
      setSent(filter.search);
      setText(filter.search);
    }
  }
  const search = (next: string) => {
    setSent(next);
    if (next !== filter.search) onFilter({ ...filter, search: next });
  };
  const searchLater = useDebouncedCallback(search, debounceMs);
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
