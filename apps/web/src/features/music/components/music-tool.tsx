import { Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState, type SyntheticEvent } from 'react';
import { SegmentedChoice } from '../../../components/forms/segmented-choice.tsx';
import { storedText, useRememberedText } from '../../../lib/storage/stored-text.ts';
import type { Video } from '../music.queries.ts';
import { SongResults } from './song-results.tsx';
import { VideoActions, type Pick } from './video-actions.tsx';
import { VideoPreview } from './video-preview.tsx';

const videoId = /^[\w-]{1,64}$/;

/** Where a URL names a video: the parameter `v`, or the short forms of the same site. */
const videoIdPatterns = [
  /(?:^|[?&])v=([^&#]*)/,
  /^(?:https?:\/\/)?(?:www\.)?youtu\.be\/([^/?&#]*)/i,
  /\/shorts\/([^/?&#]*)/,
];

/** Ways to find a video: by URL or by search. */
const searchTypes = { url: 'URL', query: 'Search' } as const;

export const lastSearchType = storedText('music.lastSearchType');

export const lastSearchUrl = storedText('music.lastSearchUrl');

export const lastSearchQuery = storedText('music.lastSearchQuery');

const debounceMs = 400;

const fields = {
  url: { label: 'Video URL', type: 'url', placeholder: 'https://www.youtube.com/watch?v=…', maxLength: 2000 },
  query: { label: 'Search songs', type: 'search', placeholder: 'Artist and title', maxLength: 200 },
} as const;

/** Finds a video by URL or search, previews it, and sends or downloads it. */
export function MusicTool() {
  const [typeText, setTypeText] = useRememberedText(lastSearchType);
  const [url, setUrl] = useRememberedText(lastSearchUrl);
  const [query, setQuery] = useRememberedText(lastSearchQuery);
  const [applied, setApplied] = useState({ url, query });
  const [chosen, setChosen] = useState<Video>();
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const applyLater = useDebouncedCallback(setApplied, debounceMs);
  const type = readSearchType(typeText);
  const isUrl = type === 'url';
  const shownId = isUrl ? videoIdOf(applied.url) : chosen?.videoId;

  const edit = (text: string) => {
    setError(undefined);
    (isUrl ? setUrl : setQuery)(text);
    applyLater({ url, query, [type]: text });
  };
  const applyNow = (event: SyntheticEvent) => {
    event.preventDefault();
    setApplied({ url, query });
  };
  const pick = (): Pick | undefined => {
    const picked = isUrl ? pickUrl(url) : pickSong(chosen);
    setError('error' in picked ? picked.error : undefined);
    if (!('error' in picked)) return picked;
    field.current?.focus();
    return undefined;
  };
  return (
    <Stack gap="lg">
      <form noValidate onSubmit={applyNow}>
        <Stack gap="md">
          <SegmentedChoice
            label="How to find a video"
            choices={searchTypes}
            value={type}
            onChange={(next) => {
              setError(undefined);
              setTypeText(next);
            }}
          />
          <TextInput
            ref={field}
            {...fields[type]}
            value={isUrl ? url : query}
            error={error}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => edit(event.currentTarget.value)}
          />
        </Stack>
      </form>
      {isUrl ? null : (
        <SongResults
          words={applied.query.trim()}
          chosenId={chosen?.videoId}
          onChoose={(video) => {
            setError(undefined);
            setChosen(video);
          }}
        />
      )}
      {shownId === undefined ? null : (
        <VideoPreview key={shownId} videoId={shownId} known={isUrl ? undefined : chosen} />
      )}
      <VideoActions onPick={pick} />
    </Stack>
  );
}

type Picked = Pick | { error: string };

function pickUrl(url: string): Picked {
  if (url.trim() === '') return { error: 'Enter the URL of a video.' };
  const videoId = videoIdOf(url);
  return videoId === undefined
    ? { error: "This URL doesn't lead to a video. It needs a part like v=…" }
    : { videoId, title: null };
}

function pickSong(chosen: Video | undefined): Picked {
  return chosen ?? { error: 'Search for a song and select it first.' };
}

type SearchType = keyof typeof searchTypes;

function readSearchType(text: string | null): SearchType {
  return text === 'url' ? 'url' : 'query';
}

/** The ID of the video in a URL. */
export function videoIdOf(url: string): string | undefined {
  const found = videoIdPatterns.map((pattern) => pattern.exec(url.trim())?.[1]);
  return found.find((id) => id !== undefined && videoId.test(id));
}
