import { describe, expect, it } from 'vitest';
import { planDebian } from './debian-packages.mjs';

const missing = [
  { packages: ['chromium', 'fonts-liberation'], for: 'the browser tests' },
  { packages: ['nats-server'], for: 'the tests with NATS_URL' },
];
const root = { isRoot: true, isDebian: true, install: undefined };

describe('planDebian', () => {
  it('does and prints nothing where nothing is missing', () => {
    expect(planDebian([], root)).toEqual({ packages: [], lines: [] });
  });

  it('installs as root on Debian, and prints the list first', () => {
    const { packages, lines } = planDebian(missing, root);
    expect(packages).toEqual(['chromium', 'fonts-liberation', 'nats-server']);
    expect(lines.join('\n')).toContain('chromium, fonts-liberation for the browser tests');
    expect(lines[0]).toContain('TRIBEHALL_INSTALL=off');
  });

  it('installs nothing when switched off, and still prints how', () => {
    const { packages, lines } = planDebian(missing, { ...root, install: 'off' });
    expect(packages).toEqual([]);
    expect(lines.at(-1)).toBe(
      'To install: apt-get install --no-install-recommends chromium fonts-liberation nats-server',
    );
  });

  it('gives an ordinary user the one command and continues', () => {
    const { packages, lines } = planDebian(missing, { ...root, isRoot: false });
    expect(packages).toEqual([]);
    expect(lines).toContain('Not installed: nats-server. Continuing without the tests with NATS_URL.');
    expect(lines.at(-1)).toMatch(/^To install: sudo apt-get install /);
  });

  it('names the programs on a system without apt', () => {
    const { packages, lines } = planDebian(missing, { ...root, isDebian: false });
    expect(packages).toEqual([]);
    expect(lines.at(-1)).toContain('chromium fonts-liberation nats-server');
  });

  it('refuses a word it does not know, by name', () => {
    expect(() => planDebian([], { ...root, install: 'no' })).toThrow('TRIBEHALL_INSTALL is "no"');
  });
});
