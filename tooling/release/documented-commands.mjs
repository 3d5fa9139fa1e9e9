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
 * What is typed within sentences: `tribehall …`, `docker …`, `delete from …`, and an operator's command by its name alone. A word
 * without another one behind it is the name of a program or file, and `name = value` is a setting.
 * @param {string} text @returns {string[]}
 */
export function namedCommands(text) {
  const spans = [...splitBlocks(text).prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) =>
    span.replaceAll(/\s+/g, ' '),
  );
  return [...new Set(spans.filter((span) => /^(?:[A-Z_]+=\S+ )?[a-z][a-z-]* (?!=)\S/.test(span)))].toSorted();
}

/** Of an operator's command, whichever way it is called: its name. @param {string} command */
export function adminCommandOf(command) {
  return /^(?:npm run admin -- |tribehall admin )?([a-z]+(?:-[a-z]+)*)/.exec(command)?.[1];
}
