// The legacy build also supports older browsers.
import {
  getDocument,
  GlobalWorkerOptions,
  VerbosityLevel,
  type PDFDocumentLoadingTask,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fetchData } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- created by the bundler
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Larger files are fetched in ranges, page by page. */
const maxEagerBytes = 16 * 1024 * 1024;

/** Starts to load a PDF. Nothing in it is executed: neither scripts nor code generated from fonts. */
export function openPdf(url: string, size: number): PDFDocumentLoadingTask {
  const isLarge = size > maxEagerBytes;
  return getDocument({
    url,
    isEvalSupported: false,
    disableAutoFetch: isLarge,
    disableStream: isLarge,
    verbosity: VerbosityLevel.ERRORS,
    CMapReaderFactory: CharacterMaps,
    StandardFontDataFactory: ResourceFiles,
    WasmFactory: ResourceFiles,
  });
}

/** Resources some PDFs rely on without embedding them: character maps, symbol fonts, decoders of rare image formats. */
const resourceUrls = import.meta.glob<string>(
  [
    '../../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../../../node_modules/pdfjs-dist/standard_fonts/Foxit{Dingbats,Symbol}.pfb',
    '../../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
);

const byName = new Map(Object.entries(resourceUrls).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]));

async function read(name: string): Promise<Uint8Array> {
  const url = byName.get(name);
  if (url === undefined) throw new Error(`Unknown PDF resource ${name}.`);
  const bytes: unknown = await fetchData(url, 'arraybuffer');
  if (!(bytes instanceof ArrayBuffer)) throw new Error(`${name} could not be fetched.`);
  return new Uint8Array(bytes);
}

class CharacterMaps {
  async fetch({ name }: { name: string }) {
    return { cMapData: await read(`${name}.bcmap`), isCompressed: true };
  }
}

class ResourceFiles {
  fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    return read(filename);
  }
}
