import type { Bus } from '../../platform/bus/bus.ts';
import { liveSubjectOf, type LiveMessage } from './events.service.ts';

type Subscription<Member> = {
  members: Set<Member>;
  /** Messages after this number are all received. */
  since: number;
  /** Until the bus delivers everything. */
  isReady: Promise<void> | undefined;
  unsubscribe: () => void;
};

export type ChannelOptions = {
  onMessage: (message: LiveMessage) => void;
  /** A number of its own for each new subscription, in one sequence with the messages. */
  nextSeq: () => number;
};

/** Subscriptions of a channel outlive its last reader, which may come back with its last id. */
const lingerMs = 30_000;

/** The channels that have readers in this process; others do not send it anything. */
export function createChannels<Member>({ onMessage, nextSeq }: ChannelOptions) {
  const subscriptions = new Map<string, Subscription<Member>>();
  /** Channels without readers, the longest first. */
  const idle = new Map<string, number>();
  let bus: Bus | undefined;

  const subscribe = (name: string): Subscription<Member> => {
    const unsubscribe = bus?.subscribe(liveSubjectOf(name), (data) => onMessage(data as LiveMessage)) ?? (() => {});
    const isReady = bus?.subscribed();
    const subscription = { members: new Set<Member>(), since: nextSeq(), isReady, unsubscribe };
    subscriptions.set(name, subscription);
    void isReady?.then(() => (subscription.isReady = undefined));
    return subscription;
  };
  const unsubscribe = (name: string) => {
    subscriptions.get(name)?.unsubscribe();
    subscriptions.delete(name);
    idle.delete(name);
  };

  return {
    listen(given: Bus): void {
      bus = given;
    },
    size: () => subscriptions.size,
    membersOf: (name: string): Iterable<Member> => subscriptions.get(name)?.members ?? [],
    /** Whether all messages of the channels after this one were received. */
    areKnownSince: (names: Iterable<string>, seq: number): boolean =>
      [...names].every((name) => (subscriptions.get(name)?.since ?? Number.POSITIVE_INFINITY) <= seq),
    /** Resolves once everything that is published from then on is received; undefined if it is. */
    join(names: Iterable<string>, member: Member): Promise<unknown> | undefined {
      const waits: Promise<void>[] = [];
      for (const name of names) {
        const subscription = subscriptions.get(name) ?? subscribe(name);
        subscription.members.add(member);
        idle.delete(name);
        if (subscription.isReady) waits.push(subscription.isReady);
      }
      return waits.length > 0 ? Promise.all(waits) : undefined;
    },
    leave(names: Iterable<string>, member: Member): void {
      for (const name of names) {
        const members = subscriptions.get(name)?.members;
        members?.delete(member);
        if (members?.size === 0) idle.set(name, performance.now());
      }
    },
    /** Ends the subscriptions that nobody has needed for a while. */
    sweep(): void {
      const cutoff = performance.now() - lingerMs;
      for (const [name, since] of idle) {
        if (since > cutoff) return;
        unsubscribe(name);
      }
    },
    close(): void {
      for (const name of subscriptions.keys()) unsubscribe(name);
    },
  };
}
