import { expect, it } from 'vitest';
import { attachment } from './attachment.ts';

it.each([
  ['Größe "1".mp3', 'Gr__e _1_.mp3', 'Gr%C3%B6%C3%9Fe%20%221%22.mp3'],
  ['maps/The Island/north.png', 'north.png', 'north.png'],
  ['C:\\maps\\north.png', 'north.png', 'north.png'],
  ['a"\r\nX:1', 'a___X:1', 'a%22__X%3A1'],
  ['50%41.txt', '50_41.txt', '50%2541.txt'],
  ["it's (1)*!.txt", "it's (1)*!.txt", 'it%27s%20%281%29%2A%21.txt'],
  ['🦖.zip', '_.zip', '%F0%9F%A6%96.zip'],
  ['half \ud83e.txt', 'half _.txt', 'half%20_.txt'],
  ['a; filename=b.exe', 'a; filename=b.exe', 'a%3B%20filename%3Db.exe'],
])('sends the name %j in letters that every browser knows, and in full', (name, ascii, encoded) =>
  expect(attachment(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`),
);
