import { createHash, randomBytes } from 'node:crypto';
import type { CloseReason } from '@tribehall/contract';
import type { Bus } from '../../platform/bus/bus.ts';
import { liveSubject, type LiveMessage } from './events.service.ts';

/** One open stream. */
export type Reader = {
  /** The session, or the visitor's address. */
  owner: string;
  sessionId: string | undefined;
  channels: ReadonlySet<string>;
  /** Only for members of the guild, which the caller may leave. */
  isForMembers?: boolean;
  write: (text: string) => void;
  /** Bytes written but not yet sent. */
  waitingBytes: () => number;
  close: (reason: CloseReason) => void;
};

export type Hub = ReturnType<typeof createHub>;

/** The first message of a topic, and whether it is the last one, too. */
export type Snapshot = { message: object; isLast?: boolean };

type Held = { seq: number; channel: string; json: string };

type Snapshots = () => Promise<Snapshot[]>;

type OpenReader = {
  /** Frames that go out with the next flush. */
  pending: string[];
  snapshots: Snapshots;
  /** Its snapshots are being read; live messages wait until then. */
  isReading: boolean;
  /** The snapshots have to be read again. */
  isDue: boolean;
};

const flushEveryMs = 250;
/** A page considers the portal offline after 12 seconds of silence. */
const keepAliveEveryMs = 5000;
const maxHeld = 2000;
const maxHeldLength = 8 * 1024 * 1024;
const maxWaitingBytes = 1024 * 1024;
/** After a gap all readers need snapshots at once; requests need the database, too. */
const maxSnapshotsAtOnce = 4;

/**
 * Sends live messages to the streams of this process. The last messages are buffered, so that a reader that reconnects to
 * this process with its last id misses nothing; anywhere else it starts from a snapshot.
 */
