import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReport, sumUp } from './summary.mjs';

const clean = { passed: 3, failed: 0, skipped: 0, exitCode: 0 };

describe('the last line', () => {
  it('adds up all runners', () => {
    expect(sumUp([clean, { passed: 2, failed: 1, skipped: 0, exitCode: 1 }])).toEqual({
      line: '5 passed, 1 failed',
      exitCode: 1,
    });
  });

  it('names skipped tests only where there are any', () => {
    expect(sumUp([clean]).line).toBe('3 passed, 0 failed');
    expect(sumUp([{ ...clean, skipped: 4 }])).toEqual({ line: '3 passed, 0 failed, 4 skipped', exitCode: 0 });
  });
});

const count = (/** @type {any} */ json) => json;

describe('a report', () => {
  it('that is missing although the runner failed is one failure', () => {
    expect(readReport('/nowhere.json', 1, count)).toEqual({ passed: 0, failed: 1, skipped: 0, exitCode: 1 });
  });

  it('without a failed test does not hide that the runner failed', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-report-'));
    const file = path.join(folder, 'report.json');
    fs.writeFileSync(file, JSON.stringify({ passed: 7, failed: 0, skipped: 0 }));
    expect(readReport(file, 1, count).failed).toBe(1);
    expect(readReport(file, 0, count).failed).toBe(0);
    fs.rmSync(folder, { recursive: true });
  });
});
