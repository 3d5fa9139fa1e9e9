import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';

type PdfState =
  | { state: 'loading' }
  /** `ratio`: height / width of the first page. */
  | { state: 'open'; pdf: PDFDocumentProxy; ratio: number }
  | { state: 'failed'; failure: PdfFailure };

/** `url`: the file could not be fetched from it. */
type PdfFailure = 'password' | 'url' | 'broken';

/** Opens a PDF; the first use loads the PDF library. */
export function usePdf(url: string, size: number): PdfState {
  const [state, setState] = useState<PdfState>({ state: 'loading' });
  useEffect(() => {
    const stop = new AbortController();
    openFirstPage(url, size, stop.signal).then(
      (opened) => {
        if (!stop.signal.aborted) setState({ state: 'open', ...opened });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ state: 'failed', failure: failureOf(error) });
      },
    );
    return () => stop.abort();
  }, [url, size]);
  return state;
}

async function openFirstPage(url: string, size: number, signal: AbortSignal) {
  const { openPdf } = await import('./pdf.ts');
  signal.throwIfAborted();
  const task = openPdf(url, size);
  // Pending reads reject after this; nobody waits for them any more.
  signal.addEventListener('abort', () => void task.destroy().catch(() => undefined));
  const pdf = await task.promise;
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return { pdf, ratio: height / width };
}

/** pdf.js errors are recognised by name. */
function failureOf(error: unknown): PdfFailure {
  // The PDF library itself could not be loaded.
  if (error instanceof ApiError) return 'url';
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'password';
  return name === 'ResponseException' ? 'url' : 'broken';
}
