/** A row that is being dragged along a list. Lengths are in pixels of the page. */
export type Drag = {
  from: number;
  /** Of every row, at the start. */
  tops: readonly number[];
  height: number;
  /** Of the pointer. */
  startY: number;
  y: number;
};

/** The index where the row would be dropped: it takes the place of the rows whose middle its own edge has passed. */
export function dropIndex({ from, tops, height, startY, y }: Drag): number {
  const top = (tops[from] ?? 0) + y - startY;
  const middles = tops.map((start, index) => (start + (tops[index + 1] ?? start + height)) / 2);
  const above = middles.slice(0, from).filter((middle) => top < middle).length;
  const below = middles.slice(from + 1).filter((middle) => top + height > middle).length;
  return from - above + below;
}

/** How far a row moves away from its place while another one is dragged over it. */
export function rowOffset(drag: Drag, index: number): number {
  if (index === drag.from) return drag.y - drag.startY;
  const to = dropIndex(drag);
  if (index > drag.from && index <= to) return -drag.height;
  if (index < drag.from && index >= to) return drag.height;
  return 0;
}

/** Where the pointer is close to an edge of the window, the direction to scroll in. */
export function scrollDirection(clientY: number, windowHeight: number, edge = 72): -1 | 0 | 1 {
  if (clientY < edge) return -1;
  return clientY > windowHeight - edge ? 1 : 0;
}
