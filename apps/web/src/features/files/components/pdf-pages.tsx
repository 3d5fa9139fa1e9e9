import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useLayoutEffect, useRef, useState } from 'react';
import { PdfPage } from './pdf-page.tsx';
import classes from './pdf-pages.module.css';

const gap = 12;

type Props = { pdf: PDFDocumentProxy; ratio: number; zoom: number };

/** The pages in view. At 100 % a page is as wide as its place. */
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
    // What was measured at another width says nothing at this one. The reader stays at the same place.
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
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
      tabIndex={0}
    >
      <div className={classes.pages} style={{ height: virtualizer.getTotalSize(), width: pageWidth }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={classes.place}
            style={{ transform: `translateY(${start}px)` }}
          >
            <PdfPage pdf={pdf} number={index + 1} width={pageWidth} ratio={ratio} />
          </div>
        ))}
      </div>
    </div>
  );
}
