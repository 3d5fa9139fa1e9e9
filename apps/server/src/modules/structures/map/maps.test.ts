import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { ask, openServer, sendSave } from '../structures.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tribehall-maps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const axis = { shift: 50, scale: 8000 };
const entry = (name: string, more: object = {}) => ({
  name,
  title: `The ${name}`,
  latitude: axis,
  longitude: axis,
  ...more,
});
const file = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

describe('maps of the operator', () => {
  it('are known beside those of the game, with their pictures', async () => {
    writeFileSync(join(folder, 'isle.png'), 'picture');
    mkdirSync(join(folder, 'folder.png'));
    const app = await createTestApp({
      MAPS_FILE: file('maps.json', [
        entry('MyIsle', { picture: 'isle.png' }),
        entry('Missing', { picture: 'missing.png' }),
        entry('Folder', { picture: 'folder.png' }),
      ]),
    });
    const user = await createTestUser(app);
    const { id, agent } = await openServer(app);
    const mapOf = async (map: string | null) => {
      await sendSave(agent, {}, { map });
      return (await ask<{ map: object | null }>(app, user, `/servers/${id}/structures`)).data.map;
    };
    expect(await mapOf('MyIsle')).toEqual({ ...entry('MyIsle'), hasPicture: true });
    expect(await mapOf('Ragnarok_WP')).toMatchObject({ title: 'Ragnarok', hasPicture: false });
    expect(await mapOf('Nowhere')).toBeNull();
    // What the save does not say, the agent may have said.
    expect(await mapOf(null)).toMatchObject({ name: 'TheIsland_WP' });

    const picture = (map: string, headers = {}) =>
      app.http.inject({ url: `/api/ark/maps/${map}/picture`, headers: { ...user.headers, ...headers } });
    const shown = await picture('myisle');
    expect([shown.statusCode, shown.body]).toEqual([200, 'picture']);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const again = await picture('MyIsle', { 'if-none-match': shown.headers['etag'] });
    expect(again.statusCode).toBe(304);
    for (const name of [
      'Missing',
      'Folder',
      'TheIsland_WP',
      'Nowhere',
      'isle.png',
      '..%2fmaps.json',
      'maps.json',
      '%00',
    ])
      expect([400, 404], name).toContain((await picture(name)).statusCode);
    expect((await app.http.inject({ url: '/api/ark/maps/MyIsle/picture' })).statusCode).toBe(401);
  });

  it.each([
    ['is not there', () => join(folder, 'nowhere.json'), /nowhere\.json/],
    ['is no JSON', () => file('broken.json', '['), /broken\.json/],
    ['has a wrong map', () => file('wrong.json', [entry('A', { latitude: 1 })]), /Map 1 \(A\): latitude must be/],
    ['leads elsewhere', () => file('elsewhere.json', [entry('A', { picture: '../secret.png' })]), /picture must be/],
  ])('stop the start where their file %s', async (_, path, words) => {
    const start = createTestApp({ MAPS_FILE: path() });
    await expect(start).rejects.toThrow(/^MAPS_FILE names a file that cannot be used/);
    await expect(start).rejects.toThrow(words);
  });
});
