import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startWorld } from './world.ts';
import { listenOnLoopback } from './loopback.ts';
import { createServer } from 'node:net';

it('starts every stand-in, says how to reach them, and stops', async () => {
  const world = await startWorld();
  expect(world.settings).toEqual({ GUILD_ID: expect.stringMatching(/^\d+$/) as string });
  await world.stop();
});

it('listens on loopback alone and hangs up when stopped', async () => {
  const { port, close } = await listenOnLoopback(createServer());
  await expect(reach('127.0.0.1', port)).resolves.toBe('reached');
  await expect(reach('127.0.0.2', port)).resolves.toBe('ECONNREFUSED');
  await close();
  await expect(reach('127.0.0.1', port)).resolves.toBe('ECONNREFUSED');
});

function reach(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve('reached');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
  });
}
