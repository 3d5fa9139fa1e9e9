import { expect, it } from 'vitest';
import { installProblem } from './npm-packages.mjs';

it('distinguishes a missing network from other problems', () => {
  const offline = 'npm error code ENOTFOUND\nnpm error network request failed\nnpm error A complete log of this run: x';
  expect(installProblem(offline)).toMatch(/could not reach its registry: check the network/);
  expect(installProblem(offline)).not.toContain('complete log');
  expect(installProblem('npm error code EACCES\nnpm error permission denied')).toMatch(/^npm error code EACCES/);
  expect(installProblem('npm error code EACCES')).not.toContain('registry');
});
