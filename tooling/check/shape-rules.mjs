import path from 'node:path';

/** @typedef {{ file: string, lines: number, imports: string[] }} ShapedFile */

/** Limits for a readable tree: neither huge files nor many tiny ones. */
export const shapeLimits = { filesInFolder: 25, linesInFile: 300, tinyLines: 40, tinyPercent: 14 };

/** Source files that ship or run: no tests, fixtures, declarations or generated migrations. @param {string} file */
export function isShaped(file) {
  return (
    /^(apps|packages|tooling|e2e)\/.*\.(ts|tsx|mjs|mts)$/.test(file) &&
    !/\.(test|fixture)\.|\.d\.m?ts$|\/(testing|migrations)\//.test(file)
  );
}

/** @param {ShapedFile[]} files @param {typeof shapeLimits} [limits] @returns {string[]} */
export function findShapeProblems(files, limits = shapeLimits) {
  const tiny = tinyFiles(files, limits);
  const tooLong = files.filter(({ lines }) => lines > limits.linesInFile);
  const problems = tooLong.map(
    ({ file, lines }) =>
      `${file} has ${lines} lines, at most ${limits.linesInFile}. Split it along a seam with a name.`,
  );
  for (const [folder, count] of countByFolder(files)) {
    if (count > limits.filesInFolder)
      problems.push(`${folder} has ${count} source files, at most ${limits.filesInFolder}. Give each noun a folder.`);
  }
  if (tiny.length > (limits.tinyPercent / 100) * files.length) {
    const share = ((100 * tiny.length) / files.length).toFixed(1);
    problems.push(
      `${tiny.length} of ${files.length} files (${share} %, at most ${limits.tinyPercent} %) have ` +
        `${limits.tinyLines} lines or fewer and one importer. Join some with it:`,
      ...tiny.map(({ file, importer }) => `  ${file} ← ${importer}`),
    );
  }
  return problems;
}

/** @param {ShapedFile[]} files @param {typeof shapeLimits} limits */
function tinyFiles(files, limits) {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map(files.map(({ file }) => [file, new Set()]));
  for (const { file, imports } of files) for (const to of imports) importers.get(to)?.add(file);
  return files
    .filter(({ file, lines }) => lines <= limits.tinyLines && importers.get(file)?.size === 1)
    .map(({ file }) => ({ file, importer: [...(importers.get(file) ?? [])][0] }));
}

/** @param {ShapedFile[]} files */
function countByFolder(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const folder of files.map(({ file }) => path.posix.dirname(file)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return counts;
}
