import fs from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';

export type ControlSocket = { address: string; close: () => Promise<void> };

type Handler = (message: unknown) => Promise<object | undefined>;

const maxLineLength = 64 * 1024;

/** Windows has named pipes instead of sockets in folders. */
export function controlAddress(folder: string): string {
  return process.platform === 'win32' ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, 'control.sock');
}

/** JSON lines in and out, for every process that may enter the folder. */
export async function openControlSocket(address: string, handle: Handler): Promise<ControlSocket> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, handle);
  });
  // Orphaned by a world that was killed.
  if (process.platform !== 'win32') fs.rmSync(address, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  if (process.platform !== 'win32') fs.chmodSync(address, 0o600);
  return {
    address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function serve(socket: Socket, handle: Handler): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) socket.destroy();
    for (const line of lines) void handleLine(socket, line, handle);
  });
}

async function handleLine(socket: Socket, line: string, handle: Handler): Promise<void> {
  const message = parse(line);
  const reply = (await handle(message)) ?? notUnderstood(message);
  if (!socket.destroyed) socket.write(`${JSON.stringify(reply)}\n`);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A reply with the request id, so that the sender does not wait for ever. */
function notUnderstood(message: unknown): object {
  const requestId = (message as { requestId?: unknown } | null | undefined)?.requestId;
  return { type: 'world-answer', requestId, ok: false, error: 'This line is no message.' };
}
