import { Stop } from '../stop.mjs';

/**
 * What changed in a version: its section of the change log, released or not.
 * @param {string} changeLog as Keep a Changelog describes it @param {string} version
 */
export function changesOf(changeLog, version) {
  const [, ...sections] = changeLog.split(/^(?=## \[)/m);
  const found = sections.find((section) => section.startsWith(`## [${version}]`));
  if (found === undefined)
    throw new Stop(`CHANGELOG.md has no section "## [${version}]", the version of package.json. Nothing was released.`);
  return `${found.trim()}\n`;
}
