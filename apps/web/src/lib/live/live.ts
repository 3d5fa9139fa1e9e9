import type { CloseReason, TopicName, TopicOf, TopicRef, topics } from '@tribehall/contract';
import { api, apiStream } from '../api/api.ts';
import { connection } from '../api/request.ts';
import { backOffMs, isRefusal, pause } from '../api/back-off.ts';
import { session, token } from '../api/session.ts';
import type { SseFrame } from '../api/event-stream.ts';

/** `paused`: no topic is subscribed that this user may read, or the tab has been hidden for a while. */
export type LiveState = 'live' | 'reconnecting' | 'offline' | 'paused';

type Topics = typeof topics;
type Wire<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : never;
type EventOf<Name extends TopicName> = {
  [Event in keyof Topics[Name]['events']]: { event: Event; data: Wire<Topics[Name]['events'][Event]> };
}[keyof Topics[Name]['events']];

/** The messages of a topic: a snapshot first, then the changes. */
export type LiveMessage<Name extends TopicName> =
  | { event: 'snapshot'; data: Wire<Topics[Name]['snapshot']> }
  /** The subject of the topic does not exist, or no longer. */
  | { event: 'gone'; data: object }
  | EventOf<Name>;

type Message = { topic?: string; event: string; data: unknown };
type Handler = (messages: Message[]) => void;

type LiveTransport = {
  openStream(
    topicNames: string[],
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<SseFrame>>;
  checkSession(): Promise<unknown>;
  hasSession(): boolean;
};

/** Topics that need no login. */
const publicTopics: ReadonlySet<string> = new Set<TopicRef>(['site', 'stats']);

const flushMs = 100;
/** A page subscribes part by part while it renders; each change of the topics costs a stream. */
const settleMs = 150;
const hiddenGraceMs = 10_000;
/** The portal writes a comment on a live stream every 5 seconds. */
const silenceMs = 12_000;

/** One stream for all topics of this tab. It reconnects by itself and resumes after the last event it has seen. */
export function createLive(transport: LiveTransport) {
  const handlers = new Map<string, Set<Handler>>();
  const watchers = new Set<() => void>();
  const refusalWatchers = new Set<() => void>();
  const queue: Message[] = [];
  let state: LiveState = 'paused';
  let isHidden = false;
  let isOffline = false;
  let retryNow = new AbortController();
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  /** `hasMissed`: messages of a topic that had no listener for a moment. */
  let current: { key: string; stop: AbortController; hasMissed: boolean } | undefined;

  function setState(next: LiveState) {
    if (state === next) return;
    state = next;
    for (const watcher of watchers) watcher();
  }

  function refresh() {
    cancelRefresh();
    const wanted = isHidden || isOffline ? [] : [...handlers.keys()].toSorted();
    const names = transport.hasSession() ? wanted : wanted.filter((name) => publicTopics.has(name));
    const key = names.join(',');
    if (key !== '' && key === current?.key && !current.hasMissed) return;
    current?.stop.abort();
    current = undefined;
    if (key === '') return setState(isOffline ? 'offline' : 'paused');
    current = { key, stop: new AbortController(), hasMissed: false };
    void run(names, current.stop.signal);
  }

  function cancelRefresh() {
    clearTimeout(refreshTimer);
    refreshTimer = undefined;
  }

  function planRefresh() {
    refreshTimer ??= setTimeout(refresh, settleMs);
  }

  async function run(names: string[], signal: AbortSignal) {
    let lastEventId: string | undefined;
    let attempt = 0;
    while (!signal.aborted) {
      setState('reconnecting');
      try {
        const frames = await transport.openStream(names, lastEventId, signal);
        if (signal.aborted) return;
        setState('live');
        attempt = 0;
        for await (const frame of frames) {
          if (signal.aborted) return;
          lastEventId = frame.id ?? lastEventId;
          const reason = receive(frame);
          if (reason === 'finished') return setState('paused');
          if (reason === 'session-ended') await transport.checkSession().catch(() => undefined);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (isRefusal(error)) {
          setState('paused');
          for (const watcher of refusalWatchers) watcher();
          return;
        }
      }
      setState('reconnecting');
      retryNow = new AbortController();
      await pause(backOffMs(attempt), AbortSignal.any([signal, retryNow.signal]));
      attempt += 1;
    }
  }

  /** Queues the message of a frame; returns the reason when the frame closes the stream. */
  function receive(frame: SseFrame): CloseReason | undefined {
    const message = JSON.parse(frame.data) as Message;
    if (message.event === 'close') return (message.data as { reason: CloseReason }).reason;
    queue.push(message);
    flushTimer ??= setTimeout(flush, flushMs);
    return undefined;
  }

  function flush() {
    flushTimer = undefined;
    const messages = queue.splice(0);
    for (const [topic, topicHandlers] of handlers) {
      const own = messages.filter((message) => message.topic === topic);
      if (own.length > 0) for (const handler of topicHandlers) handler(own);
    }
  }

  return {
    getState: () => state,
    watchState: (watcher: () => void) => {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    /** One topic that the user may no longer read refuses the stream of all. */
    watchRefusals: (watcher: () => void) => {
      refusalWatchers.add(watcher);
      return () => void refusalWatchers.delete(watcher);
    },
    subscribe: <Ref extends TopicRef>(topic: Ref, handler: (messages: LiveMessage<TopicOf<Ref>>[]) => void) => {
      // The portal validates what it writes on a topic against the contract; here it is only passed on.
      const own = handler as unknown as Handler;
      handlers.set(topic, (handlers.get(topic) ?? new Set()).add(own));
      planRefresh();
      return () => {
        handlers.get(topic)?.delete(own);
        if (handlers.get(topic)?.size === 0) handlers.delete(topic);
        planRefresh();
        // A listener that is only replaced misses nothing.
        queueMicrotask(() => {
          if (current && !handlers.has(topic)) current.hasMissed = true;
        });
      };
    },
    /** The user has changed: buffered messages belong to the previous one. */
    restart: () => {
      current?.stop.abort();
      current = undefined;
      queue.length = 0;
      clearTimeout(flushTimer);
      flushTimer = undefined;
      setState('paused');
      cancelRefresh();
      planRefresh();
    },
    setHidden: (hidden: boolean) => {
      isHidden = hidden;
      planRefresh();
    },
    /** A stream can look open for minutes after the network is gone, so it is closed and opened again afterwards. */
    setOffline: (offline: boolean) => {
      isOffline = offline;
      refresh();
    },
    /** The portal responds again: no need to wait for the next attempt. */
    reconnect: () => retryNow.abort(),
  };
}

export const live = createLive({
  openStream: (names, lastEventId, signal) =>
    apiStream('GET /events', { query: { topics: names.join(',') }, lastEventId, signal, silenceMs }),
  checkSession: () => api('GET /users/me'),
  hasSession: () => token.get() !== null,
});

session.subscribe((cause) => {
  if (cause !== 'renewed' && cause !== 'suspended') live.restart();
});

connection.watch(() => {
  const state = connection.get();
  live.setOffline(state === 'offline');
  if (state === 'connected') live.reconnect();
});

let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
function followVisibility() {
  clearTimeout(hiddenTimer);
  if (document.hidden) hiddenTimer = setTimeout(() => live.setHidden(true), hiddenGraceMs);
  else live.setHidden(false);
}
document.addEventListener('visibilitychange', followVisibility);
// A tab opened in the background is hidden without an event.
followVisibility();
