import { trimEndOf } from '@tribehall/contract/shared/text';
import { assertOneLine, CommandTextError } from '@tribehall/ark/rcon/command-text';
import { packetTypes, refusedId, type Packet } from '@tribehall/ark/rcon/packets';
import { PacketSocket, RconError } from './packet-socket.ts';
import type { RconLimits } from './rcon-limits.ts';

export type RconTarget = { host: string; port: number; password: string };

/** A connection that has logged in, one exchange at a time. */
export type RconConnection = {
  exchange(command: Buffer, timeoutMs: number): Promise<Buffer>;
  onEnded(listener: (error: RconError) => void): void;
};

type Options = { target: RconTarget; limits: RconLimits; nextId: () => number; signal: AbortSignal };

export async function openRconConnection({ target, limits, nextId, signal }: Options): Promise<RconConnection> {
  signal.throwIfAborted();
  const socket = new PacketSocket({ ...target, maxReplyBytes: limits.maxReplyBytes });
  const stop = () =>
    socket.end(signal.reason instanceof RconError ? signal.reason : new RconError('closed', 'Cancelled.'));
  signal.addEventListener('abort', stop, { once: true });
  socket.onEnded(() => signal.removeEventListener('abort', stop));
  await socket.connected(limits.connectMs);
  await login(socket, { id: nextId(), password: target.password, timeoutMs: limits.loginMs });
  return {
    exchange: (command, timeoutMs) => exchange(socket, { id: nextId(), command, timeoutMs }),
    onEnded: (listener) => socket.onEnded(listener),
  };
}

async function login(
  socket: PacketSocket,
  { id, password, timeoutMs }: { id: number; password: string; timeoutMs: number },
) {
  const timeout = new RconError('timeout', 'The game server accepted the connection but did not answer the login.');
  const packet = { id, type: packetTypes.login, body: password };
  const outcome = await socket.ask({ packet, timeoutMs, timeout, read: (received) => readLogin(received, id) });
  if (outcome === 'accepted') return;
  const refused = new RconError('refused', 'The game server refused the RCON password.');
  socket.end(refused);
  throw refused;
}

/** ARK replies with one packet of type 2; others send an empty one of type 0 first, or reply with type 3. */
function readLogin({ id, type }: Packet, loginId: number): 'accepted' | 'refused' | undefined {
  const isReply = type === packetTypes.loginReply || type === packetTypes.login;
  if (id === refusedId && isReply) return 'refused';
  if (id !== loginId || type === packetTypes.response) return undefined;
  return isReply ? 'accepted' : 'refused';
}

async function exchange(
  socket: PacketSocket,
  { id, command, timeoutMs }: { id: number; command: Buffer; timeoutMs: number },
) {
  const timeout = new RconError('timeout', 'The game server did not answer in time.');
  const packet = { id, type: packetTypes.command, body: command };
  const read = (received: Packet) =>
    received.id === id && received.type === packetTypes.response ? received.body : undefined;
  try {
    return await socket.ask({ packet, timeoutMs, timeout, read });
  } catch (error) {
    const code = error instanceof RconError ? error.code : 'closed';
    const reason = error instanceof Error ? error.message : '';
    throw new RconError(code, `${reason} The command may have run.`, { cause: error });
  }
}

/** What RCON servers accept in one packet, less its frame. */
const maxCommandBytes = 4000;

/** The bytes of exactly one command. */
export function encodeCommand(command: string, isAsciiOnly: boolean): Buffer {
  assertOneLine(command);
  // Never 'latin1' or 'ascii': they cut letters down to line breaks and quotes (Ċ becomes a line feed).
  const bytes = Buffer.from(isAsciiOnly ? command.replace(/[^\p{ASCII}]/gu, '?') : command, 'utf8');
  if (bytes.length > maxCommandBytes) throw new CommandTextError('The command is too long for one packet.');
  return bytes;
}

/** UTF-8 where it is UTF-8. ASE without plugins sends ASCII; with some it sends single bytes. */
export function decodeReply(bytes: Buffer, isAsciiOnly: boolean): string {
  return trimEndOf(readText(bytes, isAsciiOnly), '\0');
}

function readText(bytes: Buffer, isAsciiOnly: boolean): string {
  const text = bytes.toString('utf8');
  return isAsciiOnly && text.includes('\ufffd') ? bytes.toString('latin1') : text;
}
