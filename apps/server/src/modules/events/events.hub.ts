import { createHash, randomBytes } from 'node:crypto';
import type { CloseReason } from '@tribehall/contract';
import type { Bus } from '../../platform/bus/bus.ts';
import { createChannels } from './channels.ts';
import { Chunk } from './chunk.ts';
import type { LiveMessage } from './events.service.ts';
import type { Guard } from './topic.ts';
import { createHistory } from './history.ts';

/** One open stream. */
export type Reader = {
  /** The session, or the visitor's address. */
  owner: string;
  sessionId: string | undefined;
  channels: ReadonlySet<string>;
  /** Only for members of the guild, which the caller may leave. */
  isForMembers?: boolean;
  /** Whether the roles of its user did not count when it was opened. */
  isSecondFactorMissing?: boolean | undefined;
  /** Rights that the caller may lose. */
  guards?: readonly Guard[];
  write: (chunk: Chunk) => void;
  /** Bytes written but not yet sent. */
  waitingBytes: () => number;
  close: (reason: CloseReason) => void;
};

export type Hub = ReturnType<typeof createHub>;

/** The first message of a topic as JSON, and whether it is the last one, too. */
export type Snapshot = { json: string; isLast?: boolean };

type Snapshots = () => Promise<Snapshot[]>;

/** Readers of the same channels: they get the same bytes. */
type Group = {
  key: string;
  channels: ReadonlySet<string>;
  fingerprint: string;
  readers: Set<OpenReader>;
  /** Frames that go out with the next flush. */
  pending: string[];
  /** Nothing follows the pending frames. */
  isOver: boolean;
};

type OpenReader = {
  reader: Reader;
  group: Group;
  snapshots: Snapshots;
  /** Frames for this reader alone, which go out before those of the group. */
  own: string[];
  /** So many of the group's pending frames are older than this reader. */
  skipped: number;
  /** Its snapshots are being read; live messages wait until then. */
  isReading: boolean;
  /** The snapshots have to be read again. */
  isDue: boolean;
  isOver: boolean;
  /** The readers that get their heartbeats with this one. */
  turn: Set<OpenReader>;
};

