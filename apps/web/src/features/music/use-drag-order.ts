import { useEffect, useState, type PointerEvent } from 'react';
import { dropIndex, rowOffset, scrollDirection, type Drag } from '../../lib/browser/drag-order.ts';

type Item = { id: string };
type Dragged<Row> = Drag & {
  /** The list at the start: what others change meanwhile shows after the drop. */
  rows: readonly Row[];
  clientY: number;
};

const scrollStep = 8;

/** Rows that can be dragged to another place by a handle, with a mouse, pen or finger. Escape cancels. */
export function useDragOrder<Row extends Item>(
  rows: readonly Row[],
  onDrop: (row: Row, before: Row | undefined) => void,
) {
  const [drag, setDrag] = useState<Dragged<Row>>();
  useDragKeys(drag !== undefined, () => setDrag(undefined));
  useEdgeScroll(drag === undefined ? 0 : scrollDirection(drag.clientY, window.innerHeight), () =>
    setDrag((now) => now && { ...now, y: now.clientY + window.scrollY }),
  );
  const drop = ({ clientY }: PointerEvent<HTMLElement>) => {
    setDrag(undefined);
    if (drag === undefined) return;
    // The last moves may not be rendered yet.
    const to = dropIndex({ ...drag, y: clientY + window.scrollY });
    const row = drag.rows[drag.from];
    if (row === undefined || to === drag.from) return;
    onDrop(row, drag.rows.toSpliced(drag.from, 1)[to]);
  };
  const handleOf = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!event.isPrimary || event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ ...measure(event, index), rows });
    },
    onPointerMove: ({ clientY }: PointerEvent<HTMLElement>) =>
      setDrag((now) => now && { ...now, clientY, y: clientY + window.scrollY }),
    onPointerUp: drop,
    onPointerCancel: () => setDrag(undefined),
  });
  return {
    shownRows: drag?.rows ?? rows,
    handleOf,
    isDragged: (index: number) => drag?.from === index,
    isDragging: drag !== undefined,
    offsetOf: (index: number) => (drag === undefined ? 0 : rowOffset(drag, index)),
  };
}

function measure(event: PointerEvent<HTMLElement>, from: number): Drag & { clientY: number } {
  const row = event.currentTarget.closest('li');
  const boxes = [...(row?.parentElement?.children ?? [])].map((child) => child.getBoundingClientRect());
  const y = event.clientY + window.scrollY;
  const tops = boxes.map(({ top }) => top + window.scrollY);
  return { from, tops, height: boxes[from]?.height ?? 0, startY: y, y, clientY: event.clientY };
}

function useDragKeys(isDragging: boolean, onCancel: () => void): void {
  useEffect(() => {
    if (!isDragging) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onCancel();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}

/** Scrolls the page while the pointer is at an edge of the window. */
function useEdgeScroll(direction: -1 | 0 | 1, onScrolled: () => void): void {
  useEffect(() => {
    if (direction === 0) return undefined;
    let frame = requestAnimationFrame(function step() {
      window.scrollBy(0, direction * scrollStep);
      onScrolled();
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  });
}
