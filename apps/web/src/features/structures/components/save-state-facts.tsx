import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import type { StructuresInfo } from '../structure-set.ts';
import classes from './save-state.module.css';

type Props = { save: StructuresInfo['save'] };

/** In one line: the save's age, what was found, and whether a newer one is on its way. */
export function SaveFacts({ save }: Props) {
  const { savedAt, format, structureCount, tribeCount, survivorCount, objectCount, failureCount, readingSince } = save;
  return (
    <div className={classes.facts}>
      {savedAt === null ? null : (
        <span>
          Save from <TimeAgo at={savedAt} />
        </span>
      )}
      <Count of={structureCount} one="structure" many="structures" />
      <Count of={tribeCount} one="tribe" many="tribes" />
      <Count of={survivorCount} one="survivor" many="survivors" />
      <Count of={objectCount} one="object" many="objects" />
      {format === null ? null : (
        <span className={classes.dimmed}>
          <PlainText text={format} />
        </span>
      )}
      {failureCount === 0 ? null : (
        <StatusDot
          tone="warning"
          word={`${failureCount.toLocaleString()} ${failureCount === 1 ? 'object' : 'objects'} could not be read`}
        />
      )}
      <span role="status">{readingSince === null ? null : <StatusDot tone="busy" word="reading a new save…" />}</span>
    </div>
  );
}

function Count({ of, one, many }: { of: number; one: string; many: string }) {
  return (
    <span>
      {of.toLocaleString()} <span className={classes.dimmed}>{of === 1 ? one : many}</span>
    </span>
  );
}
