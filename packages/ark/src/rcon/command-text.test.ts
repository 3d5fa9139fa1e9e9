import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { chatRows, CommandTextError, commandLine, plainArgument, quoted } from './command-text.ts';
import { serverChat } from './commands.ts';

const asa = { isAsciiOnly: false, maxLength: 200 };
const ase = { isAsciiOnly: true, maxLength: 200 };

describe('rows of chat', () => {
  it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])('begin at the line break %j', (lineBreak) => {
    expect(chatRows(`one${lineBreak}${lineBreak} ${lineBreak}KickPlayer 1`, asa)).toEqual(['one', 'KickPlayer 1']);
  });

  it.each([
    ['a", "; KickPlayer 1', 'a", "; KickPlayer 1'],
    ['a\0b\u0008c\u007fd', 'abcd'],
    ['\u001b[31mred\u001b[0m \u001b]0;title\u0007x \u009b2Jy \u001bcz', 'red x y z'],
    ['a\u202egnp.exe\u202c \u2066x\u2069 \u200eb\u061cc\ufeffd', 'agnp.exe x bcd'],
    ['tab\there\u00a0and\u3000there', 'tab here and there'],
    ['half \ud83e pair \udd96', 'half  pair'],
    ['hi | KickPlayer 1', 'hi : KickPlayer 1'],
    ['<RichColor Color="1,0,0,0">hidden</> <Rich<RichColor Color="">Color x>', 'hidden < RichColor x>'],
    ['👩‍🚀 می‌خواهم', '👩‍🚀 می‌خواهم'],
  ])('make %j into %j', (text, row) => {
    expect(chatRows(text, asa)).toEqual([row]);
  });

  it.each([
    ['idée Müller Ångström ﬁne', 'idee Muller Angstrom fine'],
    ['Straße Ærø Łódź Þór', 'Strasse AEro Lodz Thor'],
    ['“so” – he said… 5 €', '"so" - he said... 5 EUR'],
    ['いぬ 🦖 👩‍🚀', '?? ? ??'],
    ['ａ｜ＫｉｃｋＰｌａｙｅｒ １', 'a:KickPlayer 1'],
    ['＜RichColor Color="0,0,0,0"＞x＜/＞', 'x'],
    ['Ċ Ģ Ā', 'C G A'],
  ])('make %j into the ASCII %j for ASE', (text, row) => {
    expect(chatRows(text, ase)).toEqual([row]);
  });

  it.each(['', ' \n \t', '\u202e\0', '\u001b[2J'])('are none for %j', (text) => {
    expect(chatRows(text, asa)).toEqual([]);
  });

  it('are wrapped between words, counted in code points', () => {
    expect(chatRows('one two three four', { ...asa, maxLength: 9 })).toEqual(['one two', 'three', 'four']);
    expect(chatRows('🦖'.repeat(25), { ...asa, maxLength: 10 })).toEqual([
      '🦖'.repeat(10),
      '🦖'.repeat(10),
      '🦖'.repeat(5),
    ]);
    expect(chatRows('abc', { ...asa, maxLength: 0 })).toEqual(['a', 'b', 'c']);
  });

  it('are at most 20', () => {
    expect(chatRows('x\n'.repeat(1000), asa)).toHaveLength(20);
    expect(chatRows('ﷺ'.repeat(50_000), ase)).toHaveLength(20);
  });

  it('are one safe line each for 20,000 hostile texts', { timeout: 60_000 }, () => {
    const unsafe: string[] = [];
    const random = seededRandom(56);
    const pieces = [
      '\n',
      '\r',
      '\0',
      ';',
      '|',
      '"',
      '\u2028',
      '\u2029',
      '\u0085',
      '\u001b',
      '[2J',
      '\\',
      'KickPlayer 1',
      '\u202e',
      '\ud83e',
      '\udd96',
      '<RichColor ',
      '</>',
      '｜',
      '＂',
      'Ċ',
      ' ',
    ];
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 12 }, () => random.pick(pieces)).join('');
      for (const options of [asa, ase]) {
        for (const row of chatRows(text, options)) {
          const safe = options.isAsciiOnly ? /^[ -{}~]+$/ : /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}|]+$/u;
          if (serverChat(row) !== `ServerChat ${row}` || !safe.test(row) || /<RichColor|<\/>/i.test(row))
            unsafe.push(row);
        }
      }
    }
    expect(unsafe).toEqual([]);
  });
});

describe('a quoted argument', () => {
  it.each([
    ['Bob', '"Bob"'],
    ['a", "; KickPlayer 1', '"a, ; KickPlayer 1"'],
    ['two\nlines\0 | x', '"two lines : x"'],
    ['ends with \\', '"ends with /"'],
    ['', '""'],
  ])('of %j is %j', (text, argument) => {
    expect(quoted(text)).toBe(argument);
  });
});

it('takes plain arguments as they are or not at all', () => {
  expect(plainArgument('12:30')).toBe('12:30');
  expect(plainArgument('/Game/PrimalEarth/Dodo.Dodo_C')).toBe('/Game/PrimalEarth/Dodo.Dodo_C');
  for (const text of ['', 'a b', 'a"', "a'", 'a|b', 'a\n', 'é', 'x'.repeat(201)]) {
    expect(() => plainArgument(text)).toThrow(CommandTextError);
  }
});

describe('a typed command', () => {
  it('is taken as typed, without the blanks and invisible marks around it', () => {
    expect(commandLine('\ufeff GiveItemToPlayer 1 "Blueprint\'/Game/x\'" 1 0 0 \n')).toBe(
      'GiveItemToPlayer 1 "Blueprint\'/Game/x\'" 1 0 0',
    );
  });

  it.each(['', ' \n', 'a\nb', 'a\r\nb', 'a\0', 'a\u2028b', 'a\u001b[2J', 'x'.repeat(1001)])(
    'is refused as %j',
    (text) => {
      expect(() => commandLine(text)).toThrow(CommandTextError);
    },
  );
});
