import { classTitle } from '@tribehall/contract/shared/text';
import type { CSSProperties, ReactNode } from 'react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { coordinatesText } from '../coordinates.ts';
import type { StructureSet } from '../structure-set.ts';
import { TribeDot } from '../tribe-dot.tsx';
import { shareCount } from './cluster-level.ts';
import type { Hovered } from './map-engine.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './structure-map-tip.module.css';

type Props = { set: StructureSet; hovered: Hovered };

/** Marks closer to the top have no room for a tooltip above them. */
const minTopPx = 150;

/** A tooltip for the mark under the pointer. Hidden from screen readers: the list has the same information. */
export function StructureMapTip({ set, hovered }: Props) {
  const { mark } = hovered;
  const isBelow = mark.y < minTopPx;
  const position = { '--x': `${mark.x}px`, '--y': `${mark.y + (isBelow ? mark.radius + 6 : -mark.radius - 6)}px` };
  return (
    <div className={classes.tip} data-below={isBelow} style={position as CSSProperties} aria-hidden>
      {mark.kind === 'structure' ? (
        <StructureTip set={set} row={mark.number} />
      ) : (
        <ClusterTip set={set} level={hovered.level} cluster={mark.number} />
      )}
    </div>
  );
}

function StructureTip({ set: { points, map, tribeColors }, row }: { set: StructureSet; row: number }) {
  const { columns, classes: classNames, tribes, owners } = points;
  const tribe = columns.tribe[row] ?? 0;
  const owner = owners[columns.owner[row] ?? 0]?.name ?? '';
  return (
    <>
      <strong className={classes.title}>
        <PlainText text={classTitle(classNames[columns.class[row] ?? 0] ?? '')} />
      </strong>
      <TribeDot color={tribeColors[tribe] ?? 'currentColor'} name={tribes[tribe]?.name ?? ''} />
      {owner === '' ? null : (
        <Dimmed>
          <PlainText text={owner} />
        </Dimmed>
      )}
      <Dimmed>{coordinatesText(map, columns.x[row] ?? 0, columns.y[row] ?? 0)}</Dimmed>
    </>
  );
}

type ClusterProps = { set: StructureSet; level: Hovered['level']; cluster: number };

function ClusterTip({ set: { points, tribeColors }, level: { clusters }, cluster }: ClusterProps) {
  const size = clusters.sizes[cluster] ?? 0;
  const shares = Array.from({ length: shareCount }, (_, index) => {
    const at = (cluster * shareCount + index) * 2;
    return { tribe: clusters.shares[at] ?? 0, count: clusters.shares[at + 1] ?? 0 };
  }).filter(({ count }) => count > 0);
  const others = shares.reduce((remaining, { count }) => remaining - count, size);
  return (
    <>
      <strong className={classes.title}>{formatCount(size)} structures</strong>
      {shares.map(({ tribe, count }) => (
        <div key={tribe} className={classes.share}>
          <TribeDot color={tribeColors[tribe] ?? 'currentColor'} name={points.tribes[tribe]?.name ?? ''} />
          <span>{formatCount(count)}</span>
        </div>
      ))}
      {others === 0 ? null : <Dimmed>{formatCount(others)} of other tribes</Dimmed>}
    </>
  );
}

function Dimmed({ children }: { children: ReactNode }) {
  return <div className={classes.dimmed}>{children}</div>;
}
