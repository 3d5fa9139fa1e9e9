import { askResponder, BusTimeoutError, createFollowers, NoResponderError, overJson, type Bus } from './bus.ts';

type Subscriber = { subject: string; onMessage: (data: unknown, subject: string) => void };

/** The bus inside one process. Data goes through JSON so that nothing behaves differently on NATS. */
export function createMemoryBus(): Bus {
  const subscribers = new Set<Subscriber>();
  const followers = createFollowers();
  const responders = new Map<string, (data: unknown) => Promise<unknown>>();
  return {
    publish(subject, data) {
      followers.tell(subject, data);
      const text = JSON.stringify(data ?? null);
      for (const subscriber of subscribers)
        if (matches(subscriber.subject, subject))
          queueMicrotask(() => subscribers.has(subscriber) && subscriber.onMessage(JSON.parse(text), subject));
    },
    subscribe(subject, onMessage) {
      const subscriber = { subject, onMessage };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
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
      subscribers.clear();
      responders.clear();
      return Promise.resolve();
    },
  };
}

function matches(pattern: string, subject: string): boolean {
  return pattern.endsWith('>') ? subject.startsWith(pattern.slice(0, -1)) : pattern === subject;
}

function within<T>(timeoutMs: number, subject: string, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new BusTimeoutError(subject)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
