// The build for browsers that are not of this year.
import {
  getDocument,
  GlobalWorkerOptions,
  VerbosityLevel,
  type PDFDocumentLoadingTask,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the bundler makes it
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url';
import { CharacterTables, NamedFiles } from './pdf-resources.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Larger ones are read only where someone looks. */
const maxWholeBytes = 16 * 1024 * 1024;

/** Begins to read a PDF. Nothing in it runs: neither its scripts nor code made of its fonts. */
export function openPdf(url: string, size: number): PDFDocumentLoadingTask {
  const isLarge = size > maxWholeBytes;
  return getDocument({
    url,
    isEvalSupported: false,
    disableAutoFetch: isLarge,
    disableStream: isLarge,
    verbosity: VerbosityLevel.ERRORS,
    CMapReaderFactory: CharacterTables,
    StandardFontDataFactory: NamedFiles,
    WasmFactory: NamedFiles,
  });
}
