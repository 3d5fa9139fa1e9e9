import type { StructureFacets } from '../filters/filter-structures.ts';
import type { StructureSet } from '../structure-set.ts';
import { TribeDot } from '../tribe-dot.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './structure-map-legend.module.css';

type Props = {
  set: StructureSet;
  facets: StructureFacets;
  /** The tribes in the filter. */
  chosen: readonly string[];
  onChosen: (tribes: string[]) => void;
};

const maxTribes = 12;

/** The tribes' colours, largest tribe first; pressing tribes filters for them. */
export function StructureMapLegend({ set: { points, tribeColors }, facets, chosen, onChosen }: Props) {
  const tribes = points.tribes
    .map(({ id, name }, index) => ({ id: String(id), name, index, count: facets.tribes[index] ?? 0 }))
    .filter(({ id, count }) => count > 0 || chosen.includes(id))
    .toSorted((one, other) => other.count - one.count);
  const toggle = (id: string) =>
    onChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <ul className={classes.legend} aria-label="Tribes by colour" data-chosen={chosen.length > 0}>
      {tribes.slice(0, maxTribes).map(({ id, name, index, count }) => (
        <li key={id} className={classes.item}>
          <button type="button" className={classes.tribe} aria-pressed={chosen.includes(id)} onClick={() => toggle(id)}>
            <TribeDot color={tribeColors[index] ?? 'currentColor'} name={name} />
            <span className={classes.count}>{formatCount(count)}</span>
          </button>
        </li>
      ))}
      {tribes.length > maxTribes ? (
        <li className={classes.more}>and {formatCount(tribes.length - maxTribes)} more</li>
      ) : null}
    </ul>
  );
}
