import { expect, it } from 'vitest';
import { nodeProblem } from './command.mjs';

it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('takes Node.js %s', (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

it.each(['16.20.0', '18.20.8', '20.18.3'])('refuses Node.js %s with a sentence', (version) => {
  expect(nodeProblem(version)).toBe(
    `Tribehall needs Node.js 20.19 or newer; this is ${version}. Node.js 22 or 24 is recommended.`,
  );
});
