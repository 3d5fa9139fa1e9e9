import { storedText } from '../../lib/storage/stored-text.ts';

/** How a video is found: by its address, or by words. */
export const searchTypes = { url: 'URL', query: 'Search' } as const;

export type SearchType = keyof typeof searchTypes;

export const lastSearchType = storedText('music.lastSearchType');
export const lastSearchUrl = storedText('music.lastSearchUrl');
export const lastSearchQuery = storedText('music.lastSearchQuery');

export function readSearchType(text: string | null): SearchType {
  return text === 'url' ? 'url' : 'query';
}
