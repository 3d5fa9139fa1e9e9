/** Every URL of the app, as the router knows it. This file imports nothing and may be imported from anywhere in the app. */
export const paths = {
  home: '/',
  error: '/error',
  login: '/login',
  register: '/register',
  logout: '/logout',
  account: '/account',
  connection: '/account/connections/$connectionType',
  files: '/files',
  file: '/files/$fileId',
  logs: '/logs',
  terminal: '/terminal',
  blokkensolver: '/blokkensolver',
  databases: '/databases',
  database: '/databases/$file/$',
  skibapbot: '/skibapbot',
  music: '/skibapbot/music',
  servers: '/arkbot/servers',
  server: '/arkbot/servers/$serverId',
  serverPlayers: '/arkbot/servers/$serverId/players',
  serverChat: '/arkbot/servers/$serverId/chat',
  serverStructures: '/arkbot/servers/$serverId/structures',
  serverTribe: '/arkbot/servers/$serverId/tribes/$tribeId',
  clusters: '/arkbot/clusters',
  cluster: '/arkbot/clusters/$clusterId',
  clusterChat: '/arkbot/clusters/$clusterId/chat',
  users: '/users',
  audit: '/audit',
} as const;

export function filePath(fileId: string): string {
  return `/files/${encodeURIComponent(fileId)}`;
}
