import { agentLimits } from '@tribehall/contract/agent/agent.contract';

const at = '2026-09-13T18:48:41.000Z';
/** For the frame around the params. */
const overhead = 200;

/** As many items as fit into one frame, at most `max`. */
export function filled(item: (index: number) => unknown, max: number): unknown[] {
  const items: unknown[] = [];
  for (let bytes = overhead; items.length < max;) {
    const next = item(items.length);
    bytes += Buffer.byteLength(JSON.stringify(next)) + 1;
    if (bytes > agentLimits.maxFrameBytes) break;
    items.push(next);
  }
  return items;
}

const logLines = (text: string) => ({
  method: 'logs',
  params: () => ({
    lines: filled(() => ({ at, key: 'game', level: 'info', text }), agentLimits.maxLogLinesPerBatch),
    skipped: 0,
  }),
});
const eventsOf = (type: string, data: (index: number) => unknown) => ({
  method: 'events',
  params: (firstSeq: number) => ({
    events: filled((index) => ({ seq: firstSeq + index, at, type, data: data(index) }), agentLimits.maxEventsPerBatch),
  }),
});
const rowsOf = (rows: Record<string, (index: number) => unknown>) => ({
  method: 'save.rows',
  params: () => {
    const share = Math.floor(agentLimits.maxSaveRowsPerBatch / Object.keys(rows).length);
    return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, filled(row, share)]));
  },
});

const structure = (index: number) => ({ id: `s${index}`, className: 'F', teamId: 1, x: index, y: 1, z: 1 });
const survivor = (index: number) => ({ arkId: String(index + 1), name: 'a' });
const player = (index: number) => ({ id: String(76_561_198_000_000_000 + index * 1_000), name: '\u0301'.repeat(20) });
const everyone = Array.from({ length: 1_000 }, (_, index) => player(index));

/** The frames of an agent that cost the portal most, of those that the contract allows. */
export const hostileFrames: Record<string, { method: string; params: (firstSeq: number) => unknown }> = {
  'log lines of line breaks': logLines('\n'.repeat(4_000)),
  'log lines of line breaks with a letter at the end': logLines(`${'\n'.repeat(3_999)}x`),
  'log lines of what looks like names of secrets': logLines('token'.repeat(800)),
  'log lines of what looks like addresses': logLines('a.a://a:'.repeat(500)),
  'log lines of what looks like tokens': logLines(`${'x'.repeat(16)}.`.repeat(235)),
  'log lines of control characters': logLines('\u0001'.repeat(4_000)),
  'log lines of marks that turn the direction': logLines('\u202e'.repeat(4_000)),
  'many short log lines': logLines('x'),
  'chat of marks on letters': eventsOf('chat.line', () => ({
    kind: 'player',
    name: 'Ann',
    text: 'a\u0301'.repeat(500),
  })),
  'chat of invisible marks': eventsOf('chat.line', () => ({ kind: 'player', name: 'Ann', text: '\u200b'.repeat(999) })),
  'players who come and go': eventsOf('players.online', (index) => ({ players: index % 2 === 0 ? everyone : [] })),
  'structures of a save': rowsOf({ structures: structure }),
  'rows of all kinds': rowsOf({
    structures: structure,
    survivors: survivor,
    classes: (index) => ({ className: `c${index}`, kind: 'other', count: 1 }),
    tribes: (index) => ({ id: index + 1, name: 'a', adminArkIds: [], members: [], log: ['a', 'b'] }),
  }),
};
