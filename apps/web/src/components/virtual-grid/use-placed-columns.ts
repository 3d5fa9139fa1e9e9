import { useEffect, useState, type CSSProperties } from 'react';

/**
 * Where the columns are, as the browser has laid out the headings: a row whose cells have fixed places costs half as much
 * while the reader scrolls. Empty until known, and where there are no headings.
 */
export function usePlacedColumns(header: HTMLElement | null, columns: readonly unknown[]): CSSProperties {
  const [places, setPlaces] = useState<CSSProperties>({});
  useEffect(() => {
    // Not in tests.
    if (header === null || typeof ResizeObserver !== 'function') return undefined;
    const observer = new ResizeObserver(() => setPlaces(placesOf(header)));
    observer.observe(header);
    return () => observer.disconnect();
  }, [header, columns]);
  return header === null ? {} : places;
}

function placesOf(header: HTMLElement): CSSProperties {
  const { left, width } = header.getBoundingClientRect();
  if (width === 0) return {};
  const places = [...header.children].flatMap((cell, index) => {
    const box = cell.getBoundingClientRect();
    return [
      [`--left-${index}`, `${box.left - left}px`],
      [`--width-${index}`, `${box.width}px`],
    ];
  });
  return Object.fromEntries(places) as CSSProperties;
}

/** Of no effect where the places are not known. */
export function placeOf(index: number): CSSProperties {
  return { left: `var(--left-${index})`, width: `var(--width-${index})` };
}
