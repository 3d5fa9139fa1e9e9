import fs from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createPacketReader, encodePacket, packetTypes } from '@tribehall/ark/rcon/packets';
import { onTestFinished, vi } from 'vitest';
import { createSimulatedServer, type SimulatedServer, type SimulatedServerOptions } from './simulated-server.ts';

export const password = 'correct horse';

export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'simulated-ark-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A quiet server with quick ticks, stopped and removed with the test. */
export async function startServer(options: Partial<SimulatedServerOptions> = {}): Promise<SimulatedServer> {
  const server = await createSimulatedServer({
    id: 'test',
    name: 'Test "Island"',
    game: 'asa',
    map: 'TheIsland_WP',
    seed: 'test',
    folder: temporaryFolder(),
    adminPassword: password,
    ...options,
    switches: { tickMs: 2, keepAlive: { everyMs: 0, beforeReplyChance: 0, id: 'zero' }, ...options.switches },
  });
  onTestFinished(() => server.stop());
  return server;
}

export type RawClient = Awaited<ReturnType<typeof rawClient>>;

/** A raw socket, also for what no client should send. */
export async function rawClient(port: number) {
  const socket = connect(port, '127.0.0.1');
  const read = createPacketReader();
  const packets: { id: number; type: number; body: string }[] = [];
  const state = { chunks: 0, isClosed: false };
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    state.chunks += 1;
    for (const { id, type, body } of read(chunk)) packets.push({ id, type, body: body.toString() });
  });
  socket.on('error', () => {});
  socket.on('close', () => (state.isClosed = true));
  onTestFinished(() => void socket.destroy());
  await vi.waitFor(() => {
    if (socket.connecting) throw new Error('not connected');
  });

  const write = (...parts: { id: number; type?: number; body: string | Buffer }[]) =>
    socket.write(Buffer.concat(parts.map((part) => encodePacket({ type: packetTypes.command, ...part }))));
  const replyTo = (id: number) =>
    vi.waitFor(() => {
      const packet = packets.find((packet) => packet.id === id);
      if (!packet) throw new Error(`no reply to ${id}`);
      return packet;
    });
  let lastId = 100;
  const command = async (body: string | Buffer) => {
    lastId += 1;
    write({ id: lastId, body });
    return (await replyTo(lastId)).body;
  };
  const logIn = async (given = password) => {
    write({ id: 1, type: packetTypes.login, body: given });
    await vi.waitFor(() => {
      if (!packets.some(({ type }) => type === packetTypes.loginReply)) throw new Error('no reply to the login');
    });
  };
  return { socket, packets, state, write, replyTo, command, logIn };
}

export async function loggedIn(server: SimulatedServer): Promise<RawClient> {
  const client = await rawClient(server.port);
  await client.logIn();
  return client;
}

/** The lines of the log file, without its timestamps. */
export function logLines(server: SimulatedServer): string[] {
  const text = fs.readFileSync(server.logFile, 'utf8').replace(/^\uFEFF/, '');
  return text.split(/\r?\n/).map((line) => line.replace(/^\[[^\]]*\]\[[^\]]*\]/, ''));
}
