/**
 * What changed in a version: its section of the change log, or the one that is not released yet.
 * @param {string} changeLog as Keep a Changelog describes it @param {string} version
 */
export function changesOf(changeLog, version) {
  const [, ...sections] = changeLog.split(/^(?=## \[)/m);
  const found = sections.find((section) => section.startsWith(`## [${version}]`)) ?? sections[0] ?? '';
  return `${found.trim()}\n`;
}
