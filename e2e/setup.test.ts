import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { findViolations } from './barriers.ts';
import { expect, logIn, test } from './journey.ts';

type Game = { name: string; game: string; folder: string; rcon: { port: number; password: string } };

/** A game of the demo world, as the operator of its machine knows it. */
function readGame(name: string): Game {
  const file = path.join(path.dirname(process.env['E2E_WORLD'] ?? ''), 'agent.json');
  const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: Game[] };
  const game = servers.find((one) => one.name === name);
  if (!game) throw new Error(`The world has no ${name}.`);
  return game;
}

type Machine = {
  folder: string;
  run: (command: string, password: string) => void;
  stop: () => Promise<void>;
  remove: () => Promise<void>;
};

/** The operator's shell on the game machine, in a home of its own. */
function openMachine({ folder }: Game): Machine {
  const home = mkdtempSync(path.join(tmpdir(), 'tribehall-operator-'));
  // Nothing of this may reach the shell.
  const odd = path.join(home, `it's $HOME "ark" & \`id\``);
  symlinkSync(folder, odd);
  let shell: ChildProcess | undefined;
  const stop = async () => {
    if (shell?.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
    const exit = once(shell, 'exit');
    process.kill(-shell.pid, 'SIGTERM');
    await exit;
  };
  return {
    folder: odd,
    run: (command, password) => {
      const env = { PATH: process.env['PATH'] ?? '', HOME: home, npm_config_fetch_retries: '0' };
      // A group of its own, which Ctrl+C would reach as a whole.
      shell = spawn('sh', ['-c', command], { cwd: home, env, detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
      shell.stdin?.end(`${password}\n`);
    },
    stop,
    remove: async () => {
      await stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Adds a server in the browser, from Home; returns how many clicks that took until the command was copied. */
async function addServer(page: Page, game: Game, folder: string): Promise<{ clicks: number; command: string }> {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await page.goto('/');
  await click(page.getByRole('main').getByRole('link', { name: 'Manage ARK Servers' }));
  await click(page.getByRole('button', { name: 'Add server' }).first());
  const dialog = page.getByRole('dialog', { name: 'Add server' });
  await dialog.getByLabel('Name', { exact: true }).fill(`Mine ${Date.now().toString(36)}`);
  await click(dialog.getByRole('button', { name: 'Add server' }));
  const panel = page.getByRole('region', { name: 'Connect this server' });
  await panel.getByLabel('Folder of the game').fill(folder);
  await panel.getByLabel('RCON port').fill(String(game.rcon.port));
  clicks += 1;
  await panel.getByRole('radio', { name: 'Ask me when it runs' }).check({ force: true });
  const copy = panel.getByRole('button', { name: 'Copy command', exact: true });
  await expect(copy).toBeVisible();
  const command = await panel.locator('code').first().innerText();
  await click(copy);
  return { clicks, command };
}

async function removeShownServer(page: Page): Promise<void> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.delete(`/api/ark/servers/${id}`, { headers: { authorization: `Bearer ${token}` } });
}

const ticks = (page: Page) => page.getByRole('status', { name: 'Set-up' }).getByRole('listitem');
const allGood = [/RCON works/, /The log is found/, /The world save is found/];

test('an Admin adds a server without the docs: one command, and the ticks turn green', async ({ page }) => {
  const game = readGame('Scorched Earth');
  const machine = openMachine(game);
  try {
    await logIn(page, 'admin');
    const { clicks, command } = await addServer(page, game, machine.folder);
    expect(clicks).toBeLessThanOrEqual(5);
    expect(command).not.toContain(game.rcon.password);
    await expect(ticks(page).first()).toContainText('Waiting for the agent to connect');
    expect(await findViolations(page)).toEqual([]);
    machine.run(command, game.rcon.password);
    await expect(ticks(page)).toContainText([/The agent is connected/, ...allGood]);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('region', { name: 'Connect this server' })).toBeHidden();
    await page.getByRole('button', { name: 'Set up' }).click();
    await expect(ticks(page)).toContainText([/The agent is connected/, ...allGood]);
  } finally {
    await removeShownServer(page);
    await machine.remove();
  }
});

test('a wrong RCON password is named, and the same command with the right one works', async ({ page }) => {
  const game = readGame('Ragnarok');
  const machine = openMachine(game);
  try {
    await logIn(page, 'admin');
    const { command } = await addServer(page, game, machine.folder);
    machine.run(command, 'not the password');
    await expect(ticks(page)).toContainText([
      /The agent is connected/,
      /The game refused the RCON password.*ServerAdminPassword/,
      /The log is found/,
      /The world save is found/,
    ]);
    await machine.stop();
    await expect(ticks(page).first()).toContainText('Waiting for the agent to connect');
    machine.run(command, game.rcon.password);
    await expect(ticks(page)).toContainText([/The agent is connected/, ...allGood]);
  } finally {
    await removeShownServer(page);
    await machine.remove();
  }
});
