import { createRequire } from 'node:module';
import { Rcon } from 'rcon-client';
import type RconSrcds from 'rcon-srcds';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { SimulatedServer } from '../simulated-server.ts';
import { password, startServer } from '../simulated-server.fixture.ts';

const { default: Srcds } = createRequire(import.meta.url)('rcon-srcds') as { default: typeof RconSrcds };

const noResponse = 'Server received, But no response!! \n ';

async function rconClient(server: SimulatedServer, options: { maxPending?: number; timeout?: number } = {}) {
  const client = new Rcon({ host: '127.0.0.1', port: server.port, password, timeout: 10_000, ...options });
  await client.connect();
  onTestFinished(() => void client.socket?.destroy());
  return client;
}

async function srcdsClient(server: SimulatedServer) {
  const client = new Srcds({ host: '127.0.0.1', port: server.port, timeout: 10_000, encoding: 'utf8' });
  await client.authenticate(password);
  onTestFinished(() => void client.connection.destroy());
  return client;
}

it('serves rcon-client, one command at a time', async () => {
  const server = await startServer({ game: 'ase' });
  const { playerId } = server.join({ platformName: 'Dr. Bones Jr' });
  const client = await rconClient(server);
  expect(await client.send('ListPlayers')).toBe(`0. Dr. Bones Jr, ${playerId} \n `);
  expect(await client.send('ServerChat hello there')).toBe(noResponse);
  expect(await client.send('GetChat')).toBe('SERVER: hello there \n ');
  expect(await client.send('GetChat')).toBe(noResponse);
  await client.send(`KickPlayer ${playerId}`);
  expect(await client.send('listplayers')).toBe('No Players Connected \n ');
});

it('refuses rcon-client with a wrong password', async () => {
  const server = await startServer();
  const client = new Rcon({ host: '127.0.0.1', port: server.port, password: 'wrong', timeout: 10_000 });
  await expect(client.connect()).rejects.toThrow('Authentication failed');
});

it('serves rcon-srcds, one command at a time', async () => {
  const server = await startServer();
  const { playerId } = server.join({ platformName: 'Žofka ✨' });
  const client = await srcdsClient(server);
  expect(await client.execute('ListPlayers')).toBe(`0. Žofka ✨, ${playerId} \n `);
  expect(await client.execute('ServerChat hello')).toBe(noResponse);
  expect(await client.execute('GetChat')).toContain('SERVER: hello');
});

it('serves both while it sends keep-alives around every reply', async () => {
  const keepAlive = { everyMs: 10, beforeReplyChance: 1, id: 'zero' as const };
  const server = await startServer({ switches: { keepAlive } });
  const client = await rconClient(server);
  for (let round = 0; round < 10; round += 1) expect(await client.send('ListPlayers')).toContain('No Players');
});

it('sends no reply to a command of rcon-client when it sends two at once', async () => {
  const server = await startServer({ switches: { tickMs: 100 } });
  const client = await rconClient(server, { maxPending: 2, timeout: 2_000 });
  const results = await Promise.allSettled([client.send('ListPlayers'), client.send('GetChat')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

it('hangs the connection of rcon-srcds once that looks for the end of a long reply', async () => {
  const server = await startServer({ switches: { segments: 'none' } });
  for (let count = 0; count < 80; count += 1) server.join({ platformName: `survivor ${'x'.repeat(30)}` });
  const client = await srcdsClient(server);
  const replied = vi.fn<(reply: string | boolean) => void>();
  void client.execute('ListPlayers').then(replied);
  const { bytesWritten } = client.connection;
  await vi.waitFor(() => expect(client.connection.bytesWritten).toBeGreaterThan(bytesWritten));
  const patient = await rconClient(server);
  expect((await patient.send('ListPlayers')).split('\n')).toHaveLength(81);
  void client.execute('GetChat').then(replied);
  await patient.send('ListPlayers');
  expect(server.received).not.toContain('GetChat');
  expect(replied).not.toHaveBeenCalled();
});
