import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildListedServer } from '../../testing/ark.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { describeAudience, serversOf } from './broadcast-audience.ts';
import { BroadcastButton } from './broadcast-button.tsx';

const cluster = { id: 'c1', name: 'Crossark' };
const servers = [
  buildListedServer({ id: 's1', cluster, playerCount: 1 }),
  buildListedServer({ id: 's2', cluster, playerCount: null, state: 'offline' }),
  buildListedServer({ id: 's3', playerCount: 4 }),
];

const idsOf = (reach: Parameters<typeof serversOf>[1]) => serversOf(servers, reach).map(({ id }) => id);

const open = async () => {
  const { person } = renderPart(() => <BroadcastButton reach={{ type: 'cluster', clusterId: 'c1' }} name="Crossark" />);
  await person.click(await screen.findByRole('button', { name: 'Broadcast' }));
  return { person, dialog: within(await screen.findByRole('dialog', { name: 'Broadcast to Crossark' })) };
};

describe('the audience of a broadcast', () => {
  it('is the server, the servers of the cluster, or all', () => {
    expect(idsOf({ type: 'server', serverId: 's3' })).toEqual(['s3']);
    expect(idsOf({ type: 'cluster', clusterId: 'c1' })).toEqual(['s1', 's2']);
    expect(idsOf({ type: 'all' })).toEqual(['s1', 's2', 's3']);
  });

  it('is counted where it is known', () => {
    expect(describeAudience(servers)).toBe("5 players on 2 servers will see it. 1 server can't be reached right now.");
    expect(describeAudience(servers.slice(0, 1))).toBe('1 player on 1 server will see it.');
    expect(describeAudience(servers.slice(1, 2))).toBe('No one will see it: none of the servers is up.');
    expect(describeAudience([])).toBe('There are no servers.');
  });
});

describe('a broadcast', () => {
  it('says who will see it, then what came of it on each server', async () => {
    const portal = fakePortal({
      'GET /ark/servers': { data: servers },
      'POST /ark/broadcasts': {
        data: {
          servers: [
            { id: 's1', name: 'The Island', outcome: 'shown', reason: null },
            { id: 's2', name: 'Fjordur', outcome: 'failed', reason: 'The server is not connected.' },
          ],
        },
      },
    });
    const { person, dialog } = await open();
    expect(await dialog.findByText(/^1 player on 1 server will see it\./)).toBeDefined();
    await person.type(dialog.getByLabelText('Message'), ' Restart at 8 {Enter}');
    expect(await dialog.findByText('Shown on 1 of 2 servers.')).toBeDefined();
    expect(dialog.getByText('The server is not connected.')).toBeDefined();
    expect(portal.callsOf('POST /ark/broadcasts')[0]?.body).toEqual({
      reach: { type: 'cluster', clusterId: 'c1' },
      text: 'Restart at 8',
    });
  });

  it('that is refused keeps its text', async () => {
    fakePortal({
      'GET /ark/servers': { data: servers },
      'POST /ark/broadcasts': { status: 403, error: 'Not yours.', code: 'FORBIDDEN' },
    });
    const { person, dialog } = await open();
    await person.type(dialog.getByLabelText('Message'), 'Hello{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('Not yours.');
    expect(dialog.getByLabelText<HTMLInputElement>('Message').value).toBe('Hello');
  });
});
