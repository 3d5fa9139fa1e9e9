import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { linkCharacter } from '../players/players.fixture.ts';
import { ask, openServer, structure, survivor, sendSave } from './structures.fixture.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });
const stranger = await createTestUser(app);
const mira = '76561198000000001';

describe('the classes of a server', () => {
  it('are those of its save, by their family and folder', async () => {
    const { id, agent } = await openServer(app);
    const list = (query: string, user = admin) =>
      ask<string[]>(app, user, `/servers/${id}/getAllClassesOfType?${query}`);
    expect(await list('parentClass=Actor')).toMatchObject({ status: 409, code: 'NOT_SUPPORTED' });
    await sendSave(agent, {
      structures: [
        structure('own', { className: 'Wall_C' }),
        structure('other', { className: 'Mod%Wall_C', teamId: 12 }),
      ],
      survivors: [survivor('501', { playerId: mira, teamId: 11 })],
      classes: [
        { className: 'Wall_C', kind: 'structure', directory: '/Game/PrimalEarth/Structures/Stone', count: 2 },
        { className: 'Mod%Wall_C', kind: 'structure', directory: '/Game/Mods/Walls', count: 1 },
        { className: 'Dodo_C', kind: 'creature', directory: '/Game/PrimalEarth/Dinos', count: 3 },
        { className: 'Gone_C', kind: 'creature', count: 0 },
        { className: 'Stone_C', kind: 'item', count: 9 },
        { className: 'PlayerPawn_C', kind: 'survivor', count: 1 },
        { className: 'Sky_C', kind: 'other', count: 1 },
      ],
    });
    expect((await list('parentClass=PrimalStructure')).data).toEqual(['Mod%Wall_C', 'Wall_C']);
    expect((await list('parentClass=PrimalDinoCharacter')).data).toEqual(['Dodo_C']);
    expect((await list('parentClass=PrimalItem')).data).toEqual(['Stone_C']);
    expect((await list('parentClass=ShooterCharacter')).data).toEqual(['PlayerPawn_C']);
    expect((await list('parentClass=Actor')).data).toHaveLength(6);
    expect((await list('parentClass=Sky_C')).data).toEqual(['Sky_C']);
    expect((await list('parentClass=Nothing_C')).data).toEqual([]);
    expect((await list('parentClass=Object&directory=%2FGame%2FPrimalEarth')).data).toEqual(['Dodo_C', 'Wall_C']);
    expect((await list('parentClass=Object&directory=%25')).data).toEqual([]);
    const member = await createTestUser(app);
    await linkCharacter(app, member, { serverId: id, playerId: mira });
    for (const parent of ['PrimalStructure', 'Actor', 'Wall_C'])
      expect((await list(`parentClass=${parent}`, member)).data, parent).toEqual(['Wall_C']);
    for (const parent of ['PrimalDinoCharacter', 'PrimalItem', 'ShooterCharacter', 'Dodo_C', 'Mod%25Wall_C'])
      expect((await list(`parentClass=${parent}`, member)).data, parent).toEqual([]);
    expect((await list('parentClass=Actor', stranger)).data).toEqual([]);
    expect(await list('parentClass=%00')).toMatchObject({ status: 400 });
    expect(await list('directory=x')).toMatchObject({ status: 400 });
  });
});
