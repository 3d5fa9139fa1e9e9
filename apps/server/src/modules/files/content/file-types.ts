import { extname } from 'node:path';
import type { ReplyOutput } from '@tribehall/contract';

type Preview = ReplyOutput<'GET /files/{id}'>['preview'];

/** Larger files are not shown as text. */
export const maxTextBytes = 1024 * 1024;

/** Content types that are served. None can run scripts: HTML, SVG, XML and scripts are served as octet streams. */
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
    // Nearly always compatible, and Chromium plays nothing that is declared as QuickTime.
    mov: 'video/mp4',
    webm: 'video/webm',
    ogv: 'video/ogg',
  }),
  ...of('pdf', { pdf: 'application/pdf' }),
]);

/** Extensions of files that are not text; all others are worth a try. */
const binary = new Set(
  (
    '7z a apk ark arkprofile arktribe bin br bz2 cab class dat db deb dll dmg doc docx dylib eot exe gz heic iso jar ' +
    'jxl lz4 lzma mkv avi wmv flv mpg mpeg aac wma mid msi node o obj odp ods odt otf pak parquet pdb ppt pptx psd ' +
    'pyc rar rpm sav so sqlite swf tar tgz tif tiff ttf uasset ucas umap utoc wasm woff woff2 xls xlsx xz z zip zst'
  ).split(' '),
);

/**
 * By the name alone. A file with an unknown extension may be text: the request for the text finds out, and INVALID_TYPE
 * is not shown as an error.
 */
export function previewOf(name: string, size: number): Preview {
  const extension = extensionOf(name);
  const known = types.get(extension);
  if (known) return known.preview;
  return size <= maxTextBytes && !binary.has(extension) ? 'text' : 'none';
}

export function contentTypeOf(name: string): string {
  return types.get(extensionOf(name))?.type ?? 'application/octet-stream';
}

function extensionOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

function of(preview: Preview, named: Record<string, string>): [string, { preview: Preview; type: string }][] {
  return Object.entries(named).map(([extension, type]) => [extension, { preview, type }]);
}

/** Control characters that no text has: all but tab, line ends, form feed and escape (the colours of a log). */
// oxlint-disable-next-line no-control-regex
const notText = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/;

const byteOrderMarks: [encoding: string, bytes: number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Decodes UTF-8, or UTF-16 with a byte order mark, as Windows writes it. Undefined if the bytes are not text. */
export function decodeText(bytes: Buffer): string | undefined {
  const [encoding] = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? ['utf-8'];
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return notText.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
