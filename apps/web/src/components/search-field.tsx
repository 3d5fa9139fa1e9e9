import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';

type Props = { label: string; value: string; onSearch: (value: string) => void };

/** Searches while one types, a moment after the last key. The value's home is the URL. */
export function SearchField({ label, value, onSearch }: Props) {
  const search = useDebouncedCallback(onSearch, 250);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      maxLength={100}
      maw={360}
      leftSection={<Search size={16} aria-hidden />}
      onChange={(event) => search(event.currentTarget.value.trim())}
    />
  );
}
