import { useEffect, useState, type CSSProperties } from 'react';

/**
 * Where the columns are, as the browser has laid out the headings: a row whose cells have fixed places costs half as much
 * while the reader scrolls. Empty until known, and where there are no headings.
 */
export function usePlacedColumns(header: HTMLElement | null): CSSProperties {
  const [known, setKnown] = useState<CSSProperties>({});
  useEffect(() => {
    // Not in tests.
    if (header === null || typeof ResizeObserver !== 'function') return undefined;
    const observer = new ResizeObserver(() => setKnown(placesOf(header)));
    observer.observe(header);
    return () => observer.disconnect();
  }, [header]);
  return header === null ? {} : known;
}

function placesOf(header: HTMLElement): CSSProperties {
  const { left, width } = header.getBoundingClientRect();
  if (width === 0) return {};
  const found = [...header.children].flatMap((cell, index) => {
    const box = cell.getBoundingClientRect();
    return [
      [`--left-${index}`, `${box.left - left}px`],
      [`--width-${index}`, `${box.width}px`],
    ];
  });
  return Object.fromEntries(found) as CSSProperties;
}

const maxColumns = 24;
const places = Array.from({ length: maxColumns }, (_, index): CSSProperties => ({
  left: `var(--left-${index})`,
  width: `var(--width-${index})`,
}));

/** Of no effect where the places are not known. The same object for all rows, so that React has nothing to compare. */
export function placeOf(index: number): CSSProperties | undefined {
  return places[index];
}