export function createHub() {
  let instance = newInstance();
  const readers = new Map<Reader, OpenReader>();
  /** Readers whose topic has ended. */
  const done = new WeakSet<Reader>();
  let held: Held[] = [];
  let heldLength = 0;
  let seq = 0;

  let stops: (() => void)[] = [];

  const receive = ({ channel, topic, event, data: payload, isLast }: LiveMessage) => {
    seq += 1;
    const message = { seq, channel, json: JSON.stringify({ topic, event, data: payload }) };
    held.push(message);
    heldLength += message.json.length;
    if (held.length > maxHeld * 2 || heldLength > maxHeldLength * 2) trim();
    for (const [reader, { pending }] of readers) {
      if (!reader.channels.has(channel)) continue;
      pending.push(frame(reader, message));
      if (isLast && reader.channels.size === 1) done.add(reader);
    }
  };

  /** Drops the oldest messages beyond the limits. */
  const trim = () => {
    let first = held.length;
    heldLength = 0;
    for (; first > Math.max(0, held.length - maxHeld); first -= 1) {
      const length = held[first - 1]?.json.length ?? 0;
      if (heldLength + length > maxHeldLength) break;
      heldLength += length;
    }
    held = held.slice(first);
  };

  const frame = (reader: Reader, message: { seq: number; json: string }) =>
    `id: ${instance}.${fingerprint(reader.channels)}.${message.seq}\ndata: ${message.json}\n\n`;

  const closeReader = (reader: Reader, reason: CloseReason) => {
    if (readers.delete(reader)) reader.close(reason);
  };

  const flush = () => {
    for (const [reader, { pending, isReading }] of readers) {
      if (isReading) continue;
      if (reader.waitingBytes() > maxWaitingBytes) closeReader(reader, 'too-slow');
      else if (pending.length > 0) reader.write(pending.splice(0).join(''));
      if (done.has(reader)) closeReader(reader, 'finished');
    }
  };
  const keepAlive = () => {
    for (const reader of readers.keys()) reader.write(': keep-alive\n\n');
  };

  /** The messages since the reader's last id, or undefined if this process does not have them. */
  const missedSince = (reader: Reader, lastId: string): Held[] | undefined => {
    const [, ofInstance, ofChannels, last] = /^([0-9a-f]{12})\.([0-9a-f]{8})\.(\d{1,15})$/.exec(lastId) ?? [];
    const lastSeq = Number(last);
    const oldest = held[0]?.seq ?? seq + 1;
    const isKnown = ofInstance === instance && ofChannels === fingerprint(reader.channels);
    if (!isKnown || lastSeq > seq || lastSeq < oldest - 1) return undefined;
    return held.filter((message) => message.seq > lastSeq && reader.channels.has(message.channel));
  };

  /** Puts the snapshots before the live messages that arrived since they were requested. */
  const sendSnapshots = async (reader: Reader, entry: OpenReader) => {
    entry.isReading = true;
    let from = seq;
    let found: Snapshot[] = [];
    for (entry.isDue = true; entry.isDue;) {
      entry.isDue = false;
      from = seq;
      found = await entry.snapshots();
    }
    const frames = found.map(({ message }) => frame(reader, { seq: from, json: JSON.stringify(message) }));
    if (reader.channels.size === 1 && found.some(({ isLast }) => isLast)) done.add(reader);
    entry.pending.unshift(...frames);
    entry.isReading = false;
  };

  const resyncOne = async (reader: Reader, entry: OpenReader) => {
    if (!readers.has(reader)) return;
    try {
      await sendSnapshots(reader, entry);
    } catch {
      // It reconnects with an id that is void by now, and gets its snapshots then.
      closeReader(reader, 'stopping');
    }
  };

  return {
    /** Receives live messages from the bus, until `close`. */
    listen(bus: Bus): void {
      const timers = [setInterval(flush, flushEveryMs).unref(), setInterval(keepAlive, keepAliveEveryMs).unref()];
      const unsubscribe = bus.subscribe(liveSubject, (data) => receive(data as LiveMessage));
      stops = [unsubscribe, ...timers.map((timer) => () => clearInterval(timer))];
    },
    /** Opens a stream with the missed messages or with snapshots; live messages queue up behind them. */
    async open(reader: Reader, lastId: string | undefined, snapshots: Snapshots): Promise<void> {
      const missed = lastId === undefined ? undefined : missedSince(reader, lastId);
      const pending = (missed ?? []).map((message) => frame(reader, message));
      const entry = { pending, snapshots, isReading: false, isDue: false };
      readers.set(reader, entry);
      if (missed) return;
      await sendSnapshots(reader, entry);
      flush();
    },
    /** Messages may be missing: drops the buffer and sends every reader fresh snapshots. */
    async resync(): Promise<void> {
      flush();
      instance = newInstance();
      held = [];
      heldLength = 0;
      const open = [...readers];
      for (const [, entry] of open) entry.isDue = true;
      const waiting = open.filter(([, entry]) => !entry.isReading);
      for (const [, entry] of waiting) entry.isReading = true;
      const work = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await resyncOne(...next);
      };
      await Promise.all(Array.from({ length: maxSnapshotsAtOnce }, work));
      flush();
    },
    forget: (reader: Reader) => void readers.delete(reader),
    memberSessionIds: () => [
      ...new Set([...readers.keys()].flatMap(({ isForMembers, sessionId }) => (isForMembers && sessionId) || [])),
    ],
    /** The last message tells the page why: from now on the same topics are refused. */
    closeMember(sessionId: string, lastMessage: object) {
      for (const reader of readers.keys()) {
        if (!reader.isForMembers || reader.sessionId !== sessionId) continue;
        reader.write(`data: ${JSON.stringify(lastMessage)}\n\n`);
        closeReader(reader, 'session-ended');
      }
    },
    sessionIds: () => [...new Set([...readers.keys()].flatMap((reader) => reader.sessionId ?? []))],
    countOf: (owner: string) => [...readers.keys()].filter((reader) => reader.owner === owner).length,
    closeSession(sessionId: string) {
      for (const reader of readers.keys()) if (reader.sessionId === sessionId) closeReader(reader, 'session-ended');
    },
    close() {
      for (const stop of stops.splice(0)) stop();
      for (const reader of readers.keys()) closeReader(reader, 'stopping');
    },
  };
}

function newInstance(): string {
  return randomBytes(6).toString('hex');
}

/** A reader that asks for other topics than before needs snapshots: its old id is void. */
function fingerprint(channels: ReadonlySet<string>): string {
  return createHash('sha256')
    .update([...channels].toSorted().join('\n'))
    .digest('hex')
    .slice(0, 8);
}
