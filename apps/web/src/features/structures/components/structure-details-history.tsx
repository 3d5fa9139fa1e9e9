import { TimeAgo } from '../../../components/display/time-ago.tsx';
import type { StructureDetail } from '../structure-details.queries.ts';

type Props = { structure: Pick<StructureDetail, 'builtAt' | 'firstSeenAt' | 'lastSeenAt' | 'goneAt'> };

/** Since when it is known, and until when it was there. */
export function StructureHistory({ structure: { builtAt, firstSeenAt, lastSeenAt, goneAt } }: Props) {
  return (
    <>
      {builtAt === null ? null : <Moment term="Built" at={builtAt} />}
      <Moment term="First seen" at={firstSeenAt} />
      <Moment term="Last seen" at={lastSeenAt} />
      {goneAt === null ? null : <Moment term="Gone" at={goneAt} />}
    </>
  );
}

function Moment({ term, at }: { term: string; at: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <TimeAgo at={at} />
      </dd>
    </>
  );
}
