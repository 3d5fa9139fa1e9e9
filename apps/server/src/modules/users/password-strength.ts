import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { lazy } from '../../platform/lazy.ts';

/** The cost grows faster than the length: 60 ms of CPU for the worst text of this length, 4 ms for a usual one. */
const maxLength = 24;
/** Fewer than a million guesses. */
const leastScore = 2;

/** Built once, at the first password: it takes 100 ms and 8 MB. */
const estimator = lazy(
  () =>
    new ZxcvbnFactory({
      dictionary: { 'passwords-common': dictionary['passwords-common'] },
      graphs: adjacencyGraphs,
      maxLength,
    }),
);

const common = lazy(() => new Set(dictionary['passwords-common'].slice(0, 10_000)));

const advice: { [Warning in NonNullable<ZxcvbnResult['feedback']['warning']>]?: string } = {
  userInputs: 'It has your name, your email address, or the name of this portal in it.',
  topTen: 'It is one of the most common passwords.',
  topHundred: 'It is one of the most common passwords.',
  common: 'It is one of the most common passwords.',
  similarToCommon: 'It is similar to a common password.',
  straightRow: 'It follows the keys of a keyboard.',
  keyPattern: 'It follows the keys of a keyboard.',
  simpleRepeat: 'It repeats the same characters.',
  extendedRepeat: 'It repeats the same characters.',
  sequences: 'It is a sequence, such as abc or 6543.',
  recentYears: 'Years are easy to guess.',
  dates: 'Dates are easy to guess.',
};

const remedy = 'Add another word or two.';

/** What is wrong with a password that is guessed soon; undefined if it is good enough. `own` are words of its user. */
export function adviceAgainst(password: string, own: readonly string[]): string | undefined {
  const folded = password.toLowerCase();
  const words = own.map((word) => word.toLowerCase()).filter((word) => word.length > 2);
  if (words.includes(folded)) return `${advice.userInputs} ${remedy}`;
  if (common().has(folded)) return `${advice.common} ${remedy}`;
  // Only both ends of a long one: if either is good enough, the whole is.
  const ends = new Set([password.slice(0, maxLength), password.slice(-maxLength)]);
  const results = [...ends].map((end) => estimator().check(end, words));
  if (results.some(({ score }) => score >= leastScore)) return undefined;
  const warning = results[0]?.feedback.warning;
  return [warning && advice[warning], remedy].filter(Boolean).join(' ');
}
