/** Both ends count. */
export type ByteRange = { start: number; end: number };

/**
 * One part; several at once are nothing that a download needs, and a thousand of them would be a thousand answers.
 * What is no range at all is not looked at.
 */
export function readRange(header: string, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (!/^bytes=/i.test(header)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d{0,20})-(\d{0,20})$/i.exec(header) ?? [];
  if (from === '' && to === '') return 'unsatisfiable';
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
