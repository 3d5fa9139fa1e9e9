import { execFileSync } from 'node:child_process';
import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanFolder, folderFault, quoteForPowerShell, quoteForSh, rconFault, setupCommand } from './setup-command.ts';

const pieces = [
  "'",
  '"',
  '\\',
  '$HOME',
  '$(id)',
  '`id`',
  ' ',
  '&',
  '|',
  ';',
  '>',
  '<',
  '*',
  '?',
  '~',
  '#',
  '!',
  '%PATH%',
  '^',
  '{a,b}',
  '=',
  ',',
  '‘',
  '’',
  '‚',
  '‛',
  '-',
  '/',
  'é',
  '𝒳',
  'a',
];
/** No program can get a NUL or half a character as an argument. */
const argument = textOf(...pieces, '\n', '\t').map((text) => text.replaceAll(/[\0\p{Cs}]/gu, ''));

/** The words that sh makes of a line. */
function wordsOf(line: string): string[] {
  return execFileSync('sh', ['-s'], { encoding: 'utf8', input: `printf '%s\\0' ${line}\n` })
    .split('\0')
    .slice(0, -1);
}

it('quotes any text as one word of sh', () => {
  // A process takes longer than all the rest, so each gets many texts.
  fc.assert(
    fc.property(fc.array(argument, { minLength: 1, maxLength: 100, size: 'max' }), (texts) => {
      expect(wordsOf(texts.map(quoteForSh).join(' '))).toEqual(texts);
    }),
    { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 20) },
  );
});

it('quotes any text as one string of PowerShell, which any of its quotation marks would end', () => {
  fc.assert(
    fc.property(argument, (text) => {
      const inner = quoteForPowerShell(text).slice(1, -1);
      expect(inner.replaceAll(/['\u2018-\u201b]{2}/g, '')).not.toMatch(/['\u2018-\u201b]/);
      expect(inner.replaceAll(/(['\u2018-\u201b])\1/g, '$1')).toBe(text);
    }),
  );
});

it('makes a command of any folder and address that it accepts, with each as one word', () => {
  const commandLine = 'TRIBEHALL_TOKEN=th_x-1 npx --yes https://p.org/a.tgz add --portal https://p.org --game asa';
  const rcon = fc.oneof(fc.constantFrom('', '27020', 'host:27020', '[::1]:1', 'a b:1', '$(id):1', '99999'), argument);
  const choice = fc.record({
    system: fc.constant('linux' as const),
    folder: argument.map((text) => `/${text}`),
    rcon,
    asksPassword: fc.boolean(),
  });
  const accepted = fc.array(choice, { minLength: 1, maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(accepted, (choices) => {
      const right = choices.filter((given) => folderFault(given) === null && rconFault(given) === null);
      const line = right
        .map((given) => `end ${setupCommand('s-1', commandLine, given).replace(/^\S+ /, '')}`)
        .join(' ');
      const words = wordsOf(`${line} end`)
        .join('\0')
        .split('end\0')
        .slice(1)
        .map((text) => text.split('\0').slice(0, -1));
      for (const [index, given] of right.entries()) {
        const address = given.rcon.trim();
        const options = [
          `--folder=${cleanFolder(given.folder)}`,
          ...(address === '' ? [] : ['--rcon', address]),
          ...(given.asksPassword ? ['--ask-password'] : []),
          '--run',
        ];
        if (!options.some((option) => option.includes('end')))
          expect(words[index]?.slice(-options.length)).toEqual(options);
      }
    }),
    { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 20) },
  );
});
