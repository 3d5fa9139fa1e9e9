import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createQueryClient, Providers } from '../../../app/providers.tsx';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { ChatSettingsPanel } from './chat-settings-panel.tsx';

const guildId = '81384788765712384';
const settings = {
  sharesClusterChat: true,
  hasBotTraffic: true,
  loggingGuilds: [guildId],
  relayGuilds: [],
  guilds: [],
};

function show() {
  render(
    <Providers queryClient={createQueryClient()}>
      <ChatSettingsPanel serverId="s1" instigator="76561190000000001" />
    </Providers>,
  );
  return userEvent.setup();
}

describe('the chat settings of a server', () => {
  it('turn the cluster on and off, on behalf of the own character', async () => {
    const portal = fakePortal({
      'GET /ark/servers/{id}/chatSettings': { data: settings },
      'PUT /ark/servers/{id}/chatSettings': { data: { ...settings, sharesClusterChat: false } },
    });
    const person = show();
    await person.click(await screen.findByRole('switch', { name: /^Share chat with the cluster/ }));
    await waitFor(() => expect(portal.callsOf('PUT /ark/servers/{id}/chatSettings')).toHaveLength(1));
    const [call] = portal.callsOf('PUT /ark/servers/{id}/chatSettings');
    expect(call?.body).toEqual({ sharesClusterChat: false });
    expect(call?.headers.get('x-instigator')).toBe('76561190000000001');
  });

  it('stop the bot with its own call and let it in again', async () => {
    const portal = fakePortal({
      'GET /ark/servers/{id}/chatSettings': { data: settings },
      'POST /ark/servers/{id}/disableDiscordBotWebSocket': { data: { ...settings, hasBotTraffic: false } },
      'PUT /ark/servers/{id}/chatSettings': { data: settings },
    });
    const person = show();
    const bot = await screen.findByRole('switch', { name: /^Bot traffic/ });
    await person.click(bot);
    expect(await screen.findByText(/nothing reaches these guilds/)).toBeDefined();
    await waitFor(() => expect(portal.callsOf('POST /ark/servers/{id}/disableDiscordBotWebSocket')).toHaveLength(1));
    await person.click(bot);
    await waitFor(() =>
      expect(portal.callsOf('PUT /ark/servers/{id}/chatSettings')[0]?.body).toEqual({ hasBotTraffic: true }),
    );
  });

  it('turn back when the server refuses', async () => {
    fakePortal({
      'GET /ark/servers/{id}/chatSettings': { data: settings },
      'PUT /ark/servers/{id}/chatSettings': { status: 503, error: 'Busy.', code: 'UNAVAILABLE' },
    });
    const person = show();
    const share = await screen.findByRole<HTMLInputElement>('switch', { name: /^Share chat with the cluster/ });
    await person.click(share);
    expect(await screen.findByText('Busy.')).toBeDefined();
    await waitFor(() => expect(share.checked).toBe(true));
  });

  it('add a guild with what it gets, and take one away', async () => {
    const both = { ...settings, loggingGuilds: [guildId, '5'], relayGuilds: ['5'] };
    const portal = fakePortal({
      'GET /ark/servers/{id}/chatSettings': { data: settings },
      'POST /ark/servers/{id}/addChatLoggingChannel': { data: both },
      'POST /ark/servers/{id}/enableCrossServerChat': { data: both },
    });
    const person = show();
    const field = await screen.findByLabelText('Guild ID');
    await person.type(field, 'abc{Enter}');
    expect(await screen.findByText('A guild ID is a number with up to 20 digits.')).toBeDefined();
    await person.clear(field);
    await person.type(field, '5');
    await person.click(screen.getByRole('checkbox', { name: 'Relay' }));
    await person.click(screen.getByRole('button', { name: 'Add guild' }));
    const table = within(await screen.findByRole('table'));
    expect(await table.findByRole('rowheader', { name: '5' })).toBeDefined();
    expect(portal.callsOf('POST /ark/servers/{id}/addChatLoggingChannel')[0]?.body).toEqual({ guildId: '5' });
    await waitFor(() =>
      expect(portal.callsOf('POST /ark/servers/{id}/enableCrossServerChat')[0]?.body).toEqual({ guildId: '5' }),
    );
    await person.click(table.getByRole('button', { name: `Remove ${guildId}` }));
    await waitFor(() =>
      expect(portal.callsOf('POST /ark/servers/{id}/addChatLoggingChannel').at(-1)?.body).toEqual({
        guildId,
        remove: true,
      }),
    );
  });

  it('name the guilds that the bot knows, and say why one is refused', async () => {
    const error = 'The bot is not in a guild with this id.';
    const fields = [{ field: 'guildId', message: error }];
    fakePortal({
      'GET /ark/servers/{id}/chatSettings': {
        data: {
          ...settings,
          loggingGuilds: [guildId, '5'],
          guilds: [{ id: guildId, name: 'Obelisk Fans', icon: '/api/discord/guilds/8/icon' }],
        },
      },
      'POST /ark/servers/{id}/addChatLoggingChannel': { status: 400, error, code: 'BAD_REQUEST', details: { fields } },
    });
    const person = show();
    const known = await screen.findByRole('rowheader', { name: `Obelisk Fans ${guildId}` });
    expect(known.querySelector('img')?.getAttribute('src')).toBe('/api/discord/guilds/8/icon');
    expect(screen.getByRole('checkbox', { name: 'Log channel of Obelisk Fans' })).toBeDefined();
    expect(screen.getByRole('rowheader', { name: '5' }).querySelector('img')).toBeNull();
    await person.type(screen.getByLabelText('Guild ID'), '7{Enter}');
    expect(await screen.findByText(error)).toBeDefined();
    expect(screen.getByLabelText('Guild ID').getAttribute('aria-invalid')).toBe('true');
  });

  it('say which right is missing', async () => {
    const error = 'You need the role Admin or a linked character that is admin on this server.';
    fakePortal({ 'GET /ark/servers/{id}/chatSettings': { status: 403, error, code: 'FORBIDDEN' } });
    show();
    expect(await screen.findByText(error)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});
