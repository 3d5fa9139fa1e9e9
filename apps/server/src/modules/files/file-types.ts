import { extname } from 'node:path';
import type { ReplyOutput } from '@tribehall/contract';

type Preview = ReplyOutput<'GET /files/{id}'>['preview'];

/** Longer ones are not shown as text. */
export const maxTextBytes = 1024 * 1024;

/**
 * What a browser may take a file for. Nothing here can carry a script of a page: HTML, SVG, XML and scripts leave as
 * bytes without a meaning.
 */
const types = new Map<string, { preview: Preview; type: string }>([
  ...of('image', {
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    bmp: 'image/bmp',
    ico: 'image/x-icon',
  }),
  ...of('audio', {
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    wav: 'audio/wav',
    flac: 'audio/flac',
  }),
  ...of('video', {
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    // What is in it is nearly always the same, and Chromium plays nothing that is called QuickTime.
    mov: 'video/mp4',
    webm: 'video/webm',
    ogv: 'video/ogg',
  }),
  ...of('pdf', { pdf: 'application/pdf' }),
]);

/** Endings of which it is known that there is no text behind them; all others are worth a try. */
const binary = new Set(
  (
    '7z a apk ark arkprofile arktribe bin br bz2 cab class dat db deb dll dmg doc docx dylib eot exe gz heic iso jar ' +
    'jxl lz4 lzma mkv avi wmv flv mpg mpeg aac wma mid msi node o obj odp ods odt otf pak parquet pdb ppt pptx psd ' +
    'pyc rar rpm sav so sqlite swf tar tgz tif tiff ttf uasset ucas umap utoc wasm woff woff2 xls xlsx xz z zip zst'
  ).split(' '),
);

/**
 * By its name alone. A name without a known ending may be a text: the call for the text finds out, and its refusal
 * (INVALID_TYPE) is not shown.
 */
export function previewOf(name: string, size: number): Preview {
  const ending = endingOf(name);
  const known = types.get(ending);
  if (known) return known.preview;
  return size <= maxTextBytes && !binary.has(ending) ? 'text' : 'none';
}

export function contentTypeOf(name: string): string {
  return types.get(endingOf(name))?.type ?? 'application/octet-stream';
}

function endingOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

function of(preview: Preview, named: Record<string, string>): [string, { preview: Preview; type: string }][] {
  return Object.entries(named).map(([ending, type]) => [ending, { preview, type }]);
}
