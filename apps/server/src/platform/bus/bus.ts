/**
 * Message bus between the parts of the portal, in one process or in several. Subjects are dotted; `>` at the end of a
 * subscription is a wildcard for the rest. Data is JSON. Handlers must not throw.
 */
export type Bus = {
  /** While messages wait for a commit, a later one with the same `replaces` replaces an earlier one. */
  publish(subject: string, data: unknown, replaces?: string): void;
  subscribe(subject: string, onMessage: (data: unknown, subject: string) => void): Unsubscribe;
  /** Resolves once the subscriptions made so far get everything that is published from then on; undefined if they do. */
  subscribed(): Promise<void> | undefined;
  /**
   * For caches: like `subscribe`, but what this process publishes arrives before `publish` returns. It may arrive a second
   * time over the bus.
   */
  follow(subject: string, onMessage: (data: unknown) => void): Unsubscribe;
  request(subject: string, data: unknown, timeoutMs: number): Promise<unknown>;
  respond(subject: string, responder: (data: unknown) => Promise<unknown>): Unsubscribe;
  /** Whether other processes can be reached. */
  isConnected(): boolean;
  /**
   * Runs after a connection was lost and is back, here or in another process: messages may be missing, so whatever
   * follows them has to read the state again.
   */
  onGap(listener: () => void): Unsubscribe;
  close(): Promise<void>;
};

export type Unsubscribe = () => void;

/** Nobody listens on the subject. */
export class NoResponderError extends Error {
  constructor(subject: string) {
    super(`Nobody answers ${subject}.`);
  }
}

export class BusTimeoutError extends Error {
  constructor(subject: string) {
    super(`${subject} was not answered in time.`);
  }
}

/** The request was not sent: there is no connection to send it over. */
export class BusAwayError extends Error {
  constructor(subject: string) {
    super(`${subject} was not sent: the message bus cannot be reached.`);
  }
}

/** The responder failed; has its message. */
export class ResponderError extends Error {}

/** Calls a responder of this process. */
export async function askResponder(responder: (data: unknown) => Promise<unknown>, data: unknown): Promise<unknown> {
  try {
    return await responder(data);
  } catch (error) {
    throw new ResponderError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The followers of this process. */
export function createFollowers() {
  const followers = new Map<string, Set<(data: unknown) => void>>();
  return {
    add(subject: string, onMessage: (data: unknown) => void): Unsubscribe {
      const ofSubject = followers.get(subject) ?? new Set();
      followers.set(subject, ofSubject.add(onMessage));
      return () => void ofSubject.delete(onMessage);
    },
    tell(subject: string, data: unknown): void {
      for (const onMessage of followers.get(subject) ?? []) onMessage(overJson(data));
    },
  };
}

/** A copy of the data, as another process would receive it. */
export function overJson(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data ?? null));
}

/** The result of work, or a time-out. */
export function within<T>(timeoutMs: number, subject: string, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new BusTimeoutError(subject)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
