/**
 * The fenced blocks of a document in which an operator types commands or settings, line by line.
 * @param {string} text @returns {string[][]}
 */
export function fencedBlocks(text) {
  return [...text.matchAll(/^```\n(.*?)^```$/gms)].map(([, block = '']) => block.trim().split('\n'));
}

/**
 * The commands of ours that are named within sentences: `tribehall …`, `npm run admin -- …`, `npm run …`. Those without a
 * name of a command behind them are the program itself.
 * @param {string} text @returns {string[]}
 */
export function namedCommands(text) {
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll(/\s+/g, ' '));
  return [...new Set(spans.filter((span) => /^(?:.* )?(?:tribehall|npm) [a-z-]/.test(span)))].toSorted();
}

/** `name value` of an operator's command, whichever way it is called: its name. @param {string} command */
export function adminCommandOf(command) {
  return /(?:npm run admin --|tribehall admin) ([a-z-]+)/.exec(command)?.[1];
}
