import path from 'node:path';

const longestReadme = 120;
const textFile = /\.(md|json|jsonc|ts|tsx|mjs|js|css|html|sh|yml|yaml|txt|sql)$|(^|\/)(\.npmrc|run)$/;

/** What no line of the repository may contain. */
const lineRules = [
  {
    pattern: /registry\.(npmjs|yarnpkg)\./,
    problem: "names a package registry; that is for the person's npm settings",
  },
  { pattern: /(^|[\s"'`(=])\/[w]ork\//, problem: 'names a path of one machine; write it relative to the repository' },
];

/** @param {string} file */
export function isText(file) {
  return textFile.test(file);
}

/**
 * @param {string} file path below the repository @param {string} text @param {string[]} [files] of the repository
 * @returns {string[]} sentences
 */
export function findDocumentProblems(file, text, files = []) {
  const lines = text.replace(/\n$/, '').split('\n');
  const problems = lines.flatMap((line, index) =>
    lineRules.filter(({ pattern }) => pattern.test(line)).map(({ problem }) => `${file}:${index + 1} ${problem}.`),
  );
  if (file === 'README.md' && lines.length > longestReadme) {
    problems.push(
      `README.md has ${lines.length} lines, at most ${longestReadme}; move details to docs/ and link them.`,
    );
  }
  if (file.endsWith('.md') && file !== 'CHANGELOG.md') {
    const missing = namedFiles(text).filter((name) => !files.some((found) => `/${found}`.endsWith(`/${name}`)));
    const broken = linkedFiles(file, text).filter((target) => !files.some((found) => `${found}/`.startsWith(target)));
    problems.push(...missing.map((name) => `${file} names ${name}, which does not exist.`));
    problems.push(...broken.map((target) => `${file} links to ${target}, which does not exist.`));
  }
  return problems;
}

/** Source files that a document names as code, e.g. `modules/users/users.test.ts`. @param {string} text */
function namedFiles(text) {
  return [...text.matchAll(/`(\w[\w./-]*\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => name);
}

/** Files and folders of the repository that a document links to. @param {string} file @param {string} text */
function linkedFiles(file, text) {
  const targets = [...text.matchAll(/\]\(([^()#:\s]+)[)#]/g)].map(([, target = '']) => target);
  return targets.map((target) => path.posix.join(path.posix.dirname(file), target));
}
