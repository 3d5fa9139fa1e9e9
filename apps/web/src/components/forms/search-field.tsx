import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';

type Props = { label: string; value: string; onSearch: (value: string) => void };

/** Searches while typing, debounced. The value is stored in the URL, also when going back. */
export function SearchField({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // The user's own search arriving in the URL must not overwrite what was typed since.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const search = useDebouncedCallback((next: string, path: string) => {
    // Someone who types and then follows a link at once must not be brought back by the search.
    if (window.location.pathname !== path) return;
    setSent(next);
    onSearch(next);
  }, 250);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={100}
      maw={360}
      leftSection={<Search size={16} aria-hidden />}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim(), window.location.pathname);
      }}
    />
  );
}
