import fs from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { SteeringRequest } from './discord/steering-messages.ts';
import { startWorld } from './world.ts';
import { listenOnLoopback } from './loopback.ts';
import { createServer } from 'node:net';

it('starts every stand-in, returns how to reach them, and stops', async () => {
  const world = await startWorld({});
  onTestFinished(() => world.stop());
  expect(world.settings).toMatchObject({
    GUILD_ID: expect.stringMatching(/^\d+$/) as string,
    DEMO_ARK_FILE: expect.stringMatching(/demo\.json$/) as string,
    DISCORD_CDN_BASE: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    DISCORD_API_BASE: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api$/) as string,
  });
  const folder = path.dirname(world.agentConfig ?? '');
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  expect(world.control).toContain('control.sock');
  const asked = { type: 'ark', requestId: 1, id: 'demo-the-island', action: 'state' };
  expect(await world.steer?.(asked)).toEqual({ type: 'ark-answer', requestId: 1, ok: true, data: 'up' });
  await world.stop();
  expect(fs.existsSync(folder)).toBe(false);
});

it('hands a steering message to the stand-in that it is for, over one socket', async () => {
  const world = await startWorld({});
  onTestFinished(() => world.stop());
  const socket = connect(world.control);
  onTestFinished(() => void socket.destroy());
  const replies: object[] = [];
  createInterface({ input: socket }).on('line', (line) => replies.push(JSON.parse(line) as object));
  const ask = (message: object) => socket.write(`${JSON.stringify(message)}\n`);
  const said = { person: 'mira', channel: 'general', text: 'hello' };
  ask({ type: 'ark', requestId: 1, id: 'demo-the-island', action: 'state' });
  ask({ type: 'discord', requestId: 2, action: 'say', ...said } satisfies SteeringRequest);
  ask({ type: 'discord', requestId: 3, action: 'say', ...said, person: 'nobody' } satisfies SteeringRequest);
  ask({ type: 'nothing', requestId: 4 });
  await vi.waitFor(() => expect(replies).toHaveLength(4));
  expect(replies).toEqual(
    expect.arrayContaining([
      { type: 'ark-answer', requestId: 1, ok: true, data: 'up' },
      expect.objectContaining({ type: 'discord-answer', requestId: 2, ok: true }),
      { type: 'discord-answer', requestId: 3, ok: false, error: 'There is nobody called "nobody".' },
      expect.objectContaining({ requestId: 4, ok: false }),
    ]),
  );
});

it('trusts what the machine trusts already beside its own certificate', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'world-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const others = path.join(folder, 'others.pem');
  fs.writeFileSync(others, 'of the machine');
  const world = await startWorld({ WORLD_DIR: folder, NODE_EXTRA_CA_CERTS: others });
  onTestFinished(() => world.stop());
  const trusted = fs.readFileSync(world.settings['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8');
  expect(trusted).toContain('BEGIN CERTIFICATE');
  expect(trusted).toContain('of the machine');
});

it('does not remove a given folder, and starts in it again', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'world-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const _ of ['first', 'second']) {
    const world = await startWorld({ WORLD_DIR: folder });
    expect(world.settings['DEMO_ARK_FILE']).toBe(path.join(folder, 'demo.json'));
    await world.stop();
    expect(fs.existsSync(path.join(folder, 'agent.json'))).toBe(true);
  }
});

it('listens on loopback alone and closes connections when stopped', async () => {
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
