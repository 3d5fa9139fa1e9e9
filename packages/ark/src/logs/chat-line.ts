import type { LogFact } from './log-event.ts';

/** Commands of admins may hold a secret; whatever a player is called, they never pass for chat. */
const reserved = ['SERVER: ', 'AdminCmd: '];

export function serverSaid(text: string): LogFact | undefined {
  return text.startsWith('SERVER: ') ? { kind: 'server-said', text: text.slice('SERVER: '.length) } : undefined;
}

/**
 * `Platform name (Survivor): message`. Names may hold brackets and colons, so the survivor ends at the first `): `
 * and begins at the bracket that this one closes; where none does, at the last one after a space.
 */
export function chat(text: string): LogFact | undefined {
  if (reserved.some((start) => text.startsWith(start))) return undefined;
  const end = text.indexOf('): ');
  const start = end < 0 ? -1 : survivorStart(text.slice(0, end));
  const name = text.slice(0, Math.max(0, start)).trim();
  if (name === '' || name.includes('\n')) return undefined;
  return { kind: 'chat', name, survivor: text.slice(start + 2, end).trim(), text: text.slice(end + '): '.length) };
}

function survivorStart(head: string): number {
  let open = 1;
  for (let index = head.length - 1; index > 0; index -= 1) {
    if (head[index] === ')') open += 1;
    else if (head[index] === '(') open -= 1;
    if (open === 0) return head[index - 1] === ' ' ? index - 1 : head.lastIndexOf(' (');
  }
  return head.lastIndexOf(' (');
}
