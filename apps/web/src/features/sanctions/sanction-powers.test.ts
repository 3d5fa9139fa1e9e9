import type { ModeratorPower } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { allowedKinds, isModerator, maxBanMinutes, mayModerate, reachChoices } from './sanction-powers.ts';

const cluster = { id: 'c1', name: 'Obelisk' };
const island = { id: 's1', name: 'The Island', cluster };
const ragnarok = { id: 's2', name: 'Ragnarok', cluster: null };
const servers = [island, ragnarok];
const held = (powers: ModeratorPower[], maxBanDays: number | null = null) => ({ powers, maxBanDays });
const nothing = { everywhere: null, servers: [], clusters: [] };
const values = (...given: Parameters<typeof reachChoices>) => reachChoices(...given).map(({ value }) => value);

it('offers an Admin everything, and names the server and cluster at hand', () => {
  const powers = { ...nothing, everywhere: held(['ban', 'kick', 'warn', 'mute']) };
  expect(values(powers, 'ban', servers)).toEqual(['server:s1', 'server:s2', 'cluster:c1', 'all']);
  expect(reachChoices(powers, 'ban', servers, 's1').map(({ text }) => text)).toEqual([
    'The Island (this server)',
    'Ragnarok',
    'Obelisk (its cluster)',
    'All servers',
  ]);
  expect(allowedKinds(powers)).toEqual(['ban', 'mute', 'warning', 'kick']);
  expect(maxBanMinutes(powers, { type: 'all' })).toBeNull();
});

it('offers others only where and what they may', () => {
  const ofServer = { ...nothing, servers: [{ id: 's2', ...held(['kick', 'ban'], 3) }] };
  expect(values(ofServer, 'ban', servers)).toEqual(['server:s2']);
  expect(values(ofServer, 'mute', servers)).toEqual([]);
  expect(allowedKinds(ofServer)).toEqual(['ban', 'kick']);
  expect([mayModerate(ofServer, island), mayModerate(ofServer, ragnarok)]).toEqual([false, true]);
  expect(maxBanMinutes(ofServer, { type: 'server', serverId: 's2' })).toBe(3 * 24 * 60);
  const ofCluster = { ...nothing, clusters: [{ id: 'c1', ...held(['warn']) }] };
  expect(values(ofCluster, 'warning', servers)).toEqual(['server:s1', 'cluster:c1']);
  expect([isModerator(nothing), isModerator(ofServer), isModerator(ofCluster)]).toEqual([false, true, true]);
});
