import type { HeldEvent, OutboxState } from './outbox-state.ts';

/** How much stays when there is too much, so that not every further event begins another clean-up. */
const keptShare = 0.9;

/** What has to go: all up to a number, and how many events that are. */
export function findOverflow(
  { events, bytes }: Pick<OutboxState, 'events' | 'bytes'>,
  { maxEvents, maxBytes }: { maxEvents: number; maxBytes: number },
): { seq: number; data: { count: number } } | undefined {
  if (events.length <= maxEvents && bytes <= maxBytes) return undefined;
  const left = { events: events.length, bytes };
  let count = 0;
  let seq = 0;
  for (const event of events) {
    if (left.events <= maxEvents * keptShare && left.bytes <= maxBytes * keptShare) break;
    left.events -= 1;
    left.bytes -= event.bytes;
    count += countOf(event);
    seq = event.seq;
  }
  return { seq, data: { count } };
}

/** A loss that is itself dropped still stands for all that it counted. */
function countOf({ type, json }: HeldEvent): number {
  if (type !== 'events.lost') return 1;
  return (JSON.parse(json) as { data: { count: number } }).data.count;
}
