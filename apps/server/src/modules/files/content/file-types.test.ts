import { expect, it } from 'vitest';
import { contentTypeOf, maxTextBytes, previewOf } from './file-types.ts';

it.each([
  ['a/b/island.PNG', 'image', 'image/png'],
  ['photo.jpeg', 'image', 'image/jpeg'],
  ['theme.opus', 'audio', 'audio/ogg'],
  ['raid.mov', 'video', 'video/mp4'],
  ['rules.pdf', 'pdf', 'application/pdf'],
  ['page.html', 'text', 'application/octet-stream'],
  ['logo.svg', 'text', 'application/octet-stream'],
  ['script.js', 'text', 'application/octet-stream'],
  ['feed.xml', 'text', 'application/octet-stream'],
  ['Game.ini', 'text', 'application/octet-stream'],
  ['LICENSE', 'text', 'application/octet-stream'],
  ['.png', 'text', 'application/octet-stream'],
  ['maps.png/readme', 'text', 'application/octet-stream'],
  ['constructor', 'text', 'application/octet-stream'],
  ['x.constructor', 'text', 'application/octet-stream'],
  ['mods.zip', 'none', 'application/octet-stream'],
  ['TheIsland.ark', 'none', 'application/octet-stream'],
])('takes %s for %s and sends it as %s', (name, preview, type) => {
  expect([previewOf(name, 100), contentTypeOf(name)]).toEqual([preview, type]);
});

it('shows a long text not at all, and a long film still', () => {
  expect(previewOf('server.log', maxTextBytes)).toBe('text');
  expect(previewOf('server.log', maxTextBytes + 1)).toBe('none');
  expect(previewOf('raid.mp4', 10 * maxTextBytes)).toBe('video');
});
