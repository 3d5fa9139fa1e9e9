import { memo } from 'react';
import { isSameBlock } from '../log-blocks.ts';
import type { LogRow as Row } from '../log-lines.ts';
import type { TextPart } from '../log-matches.ts';
import classes from './log-list.module.css';
import { LogMarkRow, LogRow } from './log-row.tsx';

type Props = {
  rows: Row[];
  labelOf: (host: string) => string;
  mark: (text: string) => TextPart[];
  currentId: string | undefined;
  /** The row that the keys have moved to, if it is in this block. */
  activeId: string | undefined;
};

export const LogBlock = memo(
  function LogBlock({ rows, labelOf, mark, currentId, activeId }: Props) {
    return (
      <div className={classes.block}>
        {rows.map((row) =>
          row.kind === 'mark' ? (
            <LogMarkRow key={row.id} count={row.count} />
          ) : (
            <LogRow
              key={row.id}
              entry={row.entry}
              hostLabel={labelOf(row.entry.host)}
              isCurrent={row.id === currentId}
              isActive={row.id === activeId}
              mark={mark}
            />
          ),
        )}
      </div>
    );
  },
  ({ rows, ...props }, { rows: nextRows, ...nextProps }) =>
    isSameBlock(rows, nextRows) &&
    props.labelOf === nextProps.labelOf &&
    props.mark === nextProps.mark &&
    props.currentId === nextProps.currentId &&
    props.activeId === nextProps.activeId,
);
