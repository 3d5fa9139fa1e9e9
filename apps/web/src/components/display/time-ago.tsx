import { formatDateTime } from '../../lib/text/format.ts';
import { relativeTime, useNow } from '../../lib/text/relative-time.ts';
import { titleOnHover } from '../../lib/browser/title-on-hover.ts';

/** A relative time, with the exact one as its tooltip. */
export function TimeAgo({ at }: { at: string }) {
  const now = useNow();
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} {...titleOnHover(() => formatDateTime(at))}>
      {Number.isNaN(atMs) ? at : relativeTime(atMs, now)}
    </time>
  );
}
