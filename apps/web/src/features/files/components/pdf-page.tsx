import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { pageScale } from '../pdf-scale.ts';
import classes from './pdf-pages.module.css';

type Props = {
  pdf: PDFDocumentProxy;
  /** Counted from 1. */
  number: number;
  width: number;
  /** Of the first page, until this one is known. */
  ratio: number;
};

/** Painted when it comes into view, and forgotten when it has left. */
export function PdfPage({ pdf, number, width, ratio }: Props) {
  const paper = useRef<HTMLDivElement>(null);
  const [ownRatio, setOwnRatio] = useState<number>();
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    const canvas = document.createElement('canvas');
    let isGone = false;
    let task: RenderTask | undefined;
    const paint = async () => {
      const page = await pdf.getPage(number);
      if (isGone) return;
      const size = page.getViewport({ scale: 1 });
      setOwnRatio(size.height / size.width);
      const viewport = page.getViewport({ scale: pageScale(size, width * devicePixelRatio) });
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      task = page.render({ canvas, viewport });
      await task.promise;
      if (!isGone) paper.current?.replaceChildren(canvas);
    };
    paint().catch(() => {
      if (!isGone) setIsFailed(true);
    });
    return () => {
      isGone = true;
      task?.cancel();
      // Some browsers keep the pixels of a canvas for long after it is gone. One that is shown stays until the next.
      if (!canvas.isConnected) canvas.width = 0;
    };
  }, [pdf, number, width]);
  return (
    <div
      className={classes.page}
      style={{ width, height: Math.round(width * (ownRatio ?? ratio)) }}
      role="img"
      aria-label={`Page ${number} of ${pdf.numPages}`}
    >
      {isFailed ? <p className={classes.failed}>Page {number} cannot be shown.</p> : <div ref={paper} />}
    </div>
  );
}
