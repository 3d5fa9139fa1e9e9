/**
 * The arrows of docs/architecture.md as data. Paths are below the repository; a package counts by its name.
 * `to` (or `toOtherThan`) tells which imports a file matching `from` may not have; `$1` stands for what `from` caught.
 * Tests and what supports them may do more: where a rule binds them too, it says `evenTests`.
 * @typedef {{ name: string, from: RegExp, except?: RegExp, to?: string, toOtherThan?: string, evenTests?: boolean, instead: string }} ArrowRule
 * @type {ArrowRule[]}
 */
export const arrowRules = [
  {
    name: 'the contract imports zod and nothing else',
    from: /^packages\/contract\/src\//,
    toOtherThan: '^(packages/contract/src/|zod$)',
    instead: 'declare the boundary as data here and put what needs more into the app that implements it',
  },
  {
    name: 'packages do not know the apps',
    from: /^packages\//,
    to: '^(apps|e2e|tooling)/',
    evenTests: true,
    instead: 'pass in what the package needs, or move the code into the app',
  },
  {
    name: 'ark is for the agent and the world',
    from: /^apps\/(server|web)\//,
    to: '^packages/ark/',
    instead: 'let the agent read the game and send the result over the link, with its shape in the contract',
  },
  {
    name: 'nothing that ships imports the world',
    from: /^(apps\/(?!world\/)|packages\/)/,
    to: '^apps/world/',
    instead: 'talk to the address in a setting; the world gives its settings to whoever starts it',
  },
  {
    name: 'apps never import each other',
    from: /^apps\/([^/]+)\//,
    to: '^apps/(?!$1/)(?!world/)',
    evenTests: true,
    instead: 'declare what they share in packages/contract',
  },
  {
    name: 'apps do not import tooling or browser tests',
    from: /^apps\//,
    except: /\.config\.ts$/,
    to: '^(tooling|e2e)/',
    instead: 'move what ships into the app',
  },
  {
    name: 'drizzle only in db/ and stores',
    from: /^apps\/server\/src\/(?!db\/)(?!modules\/.*\.store\.ts$)/,
    to: '^drizzle-orm$',
    instead: "put the query into the noun's .store.ts and call that",
  },
  {
    name: 'pg only in db/',
    from: /^apps\/server\/src\/(?!db\/)/,
    to: '^pg$',
    instead: 'use ctx.db, or add what is missing to db/',
  },
  {
    name: 'Fastify only in app, mount, plugins and modules',
    from: /^apps\/server\/src\/(?!(app|mount)\.ts$)(?!(plugins|modules)\/)/,
    to: '^(fastify$|@fastify/)',
    instead: 'keep HTTP at the edge: give the code plain values',
  },
  {
    name: 'services, policies and stores know no HTTP',
    from: /\.(service|policy|store)\.ts$/,
    to: '^(fastify$|@fastify/|node:https?$|apps/server/src/(mount\\.ts$|plugins/))',
    instead: 'let the .module.ts hand in plain values and throw an AppError for a refusal',
  },
  {
    name: 'NATS only in the bus',
    from: /^apps\/server\/src\/(?!platform\/bus\/)/,
    to: '^@nats-io/',
    instead: 'use ctx.bus, or extend the interface in platform/bus',
  },
  {
    name: 'a module reaches other modules through their services',
    from: /^apps\/server\/src\/modules\/([^/]+)\//,
    to: '^apps/server/src/modules/(?!$1/)(?!.*\\.service\\.ts$)',
    instead: "call a function of the other noun's .service.ts",
  },
  {
    name: 'plugins, platform and the command line reach modules through their services',
    from: /^apps\/server\/src\/(plugins|platform|db)\/|^apps\/server\/src\/(mount|main|portal|admin[\w-]*|context)\.ts$/,
    to: '^apps/server/src/modules/(?!.*\\.service\\.ts$)',
    instead: "call a function of the noun's .service.ts",
  },
  {
    name: 'a module file is a table of contents',
    from: /\.module\.ts$/,
    to: '\\.(store|policy)\\.ts$',
    instead: 'call the own .service.ts, which asks the policy and the store',
  },
  {
    name: 'only app.ts mounts modules',
    from: /^apps\/server\/src\/(?!app\.ts$)/,
    to: '\\.module\\.ts$',
    instead: 'put what is shared into the .service.ts',
  },
  {
    name: 'stores do not decide',
    from: /\.store\.ts$/,
    to: '\\.(service|policy|module|jobs|store)\\.ts$',
    instead: 'return rows and let the service decide',
  },
  {
    name: 'policies stand below services',
    from: /^apps\/server\/src\/modules\/([^/]+)\/.*\.policy\.ts$/,
    to: '^apps/server/src/modules/$1/.*\\.(service|module|jobs)\\.ts$',
    instead: 'ask the own store, or let the service load it and pass it in',
  },
  {
    name: 'services do not know who calls them',
    from: /\.service\.ts$/,
    to: '\\.(module|jobs)\\.ts$',
    instead: 'let the module or the job call the service',
  },
  {
    name: 'platform has no domain words',
    from: /^apps\/server\/src\/platform\//,
    to: '^apps/server/src/(modules|plugins|db)/|^apps/server/src/(app|mount|portal|main)\\.ts$',
    instead: 'pass in a function or a value',
  },
  {
    name: 'db does not know the modules',
    from: /^apps\/server\/src\/db\//,
    to: '^apps/server/src/(modules|plugins)/|^apps/server/src/(app|mount|portal|main)\\.ts$',
    instead: 'turn it around: the store imports the table',
  },
  {
    name: 'the agent knows no HTTP server and no database',
    from: /^apps\/agent\//,
    to: '^(fastify|@fastify/|drizzle-orm|pg|node:http)$',
    instead: 'send it over the link',
  },
  {
    name: 'pages follow the URL and compose',
    from: /^apps\/web\/src\/pages\//,
    to: '^apps/web/src/(app/(?!paths\\.ts$)|main\\.tsx$)',
    instead: 'pass it down from app/, or move it to components/ or lib/',
  },
  {
    name: 'features do not know app and pages',
    from: /^apps\/web\/src\/features\//,
    to: '^apps/web/src/(pages/|app/(?!paths\\.ts$)|main\\.tsx$)',
    instead: 'take it as a property; only app/paths.ts is open to features',
  },
  {
    name: 'features never import each other',
    from: /^apps\/web\/src\/features\/([^/]+)\//,
    to: '^apps/web/src/features/(?!$1/)',
    instead: 'compose the two in a page or layout, or move what both need to components/ or lib/',
  },
  {
    name: 'components have no domain words',
    from: /^apps\/web\/src\/components\//,
    to: '^apps/web/src/(features|pages|app)/',
    instead: 'take it as a property',
  },
  {
    name: 'lib stands at the bottom',
    from: /^apps\/web\/src\/lib\//,
    to: '^apps/web/src/(components|features|pages|app)/',
    instead: 'pass in a function or a value',
  },
];

/** Globals that have one home each. */
export const useRules = [
  {
    name: 'fetch',
    from: /^apps\/web\/src\/(?!lib\/api\.ts$)/,
    instead: 'call api() of lib/api.ts from a .queries.ts or .mutations.ts',
  },
  {
    name: 'process.env',
    from: /^apps\/server\/src\/(?!config\.ts$)/,
    instead: 'declare the setting in settings.ts and read it from ctx.config',
  },
];

/** Files that do not ship. */
export const testFile = /\.(test|fixture)\.(ts|tsx|mjs)$|\/testing\//;
