/**
 * What `npm run bench` measures. Each returns its section of docs/benchmarks.md, with what does not hold, and is imported once the packages it needs are installed.
 * @type {Record<string, { about: string, debian?: 'bench'[], measure: () => Promise<string | { text: string, failures: string[] }> }>}
 */
export const scenarios = {
  files: {
    about: 'uploads and downloads against nginx, and memory meanwhile',
    debian: ['bench'],
    measure: async () => (await import('./files/files-scenario.mjs')).measureFiles(),
  },
  http: {
    about: 'answered requests per CPU second, against a bare node:http server',
    measure: async () => (await import('./http/http-scenario.mjs')).measureHttp(),
  },
  intake: {
    about: 'what others notice of agents that send the worst allowed messages',
    measure: async () => (await import('./agents/intake-scenario.mjs')).measureIntake(),
  },
  events: {
    about: 'events received over agent connections, against a bare ws server',
    measure: async () => (await import('./agents/events-scenario.mjs')).measureEvents(),
  },
  attack: {
    about: 'what others notice of a hostile client or agent',
    measure: async () => (await import('./attack/attack-scenario.mjs')).measureAttack(),
  },
  bans: {
    about:
      'a hundred thousand bans: lists, searches, imports, and what is due, against the lightest call that reads the database',
    measure: async () => (await import('./moderation/bans-scenario.mjs')).measureBans(),
  },
  backup: {
    about: 'backup under load and restore of 1 GB of database and 5 GB of files: memory and time',
    measure: async () => (await import('./backup/backup-scenario.mjs')).measureBackup(),
  },
  'ban-reach': {
    about: 'bans on twenty servers, through real agents and RCON',
    measure: async () => (await import('./moderation/ban-reach-scenario.mjs')).measureBanReach(),
  },
  connections: {
    about: 'opening and holding thousands of agent connections and streams, and coming back',
    measure: async () => (await import('./live/connections-scenario.mjs')).measureConnections(),
  },
  leaks: {
    about: 'memory and open files after ten thousand streams were opened and closed',
    measure: async () => (await import('./live/leaks-scenario.mjs')).measureLeaks(),
  },
  live: {
    about: 'live messages to a thousand streams, against raw TCP writes of the same bytes',
    measure: async () => (await import('./live/live-scenario.mjs')).measureLive(),
  },
  revocation: {
    about: 'how long streams go on after their session, role, passkey or API token has ended',
    measure: async () => (await import('./live/revocation-scenario.mjs')).measureRevocation(),
  },
  growth: {
    about: 'what costs how much at 1×, 10× and 100× the size',
    measure: async () => (await import('./growth/growth-scenario.mjs')).measureGrowth(),
  },
  journal: {
    about: 'millions of events of the game: player pages, and who was on',
    measure: async () => (await import('./people/journal-scenario.mjs')).measureJournal(),
  },
  logs: {
    about: 'millions of log entries: windows, searches, and new lines',
    measure: async () => (await import('./agents/logs-scenario.mjs')).measureLogs(),
  },
  picker: {
    about: 'the server picker with thousands of servers',
    measure: async () => (await import('./pages/picker-scenario.mjs')).measurePicker(),
  },
  rcon: {
    about: 'commands to a game server, against a bare TCP socket',
    measure: async () => (await import('./commands/rcon-scenario.mjs')).measureRcon(),
  },
  route: {
    about: 'a command by way of another portal, against the same one',
    measure: async () => (await import('./commands/route-scenario.mjs')).measureRoute(),
  },
  saves: {
    about: 'reading large world saves, against merely fetching their bytes',
    measure: async () => (await import('./saves/saves-scenario.mjs')).measureSaves(),
  },
  screens: {
    about: 'every page on a slow machine: paint, blocking, layout shift',
    measure: async () => (await import('./pages/screens-scenario.mjs')).measureScreens(),
  },
  search: {
    about: 'searches among 50,000 players, against the lightest call that reads the database',
    measure: async () => (await import('./people/search-scenario.mjs')).measureSearch(),
  },
  start: {
    about: 'a second start until ready, and memory afterwards; the first start of a release',
    measure: async () => (await import('./start/start-scenario.mjs')).measureStart(),
  },
  heal: {
    about: 'ready again after the portal or its database was killed with -9',
    measure: async () => (await import('./start/heal-scenario.mjs')).measureHeal(),
  },
  structures: {
    about: 'the Structures page with hundreds of thousands of them',
    measure: async () => (await import('./pages/structures-scenario.mjs')).measureStructures(),
  },
  terminal: {
    about: 'what others notice of commands gone wrong',
    measure: async () => (await import('./terminal/terminal-scenario.mjs')).measureTerminal(),
  },
  words: {
    about: 'the words of the Blokken solver, against a plain scan',
    measure: async () => (await import('./words/words-scenario.mjs')).measureWords(),
  },
};
