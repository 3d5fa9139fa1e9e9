import { describe, expect, it } from 'vitest';
import { applyMutation, findMutations, isParsable } from './find-mutants.mjs';

/** The operator and the result of every mutation. @param {string} source @param {string} [file] */
const mutate = (source, file = 'a.tsx') =>
  findMutations(file, source).map((mutation) => [mutation.operator, applyMutation(source, mutation)]);

describe('a mutation', () => {
  it.each([
    ['negate condition', 'if (a) b = 1;', 'if (!(a)) b = 1;'],
    ['negate condition', 'if (!a) b = 1;', 'if (a) b = 1;'],
    ['negate condition', 'b = a.c() ? 1 : 2;', 'b = !(a.c()) ? 1 : 2;'],
    ['swap comparison', 'if (a === 1) b = 1;', 'if (a !== 1) b = 1;'],
    ['swap comparison', 'c = a !== b;', 'c = a === b;'],
    ['swap comparison', 'c = a < b;', 'c = a >= b;'],
    ['swap comparison', 'c = a >= b;', 'c = a < b;'],
    ['swap comparison', 'c = a > b;', 'c = a <= b;'],
    ['swap comparison', 'c = a <= b;', 'c = a > b;'],
    ['swap logic', 'c = a && b;', 'c = a || b;'],
    ['swap logic', 'c = a || b;', 'c = a && b;'],
    ['flip boolean', 'const a = { isOpen: true };', 'const a = { isOpen: false };'],
    ['remove call', 'save(1);', ';'],
    ['remove call', 'await store.save(1);', ';'],
    ['remove call', 'void a?.save();', ';'],
    ['return nothing', 'function a() { return b + 1; }', 'function a() { return undefined; }'],
  ])('can %s: %s', (operator, source, mutated) => {
    expect(mutate(source)).toEqual([[operator, mutated]]);
    expect(isParsable('a.tsx', mutated)).toBe(true);
  });

  it('changes each part of a condition', () => {
    expect(mutate('if (a === 1 && b) c = 1;')).toEqual([
      ['negate condition', 'if (!(a === 1 && b)) c = 1;'],
      ['swap logic', 'if (a === 1 || b) c = 1;'],
      ['swap comparison', 'if (a !== 1 && b) c = 1;'],
    ]);
  });

  it('can stand inside a type assertion', () => {
    expect(mutate('b = (a && c) as true;')).toEqual([['swap logic', 'b = (a || c) as true;']]);
  });
});

describe('nothing is changed in', () => {
  it.each([
    ['types', 'type A = { isOpen: true }; let a: B extends C ? true : false;'],
    ['imports', "import a from 'a'; export * from 'b';"],
    ['log entries', 'ctx.log.info({ isNew: a === b }, "text"); log?.warn("text"); console.log(a && b);'],
    ['styles', 'const a = <p className={b ? "c" : "d"} style={{ left: b && 1 }} variant={b ? "e" : "f"} />;'],
    [
      'tables of texts',
      'export const texts = { a: "A", b: (n) => (n === 1 ? "one" : `${n}`), c: { d: "D" } } as const;',
    ],
    ['what returns nothing', 'function a() { return undefined; return null; return; }'],
    ['elements, whose absence every test notices', 'function A() { return <p />; }'],
    ['what a test cannot see', 'timer.unref(); clearTimeout(timer); a = { force: true };'],
  ])('%s', (_, source) => {
    expect(mutate(source)).toEqual([]);
  });
});

it('knows that a mixture of operators cannot be parsed', () => {
  expect(isParsable('a.ts', 'c = a ?? b || d;')).toBe(false);
});
