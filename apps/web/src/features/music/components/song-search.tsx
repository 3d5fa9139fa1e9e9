import { Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type SyntheticEvent } from 'react';
import { SongResults } from './song-results.tsx';

const debounceMs = 400;

/** Finds songs and adds them to the queue, without a preview. */
export function SongSearch() {
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  const searchLater = useDebouncedCallback(setWords, debounceMs);
  const searchNow = (event: SyntheticEvent) => {
    event.preventDefault();
    searchLater.cancel();
    setWords(text.trim());
  };
  return (
    <Stack gap="sm">
      <form noValidate onSubmit={searchNow}>
        <TextInput
          type="search"
          aria-label="Search songs"
          placeholder="Artist and title"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            searchLater(event.currentTarget.value.trim());
          }}
        />
      </form>
      <SongResults words={words} />
    </Stack>
  );
}
