/**
 * What `npm run bench` measures. Each answers its part of docs/benchmarks.md, and is loaded when the packages it needs are there.
 * @type {Record<string, { about: string, debian?: 'bench'[], measure: () => Promise<string> }>}
 */
export const scenarios = {
  files: {
    about: 'uploads and downloads against nginx, and memory meanwhile',
    debian: ['bench'],
    measure: async () => (await import('./files-scenario.mjs')).measureFiles(),
  },
  http: {
    about: 'answered requests per CPU second, against a bare node:http server',
    measure: async () => (await import('./http-scenario.mjs')).measureHttp(),
  },
  intake: {
    about: 'what others notice of agents that send the worst they may',
    measure: async () => (await import('./intake-scenario.mjs')).measureIntake(),
  },
  links: {
    about: 'events taken in over links, against a bare ws server',
    measure: async () => (await import('./links-scenario.mjs')).measureLinks(),
  },
  logs: {
    about: 'millions of log entries: windows, searches, and lines that come',
    measure: async () => (await import('./logs-scenario.mjs')).measureLogs(),
  },
  picker: {
    about: 'the server picker with thousands of servers',
    measure: async () => (await import('./picker-scenario.mjs')).measurePicker(),
  },
  saves: {
    about: 'reading big saves, against merely fetching their bytes',
    measure: async () => (await import('./saves-scenario.mjs')).measureSaves(),
  },
  start: {
    about: 'a second start until ready, and memory afterwards',
    measure: async () => (await import('./start-scenario.mjs')).measureStart(),
  },
  structures: {
    about: 'the Structures page with hundreds of thousands of them',
    measure: async () => (await import('./structures-scenario.mjs')).measureStructures(),
  },
  terminal: {
    about: 'what others notice of commands gone wrong',
    measure: async () => (await import('./terminal-scenario.mjs')).measureTerminal(),
  },
  words: {
    about: 'the words of the Blokken solver, against a plain scan',
    measure: async () => (await import('./words-scenario.mjs')).measureWords(),
  },
};
