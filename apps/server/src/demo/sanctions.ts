import type { Reach, SanctionKind } from '@tribehall/contract';

type Template = { name: string; kind: SanctionKind; reason: string; minutes: number | null };

const dayMinutes = 24 * 60;

/** The most usual first. */
export const demoTemplates: readonly Template[] = [
  { name: 'Griefing', kind: 'ban', reason: 'Griefing: rule 3, leave newcomers alone', minutes: 14 * dayMinutes },
  { name: 'Cheating', kind: 'ban', reason: 'Cheating', minutes: null },
  { name: 'Blocking spawns or caves', kind: 'ban', reason: 'Blocking spawns or caves', minutes: 3 * dayMinutes },
  { name: 'Chat abuse', kind: 'mute', reason: 'Insults in the chat', minutes: 2 * dayMinutes },
  { name: 'Language', kind: 'warning', reason: 'Please mind your language in the chat.', minutes: null },
  { name: 'Idle on a full server', kind: 'kick', reason: 'Idle while others wait to join', minutes: null },
];

export type DemoSanction = {
  id: string;
  kind: SanctionKind;
  playerId: string;
  name: string;
  reach: Reach;
  /** All servers of the reach; of a kick or warning the one where it was carried out. */
  on: readonly string[];
  reason: string;
  note?: string;
  evidence?: readonly { kind: 'link' | 'chat'; url?: string; text: string }[];
  by: 'owner' | 'admin' | 'moderator';
  hoursAgo: number;
  lastsHours?: number;
  /** When it ended, was lifted or was read; undefined: active. */
  overHoursAgo?: number;
  /** Why it was lifted. */
  lift?: string;
};

const obelisk = ['demo-island-ascended', 'demo-scorched-earth', 'demo-ragnarok', 'demo-the-center'];
const oldGuard = ['demo-the-island', 'demo-fjordur', 'demo-lost-island', 'demo-valguero'];

/**
 * About the demo's own characters and former players, whose ids the simulated servers know: those who are banned here are
 * on their ban lists, and never come back.
 */
export const demoSanctions: readonly DemoSanction[] = [
  {
    id: 'demo-ban-griefing',
    kind: 'ban',
    playerId: '0002f0e1000000000000000000000001',
    name: 'grimjaw',
    reach: { type: 'cluster', clusterId: 'demo-obelisk' },
    on: obelisk,
    reason: 'Griefing: rule 3, leave newcomers alone',
    note: 'Walled in three new tribes in one night. Warned twice before.',
    evidence: [{ kind: 'chat', text: 'grimjaw: enjoy your new cage lol' }],
    by: 'admin',
    hoursAgo: 118,
    lastsHours: 14 * 24,
  },
  {
    id: 'demo-ban-cheating',
    kind: 'ban',
    playerId: '0002f0e1000000000000000000000002',
    name: 'not_a_cheater',
    reach: { type: 'all' },
    on: [...obelisk, ...oldGuard],
    reason: 'Cheating',
    note: 'Shoots through walls in the recording. Olive and Adam have both seen it.',
    evidence: [{ kind: 'link', url: 'https://video.example/raid-on-ragnarok', text: 'Recording of the raid' }],
    by: 'owner',
    hoursAgo: 32 * 24,
  },
  {
    id: 'demo-ban-caves',
    kind: 'ban',
    playerId: '76561190000000701',
    name: 'LootGoblin',
    reach: { type: 'cluster', clusterId: 'demo-old-guard' },
    on: oldGuard,
    reason: 'Blocking spawns or caves',
    by: 'moderator',
    hoursAgo: 20 * 24,
    lastsHours: 72,
    overHoursAgo: 17 * 24,
  },
  {
    id: 'demo-ban-brother',
    kind: 'ban',
    playerId: '76561190000000702',
    name: 'QuietStorm',
    reach: { type: 'server', serverId: 'demo-lost-island' },
    on: ['demo-lost-island'],
    reason: 'Cheating',
    by: 'admin',
    hoursAgo: 11 * 24,
    overHoursAgo: 9 * 24,
    lift: 'The appeal was right: the recording shows someone else with the same survivor name.',
  },
  {
    id: 'demo-mute-chat',
    kind: 'mute',
    playerId: '0002f0e1000000000000000000000003',
    name: 'MegaphoneMax',
    reach: { type: 'cluster', clusterId: 'demo-obelisk' },
    on: obelisk,
    reason: 'Insults in the chat',
    by: 'admin',
    hoursAgo: 20,
    lastsHours: 48,
  },
  {
    id: 'demo-kick-idle',
    kind: 'kick',
    playerId: '76561190000000703',
    name: 'Sleepyhead',
    reach: { type: 'server', serverId: 'demo-the-island' },
    on: ['demo-the-island'],
    reason: 'Idle while others wait to join',
    by: 'moderator',
    hoursAgo: 47,
    overHoursAgo: 47,
  },
  {
    id: 'demo-warning-raft',
    kind: 'warning',
    playerId: '76561190000000001',
    name: 'mira_plays',
    reach: { type: 'server', serverId: 'demo-the-island' },
    on: ['demo-the-island'],
    reason: 'Your rafts block the river mouth. Please move them by the weekend.',
    by: 'moderator',
    hoursAgo: 15 * 24,
    overHoursAgo: 14.5 * 24,
  },
  {
    id: 'demo-warning-bases',
    kind: 'warning',
    playerId: '0002a11ce0000000000000000000beef',
    name: 'nico.is.new',
    reach: { type: 'server', serverId: 'demo-island-ascended' },
    on: ['demo-island-ascended'],
    reason: 'Please stop asking which bases are empty at night.',
    by: 'owner',
    hoursAgo: 22,
  },
];
