import { expect, it } from 'vitest';
import { planBackup } from './plan.mjs';

it('takes 1 GB of database and 5 GB of files', () => {
  expect(planBackup(100_000, {})).toEqual({ logEntries: 2_500_000, files: 20, fileMib: 238, isLess: false });
});

it('takes less if asked, and says so', () => {
  const asked = { BENCH_DATABASE_MB: '40', BENCH_BACKUP_FILES_MB: '200' };
  expect(planBackup(100_000, asked)).toEqual({ logEntries: 100_000, files: 20, fileMib: 10, isLess: true });
  expect(() => planBackup(100_000, { BENCH_DATABASE_MB: '1e3' })).toThrow('BENCH_DATABASE_MB is "1e3"');
});

it('looks for free space first', () => {
  expect(() => planBackup(23_999, {})).toThrow('needs 24000 MB of free space; there are 23999.');
});
