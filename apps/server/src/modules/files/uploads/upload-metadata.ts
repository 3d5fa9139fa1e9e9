import { visibilities, type Visibility } from '@tribehall/contract';
import { trimEndOf } from '@tribehall/contract/shared/text';
import { fieldError } from '../../../errors.ts';
import { cleanFileName } from '../file-names.ts';

/** What a tus client says about a file before it sends it. */
export type UploadMetadata = { name: string; visibility: Visibility; fingerprint: string | null };

const field = 'Upload-Metadata';
const maxFingerprint = 500;

/** Reads the header: keys and values in Base64, separated by a space, pairs by commas. What we do not know is left out. */
export function readMetadata(header: string): UploadMetadata {
  const values = new Map<string, string>();
  for (const pair of header.split(',').filter((text) => text.trim() !== '')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    if (rest.length > 0 || values.has(key)) throw fieldError('BAD_REQUEST', field, 'Keys and values are not in pairs.');
    values.set(key, decode(value));
  }
  return {
    name: readName(values.get('filename')),
    visibility: readVisibility(values.get('visibility')),
    fingerprint: readFingerprint(values.get('fingerprint')),
  };
}

function decode(value: string): string {
  const bytes = Buffer.from(value, 'base64');
  const { length } = trimEndOf(value, '=');
  // Node leaves out what is no Base64. A single character at the end is less than a byte.
  const isBase64 = /^[\w+/-]*={0,2}$/.test(value) && length % 4 !== 1 && Math.floor((length * 3) / 4) === bytes.length;
  if (!isBase64) throw fieldError('BAD_REQUEST', field, 'A value is not Base64.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fieldError('BAD_REQUEST', field, 'A value is not UTF-8.');
  }
}

function readName(given: string | undefined): string {
  if (given === undefined) throw fieldError('BAD_REQUEST', 'filename', 'The file needs a name: filename.');
  const name = cleanFileName(given);
  if (name === undefined) throw fieldError('BAD_REQUEST', 'filename', 'This is not a valid file name.');
  return name;
}

function readVisibility(given = 'private'): Visibility {
  const known = visibilities.find((name) => name === given);
  if (!known) throw fieldError('BAD_REQUEST', 'visibility', `visibility is one of: ${visibilities.join(', ')}.`);
  return known;
}

function readFingerprint(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (given.length > maxFingerprint || /\p{Cc}/u.test(given))
    throw fieldError(
      'BAD_REQUEST',
      'fingerprint',
      `A fingerprint must be one line of at most ${maxFingerprint} characters.`,
    );
  return given;
}
