/**
 * What an API token may be used for. Every route and topic names one scope, or `none` for people who are logged in alone.
 * Users read the text when they create a token.
 */
export const scopes = {
  read: {
    label: 'Read',
    text: 'See servers, players, chat, tribes, structures and their history, also live',
    isOnServers: true,
  },
  chat: { label: 'Chat and mail', text: 'Send chat messages and mail to players', isOnServers: true },
  moderation: {
    label: 'Moderation',
    text: 'Kick, warn, mute and ban; see and change notes, reports and the whitelist',
    isOnServers: true,
  },
  console: { label: 'Console', text: 'Run console commands, broadcast, save the world', isOnServers: true },
  servers: { label: 'Server settings', text: 'Change settings of servers and clusters', isOnServers: true },
  files: { label: 'Files', text: 'List, open, upload and delete files', isOnServers: false },
  music: { label: 'Music', text: 'See and control the music, download songs', isOnServers: false },
  databases: { label: 'Databases', text: 'Read and write the JSON databases', isOnServers: false },
  logs: { label: 'Logs', text: "Read the logs, the audit log and the host's metrics", isOnServers: true },
} as const satisfies Record<string, ScopeDescription>;

type ScopeDescription = {
  label: string;
  text: string;
  /** A token for some servers may use it on these alone: calls that span servers are refused. */
  isOnServers: boolean;
};

export type Scope = keyof typeof scopes;
/** `none`: no API token is enough. */
export type RouteScope = Scope | 'none';

export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];

/** The parameter of a path that names the only server of the call. */
export function serverParam(path: string): 'id' | undefined {
  return /^\/ark\/servers\/\{id\}(\/|$)/.test(path) ? 'id' : undefined;
}
