import { expect, it } from 'vitest';
import { fileNameOf } from './downloaded-file.service.ts';

it.each([
  ['Dodo Sunrise', 'Dodo Sunrise.mp3'],
  ['../../etc/passwd', 'etc_passwd.mp3'],
  ['..\\..\\windows\\x', 'windows_x.mp3'],
  ['x.desktop', 'x.desktop.mp3'],
  ['CON', 'song CON.mp3'],
  ['nul.txt', 'song nul.txt.mp3'],
  ['', 'song.mp3'],
  ['...', 'song.mp3'],
  ['.bashrc', 'bashrc.mp3'],
  ['-rf', 'rf.mp3'],
  ['a\u0000b\nc\u001b[2J', 'abc[2J.mp3'],
  ['gpj.\u202eexe', 'gpj.exe.mp3'],
  ['What? "Really": 100% <b>*|', 'What_ _Really_ 100_ _b_.mp3'],
  ['Rëmix 🦖', 'Rëmix 🦖.mp3'],
  ['half \ud800 of it', 'half of it.mp3'],
])('names the file of %j', (title, name) => expect(fileNameOf(title, 'mp3')).toBe(name));

it('cuts a long name between letters, whatever they weigh', () => {
  for (const letter of ['a', 'ä', '恐', '🦖', '👨‍👩‍👧‍👦', 'é']) {
    const name = fileNameOf(letter.repeat(300), 'opus');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
    expect(name.endsWith('.opus')).toBe(true);
    expect(name).not.toContain('\ufffd');
  }
});
