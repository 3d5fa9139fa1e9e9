import {
  Ban,
  Copy,
  ExternalLink,
  Flag,
  Info,
  Mail,
  MessageSquare,
  Pencil,
  Save,
  Scale,
  Skull,
  Users,
  Warehouse,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { copyText } from '../../components/buttons/copy-link.ts';
import type { HitActions } from '../../features/search/hit-items.tsx';
import type { PaletteItem } from '../../features/search/palette-items.ts';
import type { PlayerHit, ServerHit } from '../../features/search/search.queries.ts';
import type { Task } from './task-dialog.tsx';

type Handlers = {
  /** Opens the dialog of an action. */
  onTask: (task: Omit<Task, 'instigator'>) => void;
  onSaveWorld: (serverId: string) => void;
  onReport: (player: { id: string; name: string }) => void;
  /** Whether it is the user's own character: nobody reports themselves. */
  isOwn: (playerId: string) => boolean;
};

/** What the user may do with a player or server that was found. The portal has the last word. */
export function hitActions(handlers: Handlers): HitActions {
  return {
    player: (hit) => playerActions(hit, handlers),
    server: (hit) => serverActions(hit, handlers),
  };
}

function playerActions(hit: PlayerHit, { onTask, onReport, isOwn }: Handlers): PaletteItem[] {
  const { id, server, isAdmin, isOnline } = hit;
  const name = hit.name || 'Unnamed player';
  const action = actionsOn(`player ${id}`, name);
  const page = `/arkbot/players/${encodeURIComponent(id)}`;
  const open = action('Open', ExternalLink, { href: page });
  const copy = action('Copy ID of', Copy, { run: () => void copyText('ID', id) });
  const report = { ...action('Report', Flag, { run: () => onReport({ id, name }) }), after: '…' };
  const always = isOwn(id) ? [copy] : [report, copy];
  if (server === null || !isAdmin) return [open, ...always];
  const start = (kind: Task['kind']) => ({ run: () => onTask({ kind, server, player: { id, name } }) });
  const look = { isDangerous: true, after: '…' };
  return [
    open,
    { ...action('Mail', Mail, start('mail')), isCommon: true },
    ...(isOnline ? [{ ...action('Kill', Skull, start('kill')), ...look }] : []),
    { ...action('Ban', Ban, start('ban')), ...look, isCommon: true },
    { ...action('Sanction', Scale, start('sanction')), after: '…' },
    ...always,
  ];
}

function serverActions({ id, name, state, isAdmin }: ServerHit, { onTask, onSaveWorld }: Handlers): PaletteItem[] {
  const action = actionsOn(`server ${id}`, name);
  const page = `/arkbot/servers/${encodeURIComponent(id)}`;
  const pages = [
    action('Info of', Info, { href: page }),
    action('Players of', Users, { href: `${page}/players` }),
    action('Structures of', Warehouse, { href: `${page}/structures` }),
    action('Chat of', MessageSquare, { href: `${page}/chat` }),
  ];
  const save = action('Save world of', Save, { run: () => onSaveWorld(id) });
  const rename = action('Rename', Pencil, { run: () => onTask({ kind: 'rename', server: { id, name } }) });
  const canSave = state === 'up' || state === 'degraded';
  return isAdmin ? [...pages, ...(canSave ? [save] : []), { ...rename, after: '…' }] : pages;
}

type Effect = { href: string } | { run: () => void };

function actionsOn(subjectId: string, name: string) {
  return (before: string, mark: LucideIcon, effect: Effect): PaletteItem => ({
    id: `${before} ${subjectId}`,
    before,
    name,
    mark,
    kind: 'href' in effect ? 'page' : 'action',
    ...effect,
  });
}
