import type { StructureGround } from '@tribehall/contract/shared/structure-ground';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildServer } from '../../../testing/ark.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildPoints, buildStructures, pointsReply } from '../../../testing/structures.ts';
import { buildUser } from '../../../testing/users.ts';

const accessToken = 't1';
const path = '/arkbot/servers/s1/structures';
const groundCall = 'GET /ark/servers/{id}/structures/ground';
const ground: StructureGround = {
  cellUnits: 10_000,
  sampleCount: 1_234,
  cells: Array.from({ length: 100 }, (_none, index) => [index % 10, Math.floor(index / 10), index - 50]),
  water: [[20, 20]],
};

const groundReply = (sent: StructureGround) => new Response(JSON.stringify(sent), { headers: { etag: '"g1"' } });

function show(info: Parameters<typeof buildStructures>[0] = {}, sent = ground) {
  const portal = fakePortal({
    'GET /users/me': { data: buildUser() },
    'GET /ark/servers/{id}/details': { data: buildServer() },
    'GET /ark/servers/{id}/structures': { data: buildStructures({ isAdmin: false, ...info }) },
    'GET /ark/servers/{id}/structures/points': () => pointsReply(buildPoints()),
    [groundCall]: () => groundReply(sent),
  });
  return { portal, ...renderApp(path, { accessToken }) };
}

const map = () => screen.findByRole('application', { name: /^Map of structures: / });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the relief of the map', () => {
  beforeEach(() => localStorage.removeItem('structuresRelief'));

  it('says what it is made of, in its legend and in the summary of the map', async () => {
    show();
    expect(await button('Relief from saves: 1,234 samples')).toBeDefined();
    const facts =
      '2.1 % of the map · contours every 10 m over 99 m · blue where only swimmers were seen · blank where too little is known';
    expect(screen.getByText(facts)).toBeDefined();
    const summary = 'Relief from 1,234 samples in saves covers 2.1 % of the map, over 99 metres of height.';
    await waitFor(async () => expect((await map()).getAttribute('aria-label')).toContain(summary));
  });

  it('is switched off and on, and stays so', async () => {
    const { person } = show();
    await person.click(await button(/1,234 samples/));
    expect((await button('Relief from saves')).getAttribute('aria-pressed')).toBe('false');
    expect((await map()).getAttribute('aria-label')).not.toContain('Relief');
    expect(localStorage.getItem('structuresRelief')).toBe('off');
    await person.click(await button('Relief from saves'));
    expect((await button(/1,234 samples/)).getAttribute('aria-pressed')).toBe('true');
    expect(localStorage.getItem('structuresRelief')).toBeNull();
  });

  it('says that there are too few samples yet', async () => {
    show({}, { ...ground, sampleCount: 0, cells: [], water: [] });
    expect(await screen.findByText('Too few samples yet. They accumulate with every save.')).toBeDefined();
    expect((await map()).getAttribute('aria-label')).not.toContain('Relief');
  });

  it.each([
    ['viewers who see their own tribe alone', { sight: 'tribe', tribe: { id: 11, name: 'Porters' } }],
    ['a map with a picture of the operator', { map: { ...buildStructures().map, hasPicture: true } }],
  ] as [string, object][])('is not there for %s', async (_whom, info) => {
    const { portal } = show(info);
    expect(await map()).toBeDefined();
    expect(screen.queryByRole('button', { name: /Relief/ })).toBeNull();
    expect(portal.callsOf(groundCall)).toHaveLength(0);
  });
});
