import { setTimeout as wait } from 'node:timers/promises';
import { doublingSteps, equalJitter, stepAfter, type BackOffSteps } from '@tribehall/common/back-off';
import type { Logger } from 'pino';
import { createSemaphore } from './semaphore.ts';

export type Email = { to: string; subject: string; text: string };

export type EmailSender = {
  /** Sends in the background; a failure is logged. */
  send(log: Logger, email: Email): void;
  /** What is not sent yet is given up. */
  stop(): Promise<void>;
};

/** Four attempts after the first one, over about twelve minutes. */
const defaultSteps = doublingSteps(45_000, 6 * 60_000);
const maxAttempts = 5;
const timeoutMs = 15_000;
const stopWithinMs = 2000;
const verifyMs = 8_000;

type Options = { url: string; from: string; isTlsRequired: boolean; steps?: BackOffSteps };

/** Sends by SMTP, a few messages at once. The queue is in memory: codes in messages are not to be stored. */
export function createEmailSender({ url, from, isTlsRequired, steps = defaultSteps }: Options): EmailSender {
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();
  const slots = createSemaphore({ parallel: 2, waiting: 200 });
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
    const limits = { disableFileAccess: true, disableUrlAccess: true, requireTLS: isTlsRequired };
    return createTransport({ url, ...timeouts, ...limits });
  };
  const attempt = async ({ to, subject, text }: Email) => {
    const transport = await open();
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    } finally {
      transport.close();
    }
  };
  const deliver = async (log: Logger, email: Email) => {
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        return await slots.run(() => attempt(email));
      } catch (error) {
        failures += 1;
        const isLast = failures >= maxAttempts || isFinal(error);
        // Neither the message nor the error itself: they have codes, addresses and what the server was told in them.
        log.warn({ ...describe(error), failures, isLast }, 'An email could not be sent');
        if (isLast) return undefined;
        await wait(equalJitter(stepAfter(steps, failures)), undefined, { signal: stopping.signal, ref: false });
      }
    }
    return undefined;
  };
  return {
    send(log, email) {
      const run: Promise<void> = deliver(log, email)
        .catch(() => undefined)
        .finally(() => sending.delete(run));
      sending.add(run);
    },
    async stop() {
      stopping.abort();
      // A mail server that does not reply must not keep the portal from stopping.
      await Promise.race([Promise.all(sending), wait(stopWithinMs, undefined, { ref: false })]);
    },
  };
}

/** The mail server has refused the message or its recipient for good. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = describe(error);
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}

function describe(error: unknown): { code: string; responseCode?: number } {
  if (!(error instanceof Error)) return { code: 'unknown' };
  const code: unknown = Reflect.get(error, 'code');
  const responseCode: unknown = Reflect.get(error, 'responseCode');
  return {
    code: typeof code === 'string' ? code : error.name,
    ...(typeof responseCode === 'number' && { responseCode }),
  };
}

/** Connects and logs in, without sending anything; returns what is wrong, without secrets. */
export async function verifyEmail({
  url,
  isTlsRequired,
}: Pick<Options, 'url' | 'isTlsRequired'>): Promise<string | undefined> {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: verifyMs, greetingTimeout: verifyMs, socketTimeout: verifyMs };
  const transport = createTransport({ url, ...timeouts, requireTLS: isTlsRequired });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const { code = '', responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
    // The message of a refused login repeats what the server said, which may repeat what it was told.
    if (code === 'EAUTH') return `it refused the login${responseCode === undefined ? '' : ` (${responseCode})`}`;
    return error instanceof Error && command === 'CONN' ? error.message : code || 'the connection failed';
  } finally {
    transport.close();
  }
}
