import type { ReactNode } from 'react';
import classes from './tiles.module.css';

/** A few numbers, each with what it means. Unknown values are shown as such, never guessed and never zero. */
export function Tiles({ children }: { children: ReactNode }) {
  return <dl className={classes.tiles}>{children}</dl>;
}

type Props = {
  label: string;
  note?: ReactNode;
  /** What a control of the tile is described by. */
  noteId?: string;
  /** A button. */
  corner?: ReactNode;
  children: ReactNode;
};

export function Tile({ label, note, noteId, corner, children }: Props) {
  return (
    <div className={classes.tile}>
      <dt>{label}</dt>
      <dd className={classes.value}>{children}</dd>
      {note === undefined ? null : (
        <dd className={classes.note} id={noteId}>
          {note}
        </dd>
      )}
      {corner === undefined ? null : <dd className={classes.corner}>{corner}</dd>}
    </div>
  );
}

export function Unknown({ children = 'not known yet' }: { children?: ReactNode }) {
  return <span className={classes.unknown}>{children}</span>;
}

/** A small picture below a number: as high before it is there. */
export function TileTrend({ children }: { children: ReactNode }) {
  return (
    <div className={classes.trend} title="Last 24 hours">
      {children}
    </div>
  );
}
