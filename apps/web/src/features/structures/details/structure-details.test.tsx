import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { buildInfo, buildStructure, daysAgo, hostileName } from '../../../testing/structure-replies.ts';
import { StructureDetails } from './structure-details.tsx';

type Options = { structureId?: string; isAdmin?: boolean; onShowOnMap?: () => void };

function show(
  reply: Parameters<typeof fakePortal>[0],
  { structureId = '101', isAdmin = true, onShowOnMap }: Options = {},
) {
  const portal = fakePortal(reply);
  const { map } = buildInfo();
  const part = renderPart(() => (
    <StructureDetails serverId="s1" structureId={structureId} map={map} isAdmin={isAdmin} onShowOnMap={onShowOnMap} />
  ));
  return { portal, ...part };
}

const call = 'GET /ark/servers/{id}/structures/{structureId}';
const factOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

describe('StructureDetails', () => {
  it('shows class, tribe, owner, coordinates and dates', async () => {
    show({ [call]: { data: buildStructure() } });
    expect(await screen.findByText('Large Storage Box')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Porters' }).getAttribute('href')).toBe(
      '/arkbot/servers/s1/tribes/1111111111',
    );
    expect(factOf('Name')).toBe('Meat and berries');
    expect(factOf('Owner')).toBe('Mira');
    expect(screen.getByRole('link', { name: 'Mira' }).getAttribute('href')).toBe('/arkbot/players/76561198000000001');
    expect(factOf('Owners seen')).toBe('yesterday');
    expect(factOf('Health')).toBe(`500 of ${(10_000).toLocaleString()}`);
    expect(factOf('Built')).toBe('3 days ago');
    expect(factOf('First seen')).toBe('2 days ago');
    expect(factOf('Class')).toBe('StorageBox_Large_C');
    expect(screen.queryByText('Gone')).toBeNull();
    expect(screen.getByText('48.0, 51.0')).toBeDefined();
    expect(screen.getByText('cheat setplayerpos 6850 -13700 1235')).toBeDefined();
  });

  it('hides the teleport command from players', async () => {
    show({ [call]: { data: buildStructure() } }, { isAdmin: false });
    await screen.findByText('Large Storage Box');
    expect(screen.queryByText(/setplayerpos/)).toBeNull();
  });

  it('shows when it was lost, and untrusted names as text', async () => {
    const structure = buildStructure({
      goneAt: daysAgo(4),
      name: null,
      owner: { arkId: '1', name: hostileName, playerId: null },
      tribe: { id: 5, name: hostileName },
      health: null,
      ownersSeenAt: null,
    });
    show({ [call]: { data: structure } });
    expect(await screen.findByText('Gone')).toBeDefined();
    expect(factOf('Gone')).toBe('4 days ago');
    expect(factOf('Owner')).toBe('<b>=cmd()‹U+202E›‹U+0000›evil');
    expect(factOf('Owners seen')).toBe('never');
    expect(factOf('Health')).toBe(`${(10_000).toLocaleString()} of ${(10_000).toLocaleString()}`);
  });

  it('shows it on the map', async () => {
    const onShowOnMap = vi.fn<() => void>();
    const { person } = show({ [call]: { data: buildStructure() } }, { onShowOnMap });
    await person.click(await screen.findByRole('button', { name: 'Show on map' }));
    expect(onShowOnMap).toHaveBeenCalledOnce();
  });

  it('shows the error of an unknown structure', async () => {
    show({ [call]: { status: 404, error: 'There is no such structure.', code: 'NOT_FOUND' } });
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such structure.');
  });

  it.each(['x', '0', '1.5', '-2', ''])('does not request %j from the portal', async (structureId) => {
    const { portal } = show({}, { structureId });
    expect(await screen.findByText('There is no such structure.')).toBeDefined();
    expect(portal.callsOf(call)).toEqual([]);
  });
});
