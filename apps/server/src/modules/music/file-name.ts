import { trimEndOf } from '@tribehall/contract/shared/text';

/** Names that mean a device on Windows, whatever follows the dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const maxBytes = 150;

/** A name for someone's download folder: the title, without what means anything to a file system. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title
    .normalize('NFC')
    // Marks that turn the direction of writing hide where a name ends.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, '')
    .replace(/[\\/:*?"<>|%]+/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.~_-]+/, '');
  const stem = trimEndOf(shorten(trimEndOf(plain, ' .'), maxBytes - extension.length - 1), ' .');
  const base = stem.split('.')[0]?.trim() ?? '';
  const safe = stem === '' || reserved.test(base) ? `song ${stem}`.trim() : stem;
  return `${safe}.${extension}`;
}

function shorten(text: string, bytes: number): string {
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Buffer.byteLength(segment);
    if (used > bytes) break;
    kept += segment;
  }
  return kept;
}
