import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';

type PdfState =
  | { state: 'loading' }
  /** `ratio` is the height of the first page by its width. */
  | { state: 'open'; pdf: PDFDocumentProxy; ratio: number }
  | { state: 'failed'; failure: PdfFailure };

/** `address`: the file could not be fetched from there. */
type PdfFailure = 'password' | 'address' | 'broken';

/** A PDF and the program that reads it, which comes with the first one. */
export function usePdf(address: string, size: number): PdfState {
  const [state, setState] = useState<PdfState>({ state: 'loading' });
  useEffect(() => {
    const stop = new AbortController();
    openFirstPage(address, size, stop.signal).then(
      (opened) => {
        if (!stop.signal.aborted) setState({ state: 'open', ...opened });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ state: 'failed', failure: failureOf(error) });
      },
    );
    return () => stop.abort();
  }, [address, size]);
  return state;
}

async function openFirstPage(address: string, size: number, signal: AbortSignal) {
  const { openPdf } = await import('./pdf.ts');
  signal.throwIfAborted();
  const task = openPdf(address, size);
  // Whoever still waits for it hears that it is gone, and nobody listens then.
  signal.addEventListener('abort', () => void task.destroy().catch(() => undefined));
  const pdf = await task.promise;
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return { pdf, ratio: height / width };
}

/** The reader's own errors are told by their names. */
function failureOf(error: unknown): PdfFailure {
  // The program that reads it did not come.
  if (error instanceof ApiError) return 'address';
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'password';
  return name === 'ResponseException' ? 'address' : 'broken';
}
