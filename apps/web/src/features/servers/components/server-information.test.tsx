import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { AgentUpdate } from './server-information.tsx';

const commandLine = 'npx --yes https://ark.example/api/ark/agent/0.2.0-aaaaaaaaaa.tgz run';
const offered = { version: '0.2.0', build: 'aaaaaaaaaa', commandLine };

function render(version: string, { isServerAdmin = true } = {}) {
  const portal = fakePortal({ 'GET /ark/agent': { data: offered } });
  const server = buildServer({ agent: { name: 'tribehall-agent', version } });
  renderPart(() => (
    <>
      <AgentUpdate server={server} isServerAdmin={isServerAdmin} />
      <p>the end</p>
    </>
  ));
  return portal;
}

describe('the agent of a server', () => {
  it('is shown as older than the portal, with the command that updates it', async () => {
    render('0.1.0+bbbbbbbbbb');
    expect(await screen.findByText(/Agent 0\.1\.0 is older than this portal \(0\.2\.0\)\. To update it/)).toBeDefined();
    expect(screen.getByText(commandLine)).toBeDefined();
  });

  it('is shown as another build of the same version', async () => {
    render('0.2.0+bbbbbbbbbb');
    expect(await screen.findByText(/Agent 0\.2\.0 is a different build from the one this portal offers/)).toBeDefined();
    expect(screen.getByText(commandLine)).toBeDefined();
  });

  it('is the matter of the admins of the server: others get no command', async () => {
    render('0.1.0', { isServerAdmin: false });
    expect(await screen.findByText(/Ask an admin of this server to update it/)).toBeDefined();
    expect(screen.queryByText(commandLine)).toBeNull();
  });

  it('is not spoken of when it is the portal’s own', async () => {
    const portal = render('0.2.0+aaaaaaaaaa');
    await screen.findByText('the end');
    await expect.poll(() => portal.callsOf('GET /ark/agent')).toHaveLength(1);
    expect(screen.queryByText(/Agent 0/)).toBeNull();
  });
});
