import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { connect, moderation, password, poll } from './game-server.fixture.ts';

type Command = { body: string; resolve(reply: string): void };
type ForeignServer = {
  connect(): void;
  on(event: 'listening', listener: () => void): void;
  on(event: 'commandRequest', listener: (command: Command) => void): void;
  getSocketServer(): Server;
};
type Constructor = new (options: { port: number; password: string; clientLimit: number }) => ForeignServer;

/** The npm package rcon-server: logs in with type 3, refuses with type -1 under the login's id, sends NULs as text. */
async function startForeignServer(onCommand: (command: Command) => void): Promise<number> {
  const { RCONServer } = createRequire(import.meta.url)('rcon-server') as { RCONServer: Constructor };
  const server = new RCONServer({ port: 0, password, clientLimit: 2 });
  server.on('commandRequest', onCommand);
  const listening = new Promise<void>((resolve) => server.on('listening', resolve));
  server.connect();
  await listening;
  onTestFinished(() => void server.getSocketServer().close());
  return (server.getSocketServer().address() as AddressInfo).port;
}

it('gets along with an RCON server that others wrote', async () => {
  const port = await startForeignServer(({ body, resolve }) => resolve(`Echo: ${body}`));
  const client = connect(port);
  const commands = Array.from({ length: 50 }, (_, index) => `say "${index}"`);

  const replies = await Promise.all(commands.map((command) => client.run(command, moderation)));

  expect(replies).toEqual(commands.map((command) => `Echo: ${command}`));
});

it('reads a reply of an RCON server that others wrote that is longer than 4096 bytes', async () => {
  const port = await startForeignServer(({ resolve }) => resolve('x'.repeat(70_000)));

  expect(await connect(port).run('list', poll)).toHaveLength(70_000);
});

it('understands how an RCON server that others wrote refuses a password', async () => {
  const port = await startForeignServer(({ resolve }) => resolve(''));
  const client = connect(port, { password: 'wrong' });

  await expect(client.run('list', poll)).rejects.toMatchObject({ code: 'refused' });
});
