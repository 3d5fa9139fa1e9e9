import { measureFiles } from './files-scenario.mjs';
import { measureHttp } from './http-scenario.mjs';
import { measureLinks } from './links-scenario.mjs';
import { measureLogs } from './logs-scenario.mjs';
import { measurePicker } from './picker-scenario.mjs';
import { measureStart } from './start-scenario.mjs';
import { measureWords } from './words-scenario.mjs';

/**
 * What `npm run bench` measures. Each answers its part of docs/benchmarks.md.
 * @type {Record<string, { about: string, debian?: 'bench'[], measure: () => Promise<string> }>}
 */
export const scenarios = {
  files: {
    about: 'uploads and downloads against nginx, and memory meanwhile',
    debian: ['bench'],
    measure: measureFiles,
  },
  http: { about: 'answered requests per CPU second, against a bare node:http server', measure: measureHttp },
  links: { about: 'events taken in over links, against a bare ws server', measure: measureLinks },
  logs: { about: 'millions of log entries: windows, searches, and lines that come', measure: measureLogs },
  picker: { about: 'the server picker with thousands of servers', measure: measurePicker },
  start: { about: 'a second start until ready, and memory afterwards', measure: measureStart },
  words: { about: 'the words of the Blokken solver, against a plain scan', measure: measureWords },
};
