import fs from 'node:fs';
import { afterAll } from 'vitest';

/** In Linux's `/proc`, times are in hundredths of a second. */
const msPerTick = 10;

// A set-up file: it runs before each test file, and its hook after those of the file.
const before = process.cpuUsage();
const programsBefore = readProgramsMs();

// eslint-disable-next-line no-empty-pattern -- Vitest wants fixtures as the first argument.
afterAll(({}, suite) => {
  const { user, system } = process.cpuUsage(before);
  Object.assign(suite.meta, { cpuMs: (user + system) / 1000, programsMs: readProgramsMs() - programsBefore });
});

/** The CPU time of the programs that this process has started and that have ended. */
function readProgramsMs() {
  try {
    const stat = fs.readFileSync('/proc/self/stat', 'utf8');
    // After the name, which may hold anything: the state is the third field, the times of children are 16 and 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * msPerTick;
  } catch {
    return 0;
  }
}
