import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './pdf-pages.module.css';
import { pageScale } from './pdf-scale.ts';

const gap = 12;

type Props = { pdf: PDFDocumentProxy; ratio: number; zoom: number };

/** The virtualized pages. At 100 % a page is as wide as its container. */
export function PdfPages({ pdf, ratio, zoom }: Props) {
  'use no memo';
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { ref: sized, width } = useElementSize<HTMLDivElement>();
  const pageWidth = Math.floor(width * zoom);
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component, as it should
  const virtualizer = useVirtualizer({
    count: width === 0 ? 0 : pdf.numPages,
    getScrollElement: () => scroller,
    estimateSize: () => pageWidth * ratio,
    gap,
    overscan: 1,
  });
  const lastWidth = useRef(pageWidth);
  useLayoutEffect(() => {
    // Sizes measured at another width are invalid. Keeps the reader's position.
    virtualizer.measure();
    const top = (scroller?.scrollTop ?? 0) * (pageWidth / (lastWidth.current || pageWidth));
    lastWidth.current = pageWidth;
    const frame = requestAnimationFrame(() => scroller?.scrollTo({ top }));
    return () => cancelAnimationFrame(frame);
  }, [virtualizer, scroller, pageWidth]);
  return (
    <div
      ref={useMergedRef(setScroller, sized)}
      className={classes.scroller}
      role="region"
      aria-label="Pages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by keyboard
      tabIndex={0}
    >
      <div className={classes.pages} style={{ height: virtualizer.getTotalSize(), width: pageWidth }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={classes.slot}
            style={{ transform: `translateY(${start}px)` }}
          >
            <PdfPage pdf={pdf} number={index + 1} width={pageWidth} ratio={ratio} />
          </div>
        ))}
      </div>
    </div>
  );
}

type PageProps = {
  pdf: PDFDocumentProxy;
  /** 1-based. */
  number: number;
  width: number;
  /** The first page's, until this page's own is known. */
  ratio: number;
};

/** Rendered when it scrolls into view and released when it leaves. */
function PdfPage({ pdf, number, width, ratio }: PageProps) {
  const container = useRef<HTMLDivElement>(null);
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
      if (!isGone) container.current?.replaceChildren(canvas);
    };
    paint().catch(() => {
      if (!isGone) setIsFailed(true);
    });
    return () => {
      isGone = true;
      task?.cancel();
      // Some browsers retain the pixels of a removed canvas for long. The one in the page stays until the next replaces it.
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
      {isFailed ? <p className={classes.failed}>Page {number} can't be displayed.</p> : <div ref={container} />}
    </div>
  );
}
