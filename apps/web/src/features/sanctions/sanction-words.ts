import type { EnforcementState, ReplyInput, SanctionKind, SanctionState } from '@tribehall/contract';
import type { Tone } from '../../lib/servers/server-states.ts';
import { formatCount } from '../../lib/text/format-count.ts';

type ListedSanction = ReplyInput<'GET /ark/sanctions'>['sanctions'][number];
type Look = { word: string; tone: Tone };

/** `noun` and `plural` name a sanction, `verb` is what the button says, `done` what has happened to the player. */
export const kindWords = {
  ban: { noun: 'Ban', plural: 'Bans', verb: 'Ban', done: 'was banned' },
  mute: { noun: 'Mute', plural: 'Mutes', verb: 'Mute', done: 'was muted' },
  warning: { noun: 'Warning', plural: 'Warnings', verb: 'Warn', done: 'was warned' },
  kick: { noun: 'Kick', plural: 'Kicks', verb: 'Kick', done: 'was kicked' },
} as const satisfies Record<SanctionKind, object>;

export const stateLooks = {
  active: { word: 'Active', tone: 'danger' },
  ended: { word: 'Ended', tone: 'quiet' },
  lifted: { word: 'Lifted', tone: 'quiet' },
} as const satisfies Record<SanctionState, Look>;

const enforcementLooks = {
  waiting: { word: 'Waiting for the server', tone: 'busy' },
  sent: { word: 'Sent, not confirmed yet', tone: 'busy' },
  confirmed: { word: 'Confirmed', tone: 'good' },
  failed: { word: 'Failed', tone: 'danger' },
  lifting: { word: 'Waiting to be lifted', tone: 'busy' },
  lifted: { word: 'Lifted', tone: 'quiet' },
} as const satisfies Record<EnforcementState, Look>;

/** A warning is not enforced: it is delivered. */
export function enforcementLook(kind: SanctionKind, state: EnforcementState): Look {
  if (kind === 'warning' && state === 'confirmed') return { word: 'Delivered in the game', tone: 'good' };
  if (kind === 'warning' && state === 'waiting') return { word: 'Waiting for the player', tone: 'busy' };
  return enforcementLooks[state];
}

/** A warning that was read is over; one that was not is still open. */
export function stateLook({ kind, state, acknowledgedAt }: Pick<ListedSanction, 'kind' | 'state' | 'acknowledgedAt'>) {
  if (kind === 'warning' && acknowledgedAt !== null) return { word: 'Read', tone: 'quiet' } as const;
  if (kind === 'warning' && state === 'active') return { word: 'Not read yet', tone: 'warning' } as const;
  return stateLooks[state];
}

export const sourceWords = {
  portal: 'In the portal',
  found: "Found in the server's ban list",
  import: 'Imported from a list',
  discord: 'In Discord',
} as const satisfies Record<ListedSanction['source'], string>;

/** Only these last, and can be lifted. */
export function isLasting(kind: SanctionKind): boolean {
  return kind === 'ban' || kind === 'mute';
}

/** `18 of 20 confirmed, 2 waiting`. Empty where no server has anything to do. */
export function progressText({ kind, state, servers }: Pick<ListedSanction, 'kind' | 'state' | 'servers'>): string {
  const { total, waiting, confirmed, failed } = servers;
  if (total === 0) return '';
  const sent = total - waiting - confirmed - failed;
  const done = kind === 'warning' ? 'delivered' : kind === 'ban' && state !== 'active' ? 'lifted' : 'confirmed';
  const rest = [
    sent > 0 ? `${formatCount(sent)} sent` : '',
    waiting > 0 ? `${formatCount(waiting)} waiting` : '',
    failed > 0 ? `${formatCount(failed)} failed` : '',
  ].filter((text) => text !== '');
  return [`${formatCount(confirmed)} of ${formatCount(total)} ${done}`, ...rest].join(', ');
}

/** The servers that a sanction applies to, within a sentence. */
export function reachText({ type, name }: ListedSanction['reach']): string {
  if (type === 'all') return 'all servers';
  return type === 'cluster' ? `the cluster ${name}` : name;
}
