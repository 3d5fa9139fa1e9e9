/** @type {import('./arrow-rules.mjs').ArrowRule[]} */
export const workspaceArrows = [
  {
    name: 'the contract imports zod and nothing else',
    from: /^packages\/contract\/src\//,
    toOtherThan: '^(packages/contract/src/|zod$)',
    instead: 'declare the boundary as data here and put what needs more into the app that implements it',
  },
  {
    name: 'common imports nothing',
    from: /^packages\/common\/src\//,
    toOtherThan: '^packages/common/src/',
    instead: 'move what needs a library or Node into the app, and share only the computation',
  },
  {
    name: 'packages do not know the apps',
    from: /^packages\//,
    to: '^(apps|e2e|tooling)/',
    evenTests: true,
    instead: 'pass in what the package needs, or move the code into the app',
  },
  {
    name: 'ark is for the agent and the world; its maps, words of tribe logs and names of commands for the portal too',
    from: /^apps\/(server|web)\//,
    to: '^packages/ark/(?!src/(maps/|logs/tribe-|rcon/console-commands))',
    instead: 'let the agent read the game and send the result to the portal, with its shape in the contract',
  },
  {
    name: 'nothing that ships imports the world',
    from: /^(apps\/(?!world\/)|packages\/)/,
    to: '^apps/world/',
    instead: 'talk to the address in a setting; the world hands its settings to the program that starts it',
  },
  {
    name: 'apps never import each other',
    from: /^apps\/([^/]+)\//,
    to: '^apps/(?!$1/)(?!world/)',
    evenTests: true,
    instead: 'declare the boundary in packages/contract, or move the shared code to packages/common',
  },
  {
    name: 'apps do not import tooling or browser tests',
    from: /^apps\//,
    except: /\.config\.ts$/,
    to: '^(tooling|e2e)/',
    instead: 'move what ships into the app',
  },
  {
    name: 'the agent knows no HTTP server and no database',
    from: /^apps\/agent\//,
    to: '^(fastify|@fastify/|drizzle-orm|pg|node:http)$',
    instead: 'send it to the portal over the agent connection',
  },
];
