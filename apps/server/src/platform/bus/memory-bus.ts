import { askResponder, createFollowers, NoResponderError, overJson, within, type Bus } from './bus.ts';

type OnMessage = (data: unknown, subject: string) => void;
type Subscriber = { onMessage: OnMessage; isActive: boolean };

/** The bus inside one process. Data goes through JSON so that nothing behaves differently on NATS. */
export function createMemoryBus(): Bus {
  /** By subject, and by the start of it where that is all they name. */
  const exact = new Map<string, Set<Subscriber>>();
  const starts = new Map<string, Set<Subscriber>>();
  const followers = createFollowers();
  const responders = new Map<string, (data: unknown) => Promise<unknown>>();
  const findSubscribers = (subject: string): Subscriber[] => [
    ...(exact.get(subject) ?? []),
    ...[...starts].flatMap(([start, subscribers]) => (subject.startsWith(start) ? [...subscribers] : [])),
  ];
  return {
    publish(subject, data) {
      followers.tell(subject, data);
      const subscribers = findSubscribers(subject);
      if (subscribers.length === 0) return;
      const text = JSON.stringify(data ?? null);
      for (const subscriber of subscribers)
        queueMicrotask(() => subscriber.isActive && subscriber.onMessage(JSON.parse(text), subject));
    },
    subscribe(subject, onMessage) {
      const subscriber = { onMessage, isActive: true };
      const isStart = subject.endsWith('>');
      const index = isStart ? starts : exact;
      const key = isStart ? subject.slice(0, -1) : subject;
      index.set(key, (index.get(key) ?? new Set()).add(subscriber));
      return () => {
        subscriber.isActive = false;
        const others = index.get(key);
        others?.delete(subscriber);
        if (others?.size === 0) index.delete(key);
      };
    },
    subscribed: () => undefined,
    follow: followers.add,
    async request(subject, data, timeoutMs) {
      const responder = responders.get(subject);
      if (!responder) throw new NoResponderError(subject);
      const reply = await within(timeoutMs, subject, askResponder(responder, overJson(data)));
      return overJson(reply);
    },
    respond(subject, responder) {
      responders.set(subject, responder);
      return () => {
        if (responders.get(subject) === responder) responders.delete(subject);
      };
    },
    isConnected: () => true,
    // In one process no message gets lost.
    onGap: () => () => {},
    close() {
      for (const index of [exact, starts]) {
        for (const subscribers of index.values()) for (const subscriber of subscribers) subscriber.isActive = false;
        index.clear();
      }
      responders.clear();
      return Promise.resolve();
    },
  };
}
