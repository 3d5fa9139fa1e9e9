import type { Receipt } from './confirmation.ts';
import { type Notes, type Order, OrderError } from './command.ts';

const underWay = new WeakMap<Notes, Map<string, Promise<Receipt>>>();

/**
 * Carries out an order with a key once, also over restarts. The key is written down before anything is sent: after a
 * crash it is better not to know than to say it twice.
 */
export async function onceByKey(
  notes: Notes,
  key: string,
  order: Order,
  deliver: () => Promise<Receipt>,
): Promise<Receipt> {
  const running = underWay.get(notes) ?? new Map<string, Promise<Receipt>>();
  underWay.set(notes, running);
  const twin = running.get(key);
  if (twin) return twin;
  const delivery = carryOut(notes, `done ${key}`, order, deliver).finally(() => running.delete(key));
  running.set(key, delivery);
  return delivery;
}

async function carryOut(notes: Notes, note: string, order: Order, deliver: () => Promise<Receipt>): Promise<Receipt> {
  const earlier = notes.get(note);
  if (earlier === 'confirmed' || earlier === 'sent') return { outcome: earlier };
  if (earlier !== undefined) {
    throw new OrderError('unknownOutcome', 'This was tried before, and how it ended is unknown.');
  }
  await notes.set(note, 'begun');
  try {
    const receipt = await deliver();
    await notes.set(note, receipt.outcome);
    return receipt;
  } catch (error) {
    if (!order.isSent) await notes.set(note, null);
    throw error;
  }
}
