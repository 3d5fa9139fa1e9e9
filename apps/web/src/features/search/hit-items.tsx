import { Database, File, Network, Server, Users, type LucideIcon } from 'lucide-react';
import { PlainText } from '../../components/display/plain-text.tsx';
import { TimeAgo } from '../../components/display/time-ago.tsx';
import { serverStateLooks } from '../../lib/servers/server-states.ts';
import { formatBytes } from '../../lib/text/format.ts';
import { groupTitles, type PaletteGroup, type PaletteItem } from './palette-items.ts';
import type { RecentItem, RecentKind } from './recent-items.ts';
import type { PlayerHit, SearchHits, ServerHit } from './search.queries.ts';
import { formatCount } from '../../lib/text/format-count.ts';

/** The actions that the user has on what was found. */
export type HitActions = {
  player: (hit: PlayerHit) => PaletteItem[];
  server: (hit: ServerHit) => PaletteItem[];
};

const icons = {
  server: Server,
  cluster: Network,
  tribe: Users,
  file: File,
  database: Database,
} as const satisfies Record<Exclude<RecentKind, 'player'>, LucideIcon>;

/** What the portal has found, by kind. */
export function hitGroups(hits: SearchHits, actions: HitActions): PaletteGroup[] {
  return [
    { title: groupTitles.players, items: hits.players.map((hit) => playerItem(hit, actions.player(hit))) },
    { title: groupTitles.servers, items: hits.servers.map((hit) => serverItem(hit, actions.server(hit))) },
    { title: groupTitles.clusters, items: hits.clusters.map(clusterItem) },
    { title: groupTitles.tribes, items: hits.tribes.map(tribeItem) },
    { title: groupTitles.files, items: hits.files.map(fileItem) },
    { title: groupTitles.databases, items: hits.databases.map(databaseItem) },
  ];
}

export function recentGroup(recent: readonly RecentItem[]): PaletteGroup {
  const items = recent.map((item) => ({ ...linkItem(item), id: `recent ${item.kind} ${item.id}` }));
  return { title: groupTitles.recent, items };
}

/** How an older name, or another name of the same person, relates to the player. */
const aliasWords = {
  name: 'older name of',
  survivor: 'survivor of',
  account: 'account of',
  discord: 'Discord account of',
} as const;

function playerItem(hit: PlayerHit, actions: PaletteItem[]): PaletteItem {
  const { id, match } = hit;
  const name = hit.name || 'Unnamed player';
  const alias = match.by === 'id' || match.text === hit.name ? undefined : aliasWords[match.by];
  const item = linkItem({ kind: 'player', id, name, href: `/arkbot/players/${encodeURIComponent(id)}` });
  const note = (
    <>
      {match.by === 'id' ? `ID ${id} · ` : null}
      {alias === undefined ? null : (
        <>
          {alias} <PlainText text={name} />
          {' · '}
        </>
      )}
      <Presence hit={hit} />
    </>
  );
  if (alias === undefined) return { ...item, note, actions };
  return { ...item, id: `${item.id} ${match.text}`, name: match.text, note, actions };
}

function Presence({ hit: { isOnline, server, lastSeenAt } }: { hit: PlayerHit }) {
  const place = server === null ? null : <PlainText text={server.name} />;
  if (isOnline) return place === null ? 'online' : <>online on {place}</>;
  if (lastSeenAt === null) return place ?? 'never seen online';
  return (
    <>
      last seen <TimeAgo at={lastSeenAt} />
      {place === null ? null : <> · {place}</>}
    </>
  );
}

function serverItem({ id, name, state, map, playerCount }: ServerHit, actions: PaletteItem[]): PaletteItem {
  const facts = [serverStateLooks[state].word, map, playerCount === null ? null : count(playerCount, 'player')];
  const item = linkItem({ kind: 'server', id, name, href: `/arkbot/servers/${encodeURIComponent(id)}` });
  return { ...item, note: <PlainText text={facts.filter((fact) => fact !== null).join(' · ')} />, actions };
}

function clusterItem({ id, name, serverCount }: SearchHits['clusters'][number]): PaletteItem {
  const item = linkItem({ kind: 'cluster', id, name, href: `/arkbot/clusters/${encodeURIComponent(id)}` });
  return { ...item, note: count(serverCount, 'server') };
}

function tribeItem({ id, name, server, memberCount }: SearchHits['tribes'][number]): PaletteItem {
  const href = `/arkbot/servers/${encodeURIComponent(server.id)}/tribes/${id}`;
  const item = linkItem({ kind: 'tribe', id: `${server.id} ${id}`, name, href });
  const note = (
    <>
      <PlainText text={server.name} /> · {count(memberCount, 'member')}
    </>
  );
  return { ...item, note };
}

function fileItem({ id, name, bytes }: SearchHits['files'][number]): PaletteItem {
  const item = linkItem({ kind: 'file', id, name, href: `/files/${encodeURIComponent(id)}` });
  return { ...item, note: formatBytes(bytes) };
}

function databaseItem({ file }: SearchHits['databases'][number]): PaletteItem {
  const path = file.split('/').map(encodeURIComponent).join('/');
  // The route of a database has two parts, also for a file outside of any folder.
  return linkItem({
    kind: 'database',
    id: file,
    name: file,
    href: `/databases/${path}${file.includes('/') ? '' : '/'}`,
  });
}

function linkItem(recent: RecentItem): PaletteItem & { href: string } {
  const { kind, id, name, href } = recent;
  const shown = name.trim() === '' ? `Unnamed ${kind}` : name;
  const mark = kind === 'player' ? { playerId: id, name: shown } : icons[kind];
  return { id: `${kind} ${id}`, name: shown, kind, href, mark, recent: { ...recent, name: shown } };
}

function count(amount: number, noun: string): string {
  return `${formatCount(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}
