import type { Visibility } from '@tribehall/contract';
import { storedText } from '../../lib/storage/stored-text.ts';
import { visibilityNames } from './visibility-names.ts';

export const uploadVisibility = storedText('files.uploadVisibility');

/** Nothing is shown to others that nobody chose to show. */
export function readVisibility(text: string | null): Visibility {
  return text !== null && isVisibility(text) ? text : 'private';
}

function isVisibility(text: string): text is Visibility {
  return Object.hasOwn(visibilityNames, text);
}
