/** The table of `docs/security.md` that names the tests of each numbered check. */
export const securityDocument = 'docs/security.md';

/** Not read from the document, which could leave one out and count the rest. */
const checkCount = 84;

/**
 * Every check has one row, and every test that a row names exists: `file` "title", or a distinct part of the title.
 * A row without a test says so: "not proved: …".
 * @param {string} text of the document @param {string[]} files of the repository
 * @param {(file: string) => string} read the text of a file @param {number} total of the checks
 * @returns {string[]} sentences
 */
export function findCheckProblems(text, files, read, total = checkCount) {
  const heading = `\n## The ${total} checks\n`;
  const start = text.indexOf(heading);
  if (start < 0) return [`${securityDocument} has no heading "${heading.trim()}".`];
  const rows = readRows(text.slice(start + heading.length));
  const numbers = rows.map(({ number }) => number);
  return [...findNumberProblems(numbers, total), ...rows.flatMap((row) => findProofProblems(row, files, read))];
}

/** @typedef {{ number: number, proof: string }} Row */

/** Up to the next heading. @param {string} text @returns {Row[]} */
function readRows(text) {
  const [section = ''] = text.split(/^## /m);
  return [...section.matchAll(/^\| (\d+) \|[^|\n]*\| (.*) \|$/gm)].map(([, number, proof = '']) => ({
    number: Number(number),
    proof,
  }));
}

/** @param {number[]} numbers @param {number} total */
function findNumberProblems(numbers, total) {
  const expected = Array.from({ length: total }, (_, index) => index + 1);
  const missing = expected.filter((number) => !numbers.includes(number));
  const wrong = numbers.filter((number, index) => numbers.indexOf(number) !== index || number < 1 || number > total);
  return [
    ...missing.map((number) => `${securityDocument} has no row for check ${number}.`),
    ...wrong.map((number) => `${securityDocument} has a row too many for check ${number}.`),
  ];
}

/** @param {Row} row @param {string[]} files @param {(file: string) => string} read */
function findProofProblems({ number, proof }, files, read) {
  const where = `${securityDocument}, check ${number}:`;
  const proofs = [...proof.matchAll(/`([\w./-]+\.test\.(?:ts|tsx|mjs))`((?:,? "[^"]+")*)/g)];
  if (proofs.length === 0) {
    return proof.startsWith('not proved: ') ? [] : [`${where} names no test. Name one, or write "not proved: …".`];
  }
  return proofs.flatMap(([, name = '', quoted = '']) => {
    const found = files.filter((file) => `/${file}`.endsWith(`/${name}`));
    if (found.length !== 1)
      return [`${where} ${name} is ${found.length === 0 ? 'no file' : 'the name of several files; add its folder'}.`];
    const titles = [...quoted.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
    if (titles.length === 0) return [`${where} ${name} needs the title of its test, in double quotes behind it.`];
    const source = read(found[0] ?? '');
    if (skipped.test(source)) return [`${where} ${name} has a test that is skipped.`];
    return titles.filter((title) => !isTitle(source, title)).map((title) => `${where} ${name} has no test "${title}".`);
  });
}

/** A test or a group of tests that never runs; not what depends on the system: `it.skipIf(…)`, or Playwright's `test.skip(isWindows)`. */
const skipped =
  /\b(?:it|test|describe)(?:\.(?:concurrent|sequential))?\.(?:skip|todo|fixme)(?:\(\s*['"`]|\.(?:each|for|concurrent|sequential)\b)/;

/** Lines that begin a test or a group of tests, or are its title. */
const titleLine = /^\s*(?:(?:it|test|describe)\b.*\(\s*['"`]|[\])}].*\(\s*['"`]|(['"`])(?:(?!\1).)*\1,$)/;

/** Whether a test or a group of tests has this in its title. @param {string} source @param {string} title */
function isTitle(source, title) {
  return source.split('\n').some((line) => line.includes(title) && titleLine.test(line));
}
