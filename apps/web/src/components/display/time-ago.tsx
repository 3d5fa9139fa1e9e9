import { formatDateTime } from '../../lib/text/format.ts';
import { relativeTime, useNow } from '../../lib/text/relative-time.ts';

/** A relative time, with the exact one as its tooltip. */
export function TimeAgo({ at }: { at: string }) {
  const now = useNow();
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {Number.isNaN(atMs) ? at : relativeTime(atMs, now)}
    </time>
  );
}
