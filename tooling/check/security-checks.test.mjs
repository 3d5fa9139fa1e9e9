import { describe, expect, it } from 'vitest';
import { findCheckProblems } from './security-checks.mjs';

/** @type {Record<string, string>} */
const sources = {
  'apps/a/one.test.ts': "describe('logins', () => {\n  it('are refused after ten', async () => {\n",
  'apps/b/one.test.ts': "it('is another', () => {\n",
  'apps/b/two.test.ts':
    "it.each([\n  ['not a title'],\n])('takes %s', () => {\n// it('was a test')\n  'a title on its own line',\n",
  'apps/c/skipped.test.ts': "it('runs', () => {});\nit.skip('does not run', () => {});\n",
  'apps/c/todo.test.ts': "it('runs', () => {});\nit.todo('will run');\n",
  'apps/c/group.test.ts': "describe.skip(\n  'a group',\n  () => {\n  it('does not run', () => {});\n",
  'apps/c/table.test.ts': "it.concurrent.skip.each([\n  [1],\n])('does not run with %i', () => {\n",
  'apps/c/system.test.ts':
    "it.skipIf(isWindows)('runs', () => {\n  test.skip(isWindows);\n  test.skip(!isLinux, 'x');\n",
};
const files = Object.keys(sources);

/** @param {string[]} rows */
function check(...rows) {
  return checkSection(`## The 2 checks\n\n| no. | check | proved by |\n| --- | --- | --- |\n${rows.join('\n')}`);
}

/** @param {string} section */
function checkSection(section) {
  const text = `# x\n\n${section}\n\n## Next\n\n| 3 | x | y |\n`;
  return findCheckProblems(text, files, (file) => sources[file] ?? '', 2);
}
const first = '| 1 | a check | `a/one.test.ts` "logins", "refused after ten"; `two.test.ts` "takes %s" |';

describe('the table of checks', () => {
  it('has one row for each number, and names tests that exist', () => {
    expect(check(first, '| 2 | b | partly: `two.test.ts` "a title on its own line"; not the rest |')).toEqual([]);
    expect(check(first, '| 2 | b | not proved: there is no such thing here |')).toEqual([]);
    expect(check(first, '| 2 | b | `system.test.ts` "runs" |')).toEqual([]);
  });

  it('may leave no number out, and have none twice', () => {
    expect(check(first)).toEqual(['docs/security.md has no row for check 2.']);
    expect(check(first, first, '| 9 | b | not proved: x |')).toEqual([
      'docs/security.md has no row for check 2.',
      'docs/security.md has a row too many for check 1.',
      'docs/security.md has a row too many for check 9.',
    ]);
  });

  it('cannot be shortened by a heading with another number', () => {
    const problems = ['docs/security.md has no heading "## The 2 checks".'];
    expect(checkSection(`## The 1 checks\n\n${first}`)).toEqual(problems);
    expect(checkSection('')).toEqual(problems);
    expect(findCheckProblems('# x\n', [], () => '')).toEqual(['docs/security.md has no heading "## The 84 checks".']);
  });

  it.each([
    ['by hand', 'names no test. Name one, or write "not proved: …".'],
    ['`gone.test.ts` "x"', 'gone.test.ts is no file.'],
    ['`one.test.ts` "x"', 'one.test.ts is the name of several files; add its folder.'],
    ['`two.test.ts`', 'two.test.ts needs the title of its test, in double quotes behind it.'],
    ['`two.test.ts` "takes nothing"', 'two.test.ts has no test "takes nothing".'],
    ['`two.test.ts` "was a test"', 'two.test.ts has no test "was a test".'],
    ['`a/one.test.ts` "logins", "gone"', 'a/one.test.ts has no test "gone".'],
    ['`skipped.test.ts` "does not run"', 'skipped.test.ts has a test that is skipped.'],
    ['`skipped.test.ts` "runs"', 'skipped.test.ts has a test that is skipped.'],
    ['`todo.test.ts` "will run"', 'todo.test.ts has a test that is skipped.'],
    ['`group.test.ts` "does not run"', 'group.test.ts has a test that is skipped.'],
    ['`table.test.ts` "does not run with %i"', 'table.test.ts has a test that is skipped.'],
  ])('names no test that is not there: %s', (proof, problem) => {
    expect(check(first, `| 2 | b | ${proof} |`)).toEqual([`docs/security.md, check 2: ${problem}`]);
  });
});
