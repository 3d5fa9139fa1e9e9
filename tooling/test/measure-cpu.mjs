import { afterAll } from 'vitest';

// A set-up file: it runs before each test file, and its hook after those of the file.
const before = process.cpuUsage();

// eslint-disable-next-line no-empty-pattern -- Vitest wants fixtures as the first argument.
afterAll(({}, suite) => {
  const { user, system } = process.cpuUsage(before);
  Object.assign(suite.meta, { cpuMs: (user + system) / 1000 });
});
