import { expect, it } from 'vitest';
import { cleanFileName } from './file-names.ts';

const bytes = (text: string | undefined) => Buffer.byteLength(text ?? '');

it.each([
  ['maps/island.png', 'maps/island.png'],
  ['../../etc/passwd', 'etc/passwd'],
  ['..\\..\\windows\\system.ini', 'windows/system.ini'],
  ['/etc/shadow', 'etc/shadow'],
  ['C:\\Users\\me\\save.ark', 'Users/me/save.ark'],
  ['c:save.ark', 'save.ark'],
  ['a//b/./c', 'a/b/c'],
  ['.\u0000./.\u0000./x', 'x'],
  ['.. /.. /x', 'x'],
  ['a\u0000.txt', 'a.txt'],
  ['gpj.\u202Eexe.txt', 'gpj.exe.txt'],
  ['line\r\nX-Header: 1', 'lineX-Header: 1'],
  ['\uD800half.txt', 'half.txt'],
  ['e\u0301.txt', '\u00e9.txt'],
  ['e\u200D\u0301.txt', '\u00e9.txt'],
  ['  spaced  .txt ', 'spaced  .txt'],
  ['CON', 'CON'],
  ['...', '...'],
  ['.htaccess', '.htaccess'],
  ['🦖/日本語.png', '🦖/日本語.png'],
  ['C:D:\\x', 'x'],
  ['/C:/./ D:x', 'x'],
  ['👨\u200D👩\u200D👧 and 👩🏽\u200D💻.png', '👨\u200D👩\u200D👧 and 👩🏽\u200D💻.png'],
  ['می\u200Cخواهم.txt', 'می\u200Cخواهم.txt'],
  ['ex\u200De\u200C.txt', 'exe.txt'],
])('makes %j the name %j', (given, expected) => {
  expect(cleanFileName(given)).toBe(expected);
});

it.each(['', '/', '\u3164', '..', '../..', '.\\.', '\u0000', '\u200E\u202A', 'C:', 'C:\\', '   '])(
  'leaves nothing of %j',
  (given) => {
    expect(cleanFileName(given)).toBeUndefined();
  },
);

it('shortens a part of a path to 255 bytes, preserves its extension and splits no character', () => {
  expect(cleanFileName(`${'a'.repeat(300)}.tar`)).toBe(`${'a'.repeat(251)}.tar`);
  const wide = cleanFileName(`${'é'.repeat(200)}.png`);
  expect(wide).toBe(`${'é'.repeat(125)}.png`);
  expect(bytes(cleanFileName('🦖'.repeat(90)))).toBe(252);
  expect(cleanFileName(`${'a'.repeat(248)}👩\u200D🚀`)).toBe(`${'a'.repeat(248)}👩`);
  expect(bytes(cleanFileName(`x.${'y'.repeat(400)}`))).toBe(255);
});

it('preserves the folders next to the file if all of them together are too long', () => {
  const folders = Array.from({ length: 9 }, (_, index) => `${index}${'d'.repeat(199)}`);
  expect(cleanFileName([...folders, 'file.txt'].join('/'))).toBe([...folders.slice(5), 'file.txt'].join('/'));
});

it('looks at the end of a name of thousands of folders, and not at all of them again and again', () => {
  expect(cleanFileName(`${'a/'.repeat(1_000_000)}file.txt`)).toBe(`${'a/'.repeat(496)}file.txt`);
  expect(bytes(cleanFileName(`${'a/'.repeat(1_000_000)}file.txt`))).toBe(1000);
});
