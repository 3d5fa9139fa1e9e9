import { expect, it } from 'vitest';
import { findDocumentProblems } from './document-rules.mjs';

it('finds a registry by its line', () => {
  const host = ['registry', 'npmjs', 'org'].join('.');
  expect(findDocumentProblems('docs/a.md', `fine\nsee https://${host}/zod\n`)).toEqual([
    "docs/a.md:2 names a package registry; that is for the person's npm settings.",
  ]);
});

it('finds a path of one machine', () => {
  expect(findDocumentProblems('a.ts', `open('${['', 'work', 'main'].join('/')}')`)).toHaveLength(1);
  expect(findDocumentProblems('a.ts', `import './network/worker/x'`)).toEqual([]);
});

it('limits the length of the README', () => {
  expect(findDocumentProblems('README.md', 'line\n'.repeat(120))).toEqual([]);
  expect(findDocumentProblems('README.md', 'line\n'.repeat(121))[0]).toMatch('121 lines, at most 120');
});

it('finds a source file that is not there any more', () => {
  const files = ['apps/server/src/app.ts', 'e2e/files.test.ts'];
  expect(findDocumentProblems('docs/a.md', '`src/app.ts`, `app.ts` and `e2e/files.test.ts`', files)).toEqual([]);
  expect(findDocumentProblems('docs/a.md', 'see `gone.ts` and `p.ts`', files)).toEqual([
    'docs/a.md names gone.ts, which does not exist.',
    'docs/a.md names p.ts, which does not exist.',
  ]);
});

it('finds a link that leads nowhere', () => {
  const files = ['docs/a.md', 'docs/decisions/001-one.md'];
  const text = '[a](a.md#part), [one](decisions/001-one.md), [all](decisions/), [web](https://example.com/a.md)';
  expect(findDocumentProblems('docs/b.md', text, files)).toEqual([]);
  expect(findDocumentProblems('docs/b.md', '[two](decisions/002-two.md)', files)).toEqual([
    'docs/b.md links to docs/decisions/002-two.md, which does not exist.',
  ]);
});
