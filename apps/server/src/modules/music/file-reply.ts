import type { FastifyReply } from 'fastify';
import { attachment } from './file-name.ts';
import type { OpenFile } from './downloaded-file.service.ts';

type Part = { start: number; end: number };

/** Sends a file to be kept, in whole or the one part of it that is asked for. */
export async function sendFile(
  reply: FastifyReply,
  file: OpenFile,
  asked: { range: string | undefined; ifRange: string | undefined },
): Promise<void> {
  const { handle, bytes, name, type, tag } = file;
  const isSame = asked.ifRange === undefined || asked.ifRange === tag;
  const part = isSame && asked.range !== undefined ? readRange(asked.range, bytes) : undefined;
  reply.headers({ 'accept-ranges': 'bytes', etag: tag, 'cache-control': 'private, no-store' });
  if (part === 'unsatisfiable') {
    await handle.close();
    void reply.status(416).header('content-range', `bytes */${bytes}`).send();
    return;
  }
  const { start, end } = part ?? { start: 0, end: bytes - 1 };
  if (part) reply.status(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  reply.type(type).headers({ 'content-length': end - start + 1, 'content-disposition': attachment(name) });
  void reply.send(handle.createReadStream({ start, end }));
}

/** One part; several at once are nothing that a download needs. What is no range at all is not looked at. */
function readRange(header: string, bytes: number): Part | 'unsatisfiable' | undefined {
  if (!/^bytes=/i.test(header)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header) ?? [];
  if (from === '' && to === '') return 'unsatisfiable';
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
