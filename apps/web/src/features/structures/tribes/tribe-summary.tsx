import { Facts } from '../../../components/display/facts.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { useNow } from '../../../lib/text/relative-time.ts';
import { defaultAbandonedDays } from '../filters/structure-mode.ts';
import type { Tribe } from './tribes.queries.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

const dayMs = 86_400_000;

export function TribeSummary({ tribe }: { tribe: Tribe }) {
  const { isTribe, memberCount, structureCount, lastActiveAt, firstSeenAt, goneAt } = tribe;
  return (
    <Facts>
      <dt>Kind</dt>
      <dd>{isTribe ? 'Tribe' : 'Survivor without a tribe'}</dd>
      <dt>Last active</dt>
      <dd>{lastActiveAt === null ? 'never seen' : <TimeAgo at={lastActiveAt} />}</dd>
      {isTribe ? (
        <>
          <dt>Members</dt>
          <dd>{formatCount(memberCount)}</dd>
        </>
      ) : null}
      <dt>Structures</dt>
      <dd>{formatCount(structureCount)}</dd>
      <dt>First seen</dt>
      <dd>
        <TimeAgo at={firstSeenAt} />
      </dd>
      <dt>State</dt>
      <dd>
        {goneAt === null ? (
          <Activity tribe={tribe} />
        ) : (
          <>
            <StatusDot tone="quiet" word="gone" /> <TimeAgo at={goneAt} />
          </>
        )}
      </dd>
    </Facts>
  );
}

function Activity({ tribe: { members, structureCount, lastActiveAt, firstSeenAt } }: { tribe: Tribe }) {
  const nowMs = useNow();
  if (members.some(({ isOnline }) => isOnline)) return <StatusDot tone="good" word="online now" />;
  const awayMs = nowMs - Date.parse(lastActiveAt ?? firstSeenAt);
  if (awayMs <= defaultAbandonedDays * dayMs) return <StatusDot tone="busy" word="active" />;
  if (structureCount === 0) return <StatusDot tone="quiet" word="away" />;
  return <StatusDot tone="warning" word={`abandoned: nobody seen for ${Math.floor(awayMs / dayMs)} days`} />;
}
