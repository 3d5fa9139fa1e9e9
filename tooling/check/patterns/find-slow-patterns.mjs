import { readPatterns } from './read-patterns.mjs';
import { findSlowParts } from './slow-pattern.mjs';

/** @typedef {{ file: string, code: string, reason: string }} PatternException */

const advice = 'Write it as a loop over the string, anchor it, or list it with the reason in tooling/patterns.mjs.';

/**
 * Every regular expression that can take more than linear time, and every exception that is not needed any more.
 * @param {[file: string, text: string][]} sources @param {PatternException[]} exceptions @returns {string[]}
 */
export function findSlowPatterns(sources, exceptions) {
  const unused = new Set(exceptions);
  const faults = sources
    .flatMap(([file, text]) => readPatterns(file, text))
    .flatMap((pattern) => {
      const fault = describe(pattern);
      const excepted = exceptions.find(({ file, code }) => file === pattern.file && code === pattern.code);
      if (excepted) unused.delete(excepted);
      return fault && !excepted ? `${pattern.file}:${pattern.line} ${pattern.code} ${fault} ${advice}` : [];
    });
  return [...faults, ...[...unused].map(({ file, code }) => `${file} has no ${code} any more: remove the exception.`)];
}

/** @param {import('./read-patterns.mjs').FoundPattern} pattern */
function describe({ source, flags }) {
  if (source === undefined) return 'is not known before it runs.';
  try {
    const slow = findSlowParts(source, flags);
    return slow.length > 0 ? `takes more than linear time: ${slow.join(', ')}.` : undefined;
  } catch (error) {
    return `cannot be read: ${/** @type {Error} */ (error).message}.`;
  }
}
