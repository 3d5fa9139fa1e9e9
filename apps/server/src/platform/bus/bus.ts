/**
 * What joins the parts of the portal, in one process or in many. Subjects are dotted; `>` at the end of a
 * subscribed subject stands for all that follows. Data is JSON. Handlers must not throw.
 */
export type Bus = {
  /** What is held back until a commit, a later one with the same `replaces` takes the place of. */
  publish(subject: string, data: unknown, replaces?: string): void;
  subscribe(subject: string, onMessage: (data: unknown, subject: string) => void): Unsubscribe;
  request(subject: string, data: unknown, timeoutMs: number): Promise<unknown>;
  respond(subject: string, answer: (data: unknown) => Promise<unknown>): Unsubscribe;
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

/** The responder failed; its message came along. */
export class ResponderError extends Error {}
