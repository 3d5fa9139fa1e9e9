import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CompareHandle, LineCounts } from '../editor/editor-handle.ts';
import type { EditorParts } from '../editor/editor-parts.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './compare-area.module.css';

type Props = {
  parts: EditorParts;
  before: string;
  after: string;
  beforeLabel: string;
  afterLabel: string;
  isEditable?: boolean;
  onOpen?: (handle: CompareHandle) => void;
};

/** A diff of two texts; unchanged parts are folded. */
export function CompareArea(props: Props) {
  const { parts, before, after, beforeLabel, afterLabel, isEditable = false } = props;
  const container = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<LineCounts>();
  // Not updated when a phone is rotated, which would lose what was typed.
  const [isNarrow] = useState(() => window.matchMedia('(max-width: 62em)').matches);
  const handleOpen = useEffectEvent((handle: CompareHandle) => props.onOpen?.(handle));
  useEffect(() => {
    if (container.current === null) return undefined;
    const labels = { before: beforeLabel, after: afterLabel };
    const handle = parts.openCompare(container.current, {
      before,
      after,
      labels,
      isEditable,
      isNarrow,
      onLines: setLines,
    });
    handleOpen(handle);
    return () => handle.close();
  }, [parts, before, after, beforeLabel, afterLabel, isEditable, isNarrow]);
  return (
    <div className={classes.compare}>
      <Text size="sm" role="status">
        {lines === undefined ? '' : countText(lines)}
      </Text>
      <div className={classes.labels} aria-hidden>
        <span>− {beforeLabel}</span>
        <span>+ {afterLabel}</span>
      </div>
      <div ref={container} className={classes.container} />
    </div>
  );
}

function countText({ added, removed }: LineCounts): string {
  if (added === 0 && removed === 0) return 'No differences.';
  const word = added === 1 ? 'line' : 'lines';
  return `${formatCount(added)} ${word} added, ${formatCount(removed)} removed`;
}
