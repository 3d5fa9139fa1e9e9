import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

type Props = {
  label: string;
  /** The filter in effect. */
  filter: string;
  onFilter: (filter: string) => void;
  /** Moves the focus to the list, on arrow down. */
  onLeave: () => void;
};

/** Filters on Enter, as specified. Escape clears the filter; without one it closes the overlay. */
export function PickerFilter({ label, filter, onFilter, onLeave }: Props) {
  const [text, setText] = useState(filter);
  const field = useRef<HTMLInputElement>(null);
  // The overlay looks for a field to focus before the code of this one has loaded.
  useEffect(() => field.current?.focus(), []);
  const change = (next: string) => {
    setText(next);
    if (next === '') onFilter('');
  };
  const keys: Record<string, () => void> = {
    Enter: () => onFilter(text.trim()),
    Escape: () => change(''),
    ArrowDown: onLeave,
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const run = event.nativeEvent.isComposing ? undefined : keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  return (
    <TextInput
      ref={field}
      type="search"
      label={label}
      description="Press Enter to filter."
      value={text}
      maxLength={100}
      flex={1}
      maw={360}
      data-autofocus
      // Without this, the overlay closes on Escape.
      data-mantine-stop-propagation={text !== '' || filter !== ''}
      leftSection={<Search size={16} aria-hidden />}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={handleKey}
    />
  );
}