const flushEveryMs = 250;
/** A page considers the portal offline after 12 seconds of silence. */
const keepAliveEveryMs = 5000;
const keepAliveTurns = keepAliveEveryMs / flushEveryMs;
const keepAlive = new Chunk(': keep-alive\n\n');
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
  const byOwner = new Map<string, Set<OpenReader>>();
  const bySession = new Map<string, Set<OpenReader>>();
  const groups = new Map<string, Group>();
  const dirty = new Set<Group>();
  /** A part of the readers for each flush, so that their heartbeats are spread. */
  const turns = Array.from({ length: keepAliveTurns }, () => new Set<OpenReader>());
  let beats = 0;
  let opened = 0;
  const history = createHistory();
  let stops: (() => void)[] = [];
  let isClosed = false;

  const turnOf = (count: number) => turns[count % keepAliveTurns] as Set<OpenReader>;

  const receive = ({ channel, topic, event, data, isLast }: LiveMessage) => {
    const message = history.add(channel, JSON.stringify({ topic, event, data }));
    for (const group of channels.membersOf(channel)) {
      group.pending.push(frame(group, message));
      if (isLast && group.channels.size === 1) group.isOver = true;
      dirty.add(group);
    }
  };
  const channels = createChannels<Group>({ onMessage: receive, nextSeq: history.skip });

  const frame = (group: Group, message: { seq: number; json: string }) =>
    `id: ${instance}.${group.fingerprint}.${message.seq}\ndata: ${message.json}\n\n`;

  const groupOf = (names: ReadonlySet<string>): Group => {
    const key = [...names].toSorted().join('\n');
    const known = groups.get(key);
    if (known) return known;
    const fingerprint = createHash('sha256').update(key).digest('hex').slice(0, 8);
    const group = { key, channels: names, fingerprint, readers: new Set<OpenReader>(), pending: [], isOver: false };
    groups.set(key, group);
    return group;
  };

  const forget = (reader: Reader): boolean => {
    const entry = readers.get(reader);
    if (!entry) return false;
    readers.delete(reader);
    removeFrom(byOwner, reader.owner, entry);
    if (reader.sessionId !== undefined) removeFrom(bySession, reader.sessionId, entry);
    const { group, turn } = entry;
    turn.delete(entry);
    group.readers.delete(entry);
    if (group.readers.size > 0) return true;
    groups.delete(group.key);
    dirty.delete(group);
    channels.leave(group.channels, group);
    return true;
  };
  const closeReader = (reader: Reader, reason: CloseReason) => {
    if (forget(reader)) reader.close(reason);
  };

  const write = ({ reader }: OpenReader, chunk: Chunk) => {
    if (reader.waitingBytes() > maxWaitingBytes) closeReader(reader, 'too-slow');
    else reader.write(chunk);
  };
  const writeOwn = (entry: OpenReader) => {
    if (entry.isReading || !readers.has(entry.reader)) return;
    if (entry.own.length > 0) write(entry, new Chunk(entry.own.splice(0).join('')));
    if (entry.isOver) closeReader(entry.reader, 'finished');
  };

  const flushGroup = (group: Group) => {
    const frames = group.pending.splice(0);
    const chunk = new Chunk(frames.join(''));
    for (const entry of group.readers) {
      const { skipped } = entry;
      entry.skipped = 0;
      entry.isOver ||= group.isOver;
      if (entry.isReading || skipped > 0) entry.own.push(...frames.slice(skipped));
      else write(entry, chunk);
      if (entry.own.length > 0 || entry.isOver) writeOwn(entry);
    }
  };
  const flush = () => {
    for (const group of dirty) flushGroup(group);
    dirty.clear();
  };
  const beat = () => {
    flush();
    channels.sweep();
    beats += 1;
    for (const entry of turnOf(beats)) if (!entry.isReading) write(entry, keepAlive);
  };

  /** The messages since the reader's last id, or undefined if this process does not have them. */
  const missedSince = (group: Group, lastId: string) => {
    const [, ofInstance, ofChannels, last] = /^([0-9a-f]{12})\.([0-9a-f]{8})\.(\d{1,15})$/.exec(lastId) ?? [];
    const lastSeq = Number(last);
    const isKnown = ofInstance === instance && ofChannels === group.fingerprint;
    if (!isKnown || !channels.areKnownSince(group.channels, lastSeq)) return undefined;
    return history.since(lastSeq, group.channels);
  };

  /** Puts the snapshots before the live messages that arrived since they were requested. */
  const sendSnapshots = async (entry: OpenReader) => {
    const { group } = entry;
    entry.isReading = true;
    let seq = history.last();
    let found: Snapshot[] = [];
    for (entry.isDue = true; entry.isDue;) {
      entry.isDue = false;
      seq = history.last();
      found = await entry.snapshots();
    }
    if (group.channels.size === 1 && found.some(({ isLast }) => isLast)) entry.isOver = true;
    entry.own.unshift(...found.map(({ json }) => frame(group, { seq, json })));
    entry.isReading = false;
    writeOwn(entry);
  };

  const resyncOne = async (entry: OpenReader) => {
    if (!readers.has(entry.reader)) return;
    try {
      await sendSnapshots(entry);
    } catch {
      // It reconnects with an id that is void by now, and gets its snapshots then.
      closeReader(entry.reader, 'stopping');
    }
  };

  return {
    /** Receives live messages from the bus, until `close`. */
    listen(bus: Bus): void {
      const timer = setInterval(beat, flushEveryMs).unref();
      channels.listen(bus);
      stops = [channels.close, () => clearInterval(timer)];
    },
    /** Opens a stream with the missed messages or with snapshots; live messages queue up behind them. */
    async open(reader: Reader, lastId: string | undefined, snapshots: Snapshots): Promise<void> {
      if (isClosed) return reader.close('stopping');
      const group = groupOf(reader.channels);
      const missed = lastId === undefined ? undefined : missedSince(group, lastId);
      const own = (missed ?? []).map((message) => frame(group, message));
      opened += 1;
      const entry: OpenReader = {
        reader,
        group,
        snapshots,
        own,
        skipped: group.pending.length,
        isReading: !missed,
        isDue: false,
        isOver: false,
        turn: turnOf(opened),
      };
      readers.set(reader, entry);
      addTo(byOwner, reader.owner, entry);
      if (reader.sessionId !== undefined) addTo(bySession, reader.sessionId, entry);
      entry.turn.add(entry);
      group.readers.add(entry);
      const joined = channels.join(group.channels, group);
      if (missed) return writeOwn(entry);
      if (joined) await joined;
      // The snapshots have what arrived until here.
      entry.own = [];
      entry.skipped = group.pending.length;
      await sendSnapshots(entry);
    },
    /** Messages may be missing: drops the buffer and sends every reader fresh snapshots. */
    async resync(): Promise<void> {
      flush();
      instance = newInstance();
      history.clear();
      const open = [...readers.values()];
      for (const entry of open) entry.isDue = true;
      const waiting = open.filter((entry) => !entry.isReading);
      for (const entry of waiting) entry.isReading = true;
      const work = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await resyncOne(next);
      };
      await Promise.all(Array.from({ length: maxSnapshotsAtOnce }, work));
    },
    forget: (reader: Reader) => void forget(reader),
    memberSessionIds: () =>
      [...bySession].filter(([, open]) => [...open].some(({ reader }) => reader.isForMembers)).map(([id]) => id),
    hasReader: (sessionId: string, isMeant: (reader: Reader) => boolean) =>
      [...(bySession.get(sessionId) ?? [])].some(({ reader }) => isMeant(reader)),
    /** Ends streams of a session. The last message tells the page why: from now on the same topics are refused. */
    closeReaders(sessionId: string, isMeant: (reader: Reader) => boolean, lastMessage: object | undefined) {
      for (const { reader } of bySession.get(sessionId) ?? []) {
        if (!isMeant(reader)) continue;
        if (lastMessage) reader.write(new Chunk(`data: ${JSON.stringify(lastMessage)}\n\n`));
        closeReader(reader, 'session-ended');
      }
    },
    guardedReaders: () =>
      [...readers.keys()].flatMap(({ sessionId, guards = [] }) =>
        sessionId !== undefined && guards.length > 0 ? [{ sessionId, guards }] : [],
      ),
    sessionIds: () => [...bySession.keys()],
    countOf: (owner: string) => byOwner.get(owner)?.size ?? 0,
    closeSession(sessionId: string) {
      for (const { reader } of bySession.get(sessionId) ?? []) closeReader(reader, 'session-ended');
    },
    close() {
      isClosed = true;
      for (const stop of stops.splice(0)) stop();
      for (const reader of readers.keys()) closeReader(reader, 'stopping');
    },
  };
}

function newInstance(): string {
  return randomBytes(6).toString('hex');
}

function addTo<Item>(index: Map<string, Set<Item>>, key: string, item: Item): void {
  index.set(key, (index.get(key) ?? new Set()).add(item));
}

function removeFrom<Item>(index: Map<string, Set<Item>>, key: string, item: Item): void {
  const items = index.get(key);
  items?.delete(item);
  if (items?.size === 0) index.delete(key);
}
