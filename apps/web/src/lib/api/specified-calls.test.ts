import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** The calls of the specification, section 7. */
const specified = `
POST /users/login · POST /users/register · GET /users/me
GET /oauth2/discord · POST /oauth2/discord · DELETE /oauth2/discord
GET /os/stats · POST /skibapbot/music/update · POST /skibapbot/music/download · GET /skibapbot/music/query · POST /skibapbot/music
GET /databases · GET /databases/{file} · POST /databases/{file}
GET /blokkensolver/words · POST /blokkensolver/solve
GET /ark/clusters · GET /ark/clusters/{id} · GET /ark/clusters/{id}/details · POST /ark/clusters
POST /ark/clusters/{id}/servers · DELETE /ark/clusters/{id}/servers/{serverId}
GET /ark/servers · GET /ark/servers/{id} · GET /ark/servers/{id}/details · DELETE /ark/servers/{id}
POST /ark/servers/{id}/favorite · POST /ark/servers/{id}/token · POST /ark/servers/{id}/ping
POST /ark/servers/{id}/auth · POST /ark/servers/{id}/auth/confirm
POST /ark/servers/{id}/addChatLoggingChannel · POST /ark/servers/{id}/sendChatMessage
POST /ark/servers/{id}/enableCrossServerChat · POST /ark/servers/{id}/disableDiscordBotWebSocket
POST /ark/servers/{id}/mail · GET /ark/servers/{id}/getAllClassesOfType
GET /ark/servers/{id}/players · POST /ark/servers/{id}/players/{playerId}/kill · POST /ark/servers/{id}/players/{playerId}/ban
POST /ark/servers/{id}/players/{playerId}/auth · POST /ark/servers/{id}/players/{playerId}/auth/confirm
POST /ark/servers/{id}/players/{playerId}/mail · POST /ark/servers/{id}/players/{playerId}/consoleCommand
DELETE /ark/servers/{id}/players/{playerId}/auth
GET /ark/stats · GET /files · GET /files/{id} · GET /files/{id}/raw · POST /files · POST /files/{id}/download
POST /terminal · GET /logs · GET /events/{id}
`
  .trim()
  .split(/\s+·\s+|\n/);

/** The decision record gives the reasons. */
const replaced = [
  'GET /ark/clusters/{id}',
  'GET /ark/servers/{id}',
  'GET /ark/servers/{id}/getAllClassesOfType',
  'GET /logs',
  'POST /ark/servers/{id}/mail',
  'POST /files',
  'POST /terminal',
];

it('the pages make the specified calls, except for those that a decision record replaces', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const sources = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\//.test(file))
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  expect(specified.filter((call) => !sources.includes(`'${call}'`)).toSorted()).toEqual(replaced);
  const record = fs.readFileSync(
    path.resolve(root, '../../../docs/decisions/019-calls-beyond-the-specification.md'),
    'utf8',
  );
  for (const call of replaced) expect(record).toContain(`\`${call}\``);
});
