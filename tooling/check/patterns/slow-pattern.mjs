import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { Chars, toUnicodeSet } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

/**
 * @typedef {import('@eslint-community/regexpp').AST.Element} Element
 * @typedef {import('@eslint-community/regexpp').AST.Flags} Flags
 * @typedef {import('@eslint-community/regexpp').AST.Quantifier} Quantifier
 * @typedef {import('@eslint-community/regexpp').AST.Pattern} Pattern
 * @typedef {ReturnType<typeof Chars.all>} CharSet
 */

/** A repetition that is bounded so high is as slow as one without a bound, on texts up to that length. */
const unboundedFrom = 64;
const parser = new RegExpParser();

/**
 * Returns the repetitions of a pattern that can take more than linear time, each with the reason.
 * `scslre` (the engine of eslint-plugin-regexp) finds backtracking. Of searches it knows those that are slow on one
 * repeated character; `slowSearches` also finds those that need several, like `/<\/([^:>]+):/` on `</</</`.
 * @param {string} source @param {string} flagText @returns {string[]}
 */
export function findSlowParts(source, flagText) {
  const flags = parser.parseFlags(flagText);
  const pattern = parser.parsePattern(source, undefined, undefined, flags);
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max >= unboundedFrom) quantifier.max = Infinity;
    },
  });
  const found = analyse({ pattern, flags }).reports.flatMap((report) => {
    if (report.type === 'Trade') return `${report.startQuant.raw} backtracks`;
    if (report.type === 'Self') return `${report.quant.raw} backtracks`;
    // Used for lookarounds only: elsewhere it also reports what cannot fail, like /x[^]*$/.
    return surroundings(report.quant) ? [] : searching(report.quant);
  });
  return [...new Set([...found, ...slowSearches(pattern, flags)])];
}

/** @param {Quantifier} quantifier */
const searching = ({ raw }) => `${raw} is tried again from every position`;

/**
 * Repetitions that can run over text in which the whole match could begin again, and then fail.
 * @param {Pattern} pattern @param {Flags} flags @returns {string[]}
 */
function slowSearches(pattern, flags) {
  /** @type {string[]} */
  const found = [];
  if (flags.sticky) return found;
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max !== Infinity) return;
      const around = surroundings(quantifier);
      if (!around) return;
      const chars = consumed(quantifier.element, flags);
      const canBeginInside = around.before.every((element) => fitsInto(element, chars, flags));
      if (canBeginInside && around.after.some((element) => mayFail(element, chars, flags)))
        found.push(searching(quantifier));
    },
  });
  return found;
}

/** What has to match before and after it; undefined inside a lookaround. @param {Quantifier} quantifier */
function surroundings(quantifier) {
  /** @type {{ before: Element[], after: Element[] }} */
  const around = { before: [], after: [] };
  /** @type {any} */
  let node = quantifier;
  for (; node.parent; node = node.parent) {
    if (node.type === 'Assertion') return undefined;
    if (node.parent.type !== 'Alternative') continue;
    const { elements } = node.parent;
    const index = elements.indexOf(node);
    around.before.unshift(...elements.slice(0, index));
    around.after.push(...elements.slice(index + 1));
  }
  return around;
}

/** All characters that an element can consume. @param {Element} element @param {Flags} flags @returns {CharSet} */
function consumed(element, flags) {
  if (element.type === 'Quantifier') return consumed(element.element, flags);
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives
      .flatMap(({ elements }) => elements)
      .reduce((chars, child) => chars.union(consumed(child, flags)), Chars.empty(flags));
  if (element.type === 'Assertion') return Chars.empty(flags);
  return element.type === 'Backreference' ? Chars.all(flags) : toUnicodeSet(element, flags).chars;
}

/** Whether it can match text of these characters alone. @param {Element} element @param {CharSet} chars @param {Flags} flags @returns {boolean} */
function fitsInto(element, chars, flags) {
  if (element.type === 'Quantifier') return element.min === 0 || fitsInto(element.element, chars, flags);
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives.some(({ elements }) => elements.every((child) => fitsInto(child, chars, flags)));
  if (element.type === 'Assertion')
    return element.kind !== 'start' || (flags.multiline && !chars.isDisjointWith(Chars.lineTerminator(flags)));
  return !consumed(element, flags).isDisjointWith(chars);
}

/** Whether it can fail after a repetition of these characters. @param {Element} element @param {CharSet} chars @param {Flags} flags @returns {boolean} */
function mayFail(element, chars, flags) {
  if (element.type === 'Quantifier') return element.min > 0 && mayFail(element.element, chars, flags);
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives.every(({ elements }) => elements.some((child) => mayFail(child, chars, flags)));
  if (element.type === 'Assertion' && element.kind === 'end')
    return !(flags.multiline ? chars.union(Chars.lineTerminator(flags)) : chars).isAll;
  return true;
}
