import type { Receipt } from './confirmation.ts';
import { CommandError, type CommandContext, type Execution, type Notes } from './command.ts';

/**
 * Runs a command with an idempotency key once, also across restarts. The key is stored before anything is sent: after a
 * crash, not knowing the outcome is better than sending twice.
 */
export async function onceByKey(
  { notes, inFlight: { whispers } }: Pick<CommandContext, 'notes' | 'inFlight'>,
  key: string,
  execution: Execution,
  deliver: () => Promise<Receipt>,
): Promise<Receipt> {
  const running = whispers.get(key);
  if (running) return running;
  const delivery = deliverOnce(notes, `done ${key}`, execution, deliver).finally(() => whispers.delete(key));
  whispers.set(key, delivery);
  return delivery;
}

async function deliverOnce(
  notes: Notes,
  note: string,
  execution: Execution,
  deliver: () => Promise<Receipt>,
): Promise<Receipt> {
  const earlier = notes.get(note);
  if (earlier === 'confirmed' || earlier === 'sent') return { outcome: earlier };
  if (earlier !== undefined) {
    throw new CommandError('unknownOutcome', 'This was tried before, and its outcome is unknown.');
  }
  await notes.set(note, 'begun');
  try {
    const receipt = await deliver();
    await notes.set(note, receipt.outcome);
    return receipt;
  } catch (error) {
    if (!execution.isSent) await notes.set(note, null);
    throw error;
  }
}
