import fs from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startWorld } from './world.ts';
import { listenOnLoopback } from './loopback.ts';
import { createServer } from 'node:net';

it('starts every stand-in, says how to reach them, and stops', async () => {
  const world = await startWorld({});
  onTestFinished(() => world.stop());
  expect(world.settings).toEqual({
    GUILD_ID: expect.stringMatching(/^\d+$/) as string,
    DEMO_ARK_FILE: expect.stringMatching(/demo\.json$/) as string,
  });
  const folder = path.dirname(world.agentConfig ?? '');
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  expect(world.control).toContain('control.sock');
  const asked = { type: 'ark', requestId: 1, id: 'demo-the-island', action: 'state' };
  expect(await world.steer?.(asked)).toEqual({ type: 'ark-answer', requestId: 1, ok: true, data: 'up' });
  await world.stop();
  expect(fs.existsSync(folder)).toBe(false);
});

it('keeps the folder that it was given, and starts in it again', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'world-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const _ of ['first', 'second']) {
    const world = await startWorld({ WORLD_DIR: folder });
    expect(world.settings['DEMO_ARK_FILE']).toBe(path.join(folder, 'demo.json'));
    await world.stop();
    expect(fs.existsSync(path.join(folder, 'agent.json'))).toBe(true);
  }
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
