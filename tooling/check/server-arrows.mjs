/** @type {import('./arrow-rules.mjs').ArrowRule[]} */
export const serverArrows = [
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
];
