import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { alice, linkCharacter } from '../players/players.fixture.ts';
import { app, ask, codes, game, guildId, onPlayer, onServer, post, type Recorded } from './audit-coverage.fixture.ts';

const aboutPlayer = `/ark/players/${alice.id}`;

async function newNote(): Promise<string> {
  const { id } = await post('POST /ark/players/{playerId}/notes', { text: 'A note' }, `${aboutPlayer}/notes`);
  return `${aboutPlayer}/notes/${String(id)}`;
}

const newCluster = async () => String((await post('POST /ark/clusters', { clusterName: `C${Math.random()}` }))['id']);

async function newWhitelistEntry(): Promise<string> {
  const playerId = `7656119${String(Math.random()).slice(2, 12).padEnd(10, '0')}`;
  const { id } = await post('POST /ark/whitelist', { reach: { type: 'all' }, playerId });
  return String(id);
}

const aboutAlice = { playerId: alice.id, serverId: game.id, text: 'Blocks the path' };
const newReport = async () => `/ark/reports/${String((await post('POST /ark/reports', aboutAlice))['id'])}`;

/** Calls about game servers, and the action of the entry that each leaves. */
export const recordedOfArk: Recorded = {
  'POST /ark/clusters': ['clusters.create', newCluster],
  'PUT /ark/clusters/{id}': [
    'clusters.rename',
    async () => post('PUT /ark/clusters/{id}', { clusterName: 'Other' }, `/ark/clusters/${await newCluster()}`),
  ],
  'DELETE /ark/clusters/{id}': [
    'clusters.remove',
    async () => ask('DELETE /ark/clusters/{id}', `/ark/clusters/${await newCluster()}`),
  ],
  'POST /ark/clusters/{id}/servers': [
    'clusters.addServer',
    async () =>
      post('POST /ark/clusters/{id}/servers', { serverId: game.id }, `/ark/clusters/${await newCluster()}/servers`),
  ],
  'DELETE /ark/clusters/{id}/servers/{serverId}': [
    'clusters.removeServer',
    async () => {
      const path = `/ark/clusters/${await newCluster()}/servers`;
      await post('POST /ark/clusters/{id}/servers', { serverId: game.id }, path);
      await ask('DELETE /ark/clusters/{id}/servers/{serverId}', `${path}/${game.id}`);
    },
  ],
  'POST /ark/servers/{id}/mail': [
    'mail.send',
    () => post('POST /ark/servers/{id}/mail', { to: alice.id, subject: 'a', body: 'b' }, `${onServer}/mail`),
  ],
  'POST /ark/servers/{id}/players/{playerId}/mail': [
    'mail.send',
    () => post('POST /ark/servers/{id}/players/{playerId}/mail', { subject: 'a', body: 'b' }, `${onPlayer}/mail`),
  ],
  'DELETE /ark/servers/{id}/mail/{mailId}': [
    'mail.takeBack',
    async () => {
      const letter = { to: '76561198000000009', subject: 'a', body: 'b' };
      const { mailId } = await post('POST /ark/servers/{id}/mail', letter, `${onServer}/mail`);
      await ask('DELETE /ark/servers/{id}/mail/{mailId}', `${onServer}/mail/${String(mailId)}`);
    },
  ],
  'POST /ark/servers/{id}/players/{playerId}/kill': [
    'players.kill',
    () => post('POST /ark/servers/{id}/players/{playerId}/kill', {}, `${onPlayer}/kill`),
  ],
  'POST /ark/servers/{id}/players/{playerId}/ban': [
    'players.ban',
    () => post('POST /ark/servers/{id}/players/{playerId}/ban', {}, `${onPlayer}/ban`),
  ],
  'DELETE /ark/servers/{id}/players/{playerId}/ban': [
    'players.unban',
    () => ask('DELETE /ark/servers/{id}/players/{playerId}/ban', `${onPlayer}/ban`),
  ],
  'POST /ark/servers/{id}/players/{playerId}/consoleCommand': [
    'players.console',
    () =>
      post(
        'POST /ark/servers/{id}/players/{playerId}/consoleCommand',
        { command: 'Fly' },
        `${onPlayer}/consoleCommand`,
      ),
  ],
  'POST /ark/servers/{id}/players/{playerId}/auth/confirm': [
    'players.link',
    async () => {
      await post('POST /ark/servers/{id}/players/{playerId}/auth', {}, `${onPlayer}/auth`);
      const payload = { twoFaCode: codes.at(-1) };
      await post('POST /ark/servers/{id}/players/{playerId}/auth/confirm', payload, `${onPlayer}/auth/confirm`);
    },
  ],
  'DELETE /ark/servers/{id}/players/{playerId}/auth': [
    'players.unlink',
    async () => {
      const user = await createTestUser(app);
      await linkCharacter(app, user, { serverId: game.id, playerId: '76561198000000007' });
      await ask('DELETE /ark/servers/{id}/players/{playerId}/auth', `${onServer}/players/76561198000000007/auth`);
    },
  ],
  'POST /ark/players/{playerId}/notes': ['notes.add', newNote],
  'PUT /ark/players/{playerId}/notes/{noteId}': [
    'notes.edit',
    async () => post('PUT /ark/players/{playerId}/notes/{noteId}', { text: 'Another text' }, await newNote()),
  ],
  'DELETE /ark/players/{playerId}/notes/{noteId}': [
    'notes.remove',
    async () => ask('DELETE /ark/players/{playerId}/notes/{noteId}', await newNote()),
  ],
  'POST /ark/players/{playerId}/notes/{noteId}/restore': [
    'notes.restore',
    async () => {
      const path = await newNote();
      await ask('DELETE /ark/players/{playerId}/notes/{noteId}', path);
      await post('POST /ark/players/{playerId}/notes/{noteId}/restore', {}, `${path}/restore`);
    },
  ],
  'PUT /ark/players/{playerId}/flags': [
    'players.flags',
    () => post('PUT /ark/players/{playerId}/flags', { watch: true }, `${aboutPlayer}/flags`),
  ],
  'POST /ark/reports': ['reports.create', newReport],
  'POST /ark/reports/{id}/comments': [
    'reports.comment',
    async () => post('POST /ark/reports/{id}/comments', { text: 'Seen it' }, `${await newReport()}/comments`),
  ],
  'PUT /ark/reports/{id}/assignee': [
    'reports.assign',
    async () => post('PUT /ark/reports/{id}/assignee', { isMine: true }, `${await newReport()}/assignee`),
  ],
  'POST /ark/reports/{id}/answer': [
    'reports.answer',
    async () => post('POST /ark/reports/{id}/answer', { text: 'Thanks' }, `${await newReport()}/answer`),
  ],
  'POST /ark/reports/{id}/close': [
    'reports.close',
    async () => post('POST /ark/reports/{id}/close', {}, `${await newReport()}/close`),
  ],
  'POST /ark/reports/{id}/reopen': [
    'reports.reopen',
    async () => {
      app.passMs(10 * 60 * 1000);
      const path = await newReport();
      await post('POST /ark/reports/{id}/close', {}, `${path}/close`);
      await post('POST /ark/reports/{id}/reopen', {}, `${path}/reopen`);
    },
  ],
  'POST /ark/servers': ['servers.add', () => post('POST /ark/servers', { name: 'A new one', game: 'asa' })],
  'PUT /ark/servers/{id}': [
    'servers.rename',
    () => post('PUT /ark/servers/{id}', { name: `Renamed ${Math.random()}` }, onServer),
  ],
  'PUT /ark/servers/{id}/join': [
    'servers.join',
    () => post('PUT /ark/servers/{id}/join', { maxPlayers: 70, joinAddress: null }, `${onServer}/join`),
  ],
  'DELETE /ark/servers/{id}': [
    'servers.remove',
    async () => ask('DELETE /ark/servers/{id}', `/ark/servers/${(await addTestServer(app)).id}`),
  ],
  'POST /ark/servers/{id}/token': [
    'servers.token',
    async () => {
      const newToken = 'th_0123456789abcdefghijklmnopqrstuvwxyz';
      await post('POST /ark/servers/{id}/token', { newToken }, `/ark/servers/${(await addTestServer(app)).id}/token`);
    },
  ],
  'POST /ark/servers/{id}/agent/update': [
    'servers.updateAgent',
    () => post('POST /ark/servers/{id}/agent/update', {}, `${onServer}/agent/update`),
  ],
  'POST /ark/servers/{id}/auth/confirm': [
    'servers.admin',
    async () => {
      await post('POST /ark/servers/{id}/auth', {}, `${onServer}/auth`);
      await post('POST /ark/servers/{id}/auth/confirm', { twoFaCode: codes.at(-1) }, `${onServer}/auth/confirm`);
    },
  ],
  'DELETE /ark/players/{playerId}': [
    'players.erase',
    async () => {
      const user = await createTestUser(app);
      await linkCharacter(app, user, { serverId: game.id, playerId: '76561198000000008' });
      await ask('DELETE /ark/players/{playerId}', '/ark/players/76561198000000008');
    },
  ],
  'PUT /ark/servers/{id}/history': [
    'history.visibleTo',
    () => post('PUT /ark/servers/{id}/history', { visibleTo: 'members' }, `${onServer}/history`),
  ],
  'PUT /ark/servers/{id}/structures': [
    'structures.visibleTo',
    () => post('PUT /ark/servers/{id}/structures', { visibleTo: 'members' }, `${onServer}/structures`),
  ],
  'POST /ark/servers/{id}/saveWorld': [
    'servers.saveWorld',
    () => post('POST /ark/servers/{id}/saveWorld', {}, `${onServer}/saveWorld`),
  ],
  'POST /ark/servers/{id}/console': [
    'servers.console',
    () => post('POST /ark/servers/{id}/console', { command: 'SaveWorld' }, `${onServer}/console`),
  ],
  'POST /ark/broadcasts': [
    'servers.broadcast',
    () => post('POST /ark/broadcasts', { reach: { type: 'server', serverId: game.id }, text: 'Hello' }),
  ],
  'POST /ark/whitelist': ['whitelist.add', newWhitelistEntry],
  'DELETE /ark/whitelist/{id}': [
    'whitelist.remove',
    async () => ask('DELETE /ark/whitelist/{id}', `/ark/whitelist/${await newWhitelistEntry()}`),
  ],
  'POST /ark/whitelist/{id}/restore': [
    'whitelist.restore',
    async () => {
      const path = `/ark/whitelist/${await newWhitelistEntry()}`;
      await ask('DELETE /ark/whitelist/{id}', path);
      await post('POST /ark/whitelist/{id}/restore', {}, `${path}/restore`);
    },
  ],
  'PUT /ark/servers/{id}/whitelist': [
    'whitelist.manage',
    () => post('PUT /ark/servers/{id}/whitelist', { isManaged: true }, `${onServer}/whitelist`),
  ],
  'PUT /ark/servers/{id}/chatSettings': [
    'chat.settings',
    () => post('PUT /ark/servers/{id}/chatSettings', { hasBotTraffic: true }, `${onServer}/chatSettings`),
  ],
  'POST /ark/servers/{id}/addChatLoggingChannel': [
    'chat.logging',
    () => post('POST /ark/servers/{id}/addChatLoggingChannel', { guildId }, `${onServer}/addChatLoggingChannel`),
  ],
  'POST /ark/servers/{id}/enableCrossServerChat': [
    'chat.relay',
    () => post('POST /ark/servers/{id}/enableCrossServerChat', { guildId }, `${onServer}/enableCrossServerChat`),
  ],
  'POST /ark/servers/{id}/disableDiscordBotWebSocket': [
    'chat.settings',
    () => post('POST /ark/servers/{id}/disableDiscordBotWebSocket', {}, `${onServer}/disableDiscordBotWebSocket`),
  ],
};
