const fence = '```';

/** The lines of a text outside of fenced blocks, and those of each block with its kind. @param {string} text */
function splitBlocks(text) {
  /** @type {{ kind: string, lines: string[] }[]} */
  const blocks = [];
  /** @type {string[]} */
  const prose = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const isFence = line.startsWith(fence);
    if (isFence && !isInside) blocks.push({ kind: line.slice(fence.length), lines: [] });
    else if (!isFence) (isInside ? (blocks.at(-1)?.lines ?? prose) : prose).push(line);
    if (isFence) isInside = !isInside;
  }
  return { blocks, prose: prose.join('\n') };
}

/**
 * The fenced blocks of a document of that kind, line by line; those without one are what an operator types.
 * @param {string} text @returns {string[][]}
 */
export function fencedBlocks(text, kind = '') {
  return splitBlocks(text).blocks.flatMap((block) => (block.kind === kind ? [block.lines] : []));
}

/**
 * The commands of ours that are named within sentences: `tribehall …`, `npm run admin -- …`, `npm run …`. Those without a
 * name of a command behind them are the program itself.
 * @param {string} text @returns {string[]}
 */
export function namedCommands(text) {
  const spans = [...splitBlocks(text).prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) =>
    span.replaceAll(/\s+/g, ' '),
  );
  return [...new Set(spans.filter((span) => /^(?:.* )?(?:tribehall|npm) [a-z-]/.test(span)))].toSorted();
}

/** `name value` of an operator's command, whichever way it is called: its name. @param {string} command */
export function adminCommandOf(command) {
  return /(?:npm run admin --|tribehall admin) ([a-z-]+)/.exec(command)?.[1];
}
