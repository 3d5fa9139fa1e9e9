import { Text } from '@mantine/core';
import { formatDateTime, formatDuration } from '../../lib/text/format.ts';
import type { PlaySession } from './people.queries.ts';
import { titleOnHover } from '../../lib/browser/title-on-hover.ts';

type Moment = Pick<PlaySession, 'beganAt' | 'endedAt' | 'isBeginCertain' | 'isEndCertain'>;

const explanation = "“About” means that we didn't see the exact moment: the server or its agent was out of reach.";

export function SessionBegin({ session: { beganAt, isBeginCertain } }: { session: Moment }) {
  return <SessionTime at={beganAt} isCertain={isBeginCertain} />;
}

export function SessionEnd({ session: { endedAt, isEndCertain } }: { session: Moment }) {
  return endedAt === null ? 'still online' : <SessionTime at={endedAt} isCertain={isEndCertain} />;
}

/** A session that goes on lasts until now. */
export function SessionLength({ session, nowMs }: { session: Moment; nowMs: number }) {
  const { beganAt, endedAt, isBeginCertain, isEndCertain } = session;
  const ms = sessionMs(session, nowMs);
  const isCertain = isBeginCertain && (endedAt === null || isEndCertain);
  return (
    <span {...titleOnHover(() => `${formatDateTime(beganAt)} – ${endedAt === null ? 'now' : formatDateTime(endedAt)}`)}>
      {isCertain ? '' : 'about '}
      {formatDuration(ms)}
    </span>
  );
}

export function sessionMs({ beganAt, endedAt }: Pick<Moment, 'beganAt' | 'endedAt'>, nowMs: number): number {
  return Math.max(0, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(beganAt));
}

/** Explains "about", where it was said. */
export function AboutNote({ sessions }: { sessions: readonly Moment[] }) {
  const isSaid = sessions.some(
    ({ isBeginCertain, isEndCertain, endedAt }) => !isBeginCertain || (!isEndCertain && endedAt !== null),
  );
  return isSaid ? (
    <Text size="sm" c="dimmed">
      {explanation}
    </Text>
  ) : null;
}

function SessionTime({ at, isCertain }: { at: string; isCertain: boolean }) {
  return (
    <span title={isCertain ? undefined : explanation}>
      {isCertain ? '' : 'about '}
      <time dateTime={at}>{formatDateTime(at)}</time>
    </span>
  );
}
