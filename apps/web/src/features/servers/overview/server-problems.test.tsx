import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import type { Server } from '../servers.queries.ts';
import type { ServerSave } from './problems.ts';
import { ServerProblems } from './server-problems.tsx';

const commandLine = 'npx --yes https://ark.example/api/ark/agent/0.2.0-aaaaaaaaaa.tgz run';
const offered = { version: '0.2.0', build: 'aaaaaaaaaa', commandLine };
const current = { name: 'tribehall-agent', version: '0.2.0+aaaaaaaaaa' };
const noSave: ServerSave = { savedAt: null, isRead: false, tribeCount: null, survivorCount: null, error: null };

type Given = { isServerAdmin?: boolean; isPortalAdmin?: boolean; save?: ServerSave };

const update = 'POST /ark/servers/{id}/agent/update';

function render(changes: Partial<Server>, { isServerAdmin = true, isPortalAdmin = false, save = noSave }: Given = {}) {
  const portal = fakePortal({
    'GET /ark/agent': { data: offered },
    [update]: { data: { version: '0.2.0+aaaaaaaaaa' } },
  });
  const server = buildServer({ agent: current, ...changes });
  renderPart(() => (
    <>
      <ServerProblems {...{ server, save, isServerAdmin, isPortalAdmin }} />
      <p>the end</p>
    </>
  ));
  return portal;
}

const agentOf = (version: string) => ({ agent: { name: 'tribehall-agent', version } });
const problems = async () => within(await screen.findByRole('region', { name: 'Problems' }));

describe('the agent of a server', () => {
  it('is shown as older than the portal, with the command that updates it', async () => {
    render(agentOf('0.1.0+bbbbbbbbbb'));
    expect(await screen.findByText('Agent 0.1.0 is older than this portal (0.2.0).')).toBeDefined();
    expect(screen.getByText(/^To update it, stop it/)).toBeDefined();
    expect(screen.getByText(commandLine)).toBeDefined();
  });

  it('is shown as another build of the same version', async () => {
    render(agentOf('0.2.0+bbbbbbbbbb'));
    expect(await screen.findByText(/Agent 0\.2\.0 is a different build from the one this portal offers/)).toBeDefined();
    expect(screen.getByText(commandLine)).toBeDefined();
  });

  it('is updated by an Admin of the portal where its operator allows it', async () => {
    const capabilities = { can: ['agent.update' as const], cannot: [] };
    const portal = render({ ...agentOf('0.1.0'), capabilities }, { isPortalAdmin: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Update agent' }));
    expect(await screen.findByText('Agent 0.2.0 is installed and connects in a moment.')).toBeDefined();
    expect(portal.callsOf(update)).toHaveLength(1);
    expect(screen.queryByText(commandLine)).toBeNull();
  });

  it.each([
    ['for others', { can: ['agent.update' as const], cannot: [] }, false],
    ['where its operator does not allow it', { can: [], cannot: [] }, true],
  ])('has no such button %s', async (_case, capabilities, isPortalAdmin) => {
    render({ ...agentOf('0.1.0'), capabilities }, { isPortalAdmin });
    expect(await screen.findByText(commandLine)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Update agent' })).toBeNull();
  });

  it('is the matter of the admins of the server: others get no command', async () => {
    render(agentOf('0.1.0'), { isServerAdmin: false });
    expect(await screen.findByText(/Ask an admin of this server to update it/)).toBeDefined();
    expect(screen.queryByText(commandLine)).toBeNull();
  });

  it('is not spoken of when it is the portal’s own', async () => {
    const portal = render({});
    await screen.findByText('the end');
    await expect.poll(() => portal.callsOf('GET /ark/agent')).toHaveLength(1);
    expect(screen.queryByRole('region', { name: 'Problems' })).toBeNull();
  });

  it('that is away is the first thing to know, with the command that starts it', async () => {
    render({ isConnected: false, state: 'offline', ...agentOf('0.1.0') });
    const region = await problems();
    expect(region.getByText("The agent isn't connected.")).toBeDefined();
    expect(await region.findByText('Agent 0.1.0 is older than this portal (0.2.0).')).toBeDefined();
    expect(region.getAllByText(commandLine)).toHaveLength(2);
  });

  it('that never connected is no problem yet', async () => {
    render({ isConnected: false, state: 'offline', agent: null });
    await screen.findByText('the end');
    expect(screen.queryByRole('region', { name: 'Problems' })).toBeNull();
  });
});

describe('a game with a problem', () => {
  it.each([
    ['The game server refused the RCON password.', 'degraded', /ServerAdminPassword/],
    ['The program at this address does not speak RCON.', 'down', /must be the game's RCONPort/],
    ['Nothing answers at this address (ECONNREFUSED).', 'down', /RCONEnabled=True/],
    ['The game server did not answer in time.', 'degraded', /saving or overloaded/],
  ] as const)('says why and what to do: %s', async (stateReason, state, fix) => {
    render({ state, stateReason });
    const region = await problems();
    expect(region.getByText(stateReason)).toBeDefined();
    expect(region.getByText(fix)).toBeDefined();
  });

  it('says since when it is down, and to others whom to ask', async () => {
    render({ state: 'down', stateReason: null }, { isServerAdmin: false });
    const region = await problems();
    expect(region.getByText(/^The game has been down since .*2026/)).toBeDefined();
    expect(region.getByText('Ask an admin of this server to look at it.')).toBeDefined();
  });

  it('names the files that the agent lacks, and a save that could not be read', async () => {
    const reason = 'The agent cannot read the world saves in /ark/Saved.';
    const cannot = [{ command: 'players.kill' as const, reason }];
    const error = { at: '2026-01-02T03:04:05Z', reason: 'The save ends too early.' };
    render({ capabilities: { can: ['players.list'], cannot } }, { save: { ...noSave, error } });
    const region = await problems();
    expect(region.getByText("The agent can't read the game's log and saves.")).toBeDefined();
    expect(region.getByText(reason)).toBeDefined();
    expect(region.getByText("The newest world save couldn't be read.")).toBeDefined();
    expect(region.getByText('The save ends too early.')).toBeDefined();
  });

  it('shows hostile words of an agent literally', async () => {
    render({ state: 'down', stateReason: '<b>bold</b>' });
    expect((await problems()).getByText('<b>bold</b>')).toBeDefined();
  });
});
