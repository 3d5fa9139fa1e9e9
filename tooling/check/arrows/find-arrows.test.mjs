import { describe, expect, it } from 'vitest';
import { arrowRules, useRules } from './arrow-rules.mjs';
import { findArrowViolations } from './find-arrows.mjs';
import { readModuleLayers } from './module-layers.mjs';
import { readSourceFile } from '../source-file.mjs';

const layers = [['sessions'], ['users'], ['discord', 'files', 'servers'], ['music', 'players'], ['chat']];

/** @param {Record<string, string>} tree file → source */
function check(tree) {
  const exists = (/** @type {string} */ file) => file in tree;
  const sources = Object.entries(tree).map(([file, source]) => readSourceFile(file, source, exists));
  return findArrowViolations(sources, layers).map(({ message }) => message);
}

/** One import that each rule forbids. @type {Record<string, [file: string, source: string]>} */
const wrong = {
  'common imports nothing': ['packages/common/src/back-off.ts', "import fs from 'node:fs'"],
  'the contract imports zod and nothing else': ['packages/contract/src/route.ts', "import { sql } from 'drizzle-orm'"],
  'packages do not know the apps': ['packages/ark/src/rcon.ts', "import { a } from '../../../apps/agent/src/a.ts'"],
  'ark is for the agent and the world; its maps, words of tribe logs and names of commands for the portal too': [
    'apps/server/src/portal.ts',
    "import { a } from '@tribehall/ark'",
  ],
  'nothing that ships imports the world': ['apps/server/src/main.ts', "await import('../../world/src/world.ts')"],
  'apps never import each other': ['apps/web/src/lib/a.ts', "import type { A } from '../../../server/src/app.ts'"],
  'apps do not import tooling or browser tests': ['apps/server/src/a.ts', "import '../../../tooling/programs.mjs'"],
  'drizzle only in db/ and stores': [
    'apps/server/src/modules/users/users.service.ts',
    "import { eq } from 'drizzle-orm/sql'",
  ],
  'pg only in db/': ['apps/server/src/modules/users/users.store.ts', "import pg from 'pg'"],
  'Fastify only in app, mount, http, plugins and modules': [
    'apps/server/src/context.ts',
    "import type { A } from 'fastify'",
  ],
  'replies do not know the plugins': ['apps/server/src/http/file-reply.ts', "import { A } from '../plugins/errors.ts'"],
  'services, policies and stores know no HTTP': [
    'apps/server/src/modules/users/users.service.ts',
    "import type { FastifyRequest } from 'fastify'",
  ],
  'NATS only in the bus': [
    'apps/server/src/modules/chat/chat.jobs.ts',
    "import { connect } from '@nats-io/transport-node'",
  ],
  'a module reaches other modules through their services': [
    'apps/server/src/modules/users/users.service.ts',
    "import { findSession } from '../sessions/sessions.store.ts'",
  ],
  'http, plugins, platform and the command line reach modules through their services': [
    'apps/server/src/admin/admin-commands.ts',
    "import { findUser } from '../modules/users/users.store.ts'",
  ],
  'discord.js only in the bot': [
    'apps/server/src/modules/discord/link.service.ts',
    "import { Client } from 'discord.js'",
  ],
  'the portal does not know the bot': [
    'apps/server/src/modules/music/queue.service.ts',
    "import { startBot } from '../../bot/bot.ts'",
  ],
  'the bot reaches modules through their services': [
    'apps/server/src/bot/bot.ts',
    "import { findQueue } from '../modules/music/queue.store.ts'",
  ],
  'a module file is a table of contents': [
    'apps/server/src/modules/users/users.module.ts',
    "import { findUser } from './users.store.ts'",
  ],
  'only app.ts mounts modules': [
    'apps/server/src/modules/users/users.jobs.ts',
    "import { usersModule } from './users.module.ts'",
  ],
  'stores do not decide': [
    'apps/server/src/modules/users/users.store.ts',
    "import { mayEdit } from './users.policy.ts'",
  ],
  'policies stand below services': [
    'apps/server/src/modules/users/users.policy.ts',
    "import { login } from './users.service.ts'",
  ],
  'services do not know who calls them': [
    'apps/server/src/modules/users/users.service.ts',
    "import { start } from './users.jobs.ts'",
  ],
  'platform has no domain words': [
    'apps/server/src/platform/files.ts',
    "import { users } from '../modules/users/users.service.ts'",
  ],
  'db does not know the modules': [
    'apps/server/src/db/tables/users.table.ts',
    "import { login } from '../../modules/users/users.service.ts'",
  ],
  'the agent knows no HTTP server and no database': ['apps/agent/src/connection/connection.ts', "import pg from 'pg'"],
  'pages follow the URL and compose': ['apps/web/src/pages/home.page.tsx', "import { theme } from '../app/theme.ts'"],
  'features do not know app and pages': [
    'apps/web/src/features/users/components/user-list.tsx',
    "import { Home } from '../../../pages/home.page.tsx'",
  ],
  'features never import each other': [
    'apps/web/src/features/users/users.queries.ts',
    "import { servers } from '../servers/servers.queries.ts'",
  ],
  'components have no domain words': [
    'apps/web/src/components/page.tsx',
    "import { me } from '../features/users/users.queries.ts'",
  ],
  'lib stands at the bottom': ['apps/web/src/lib/format.ts', "import { Page } from '../components/page.tsx'"],
};

describe('arrows', () => {
  it.each(arrowRules.map((rule) => [rule.name, rule]))('%s', (name, rule) => {
    const [file, source] = wrong[name] ?? ['', ''];
    expect(file, 'an example of the rule').not.toBe('');
    const expected = expect.stringContaining(`but ${name}. Instead: ${rule.instead}.`);
    expect(check({ [file]: source })).toContainEqual(expected);
  });

  it.each([
    ['apps/server/src/modules/users/users.store.ts', "import { eq } from 'drizzle-orm'"],
    ['apps/server/src/modules/users/users.service.ts', "import { end } from '../sessions/sessions.service.ts'"],
    ['apps/server/src/modules/users/users.test.ts', "import pg from 'pg'"],
    ['apps/server/src/world.test.ts', "import { startWorld } from '../../world/src/world.ts'"],
    ['apps/web/src/pages/home.page.tsx', "import { api } from '../lib/api/api.ts'"],
    ['apps/web/src/features/users/users.queries.ts', "import { api } from '../../lib/api/api.ts'"],
    ['packages/contract/src/route.ts', "import * as z from 'zod'; export * from './rights.ts'"],
  ])('lets %s have %s', (file, source) => {
    expect(check({ [file]: source })).toEqual([]);
  });
});

describe('globals with one home', () => {
  it.each([
    ['apps/web/src/features/users/users.queries.ts', "fetch('/api/users')", 'fetch'],
    ['apps/web/src/app/router.tsx', 'const get = window.fetch', 'fetch'],
    ['apps/server/src/portal.ts', 'const port = process.env.PORT', 'process.env'],
    ['apps/server/src/portal.ts', "const { PORT } = process['env']", 'process.env'],
  ])('%s may not say %s', (file, source, name) => {
    const instead = useRules.find((rule) => rule.name === name)?.instead;
    expect(check({ [file]: source })).toEqual([expect.stringContaining(`Instead: ${instead}.`)]);
  });

  it('leaves them to their homes and to tests', () => {
    expect(check({ 'apps/web/src/lib/api/request.ts': "fetch('/api')" })).toEqual([]);
    expect(check({ 'apps/server/src/config.ts': 'read(process.env)' })).toEqual([]);
    expect(check({ 'apps/server/src/a.test.ts': 'process.env.CI' })).toEqual([]);
    expect(check({ 'apps/web/src/app/a.ts': 'queryClient.fetch(1); const fetch = 2' })).toEqual([]);
  });
});

describe('shapes', () => {
  it('finds a cycle once, with its path', () => {
    const messages = check({
      'apps/web/src/lib/a.ts': "import './b.ts'",
      'apps/web/src/lib/b.ts': "import type { C } from './c.ts'",
      'apps/web/src/lib/c.ts': "export { a } from './a.ts'; export const c = 1",
    });
    expect(messages).toEqual([expect.stringContaining('lib/a.ts → apps/web/src/lib/b.ts → apps/web/src/lib/c.ts → ')]);
  });

  it('finds a barrel in an app', () => {
    const messages = check({ 'apps/web/src/lib/index.ts': "export * from './a.ts'; export { b } from './b.ts'" });
    expect(messages).toEqual([expect.stringContaining('apps have no barrels')]);
  });
});

describe('layers of modules', () => {
  const modules = 'apps/server/src/modules';

  it('refuses an import from a lower layer to a higher one', () => {
    const messages = check({ [`${modules}/users/users.service.ts`]: "import { say } from '../chat/chat.service.ts'" });
    expect(messages).toEqual([
      'imports up: users stands on a lower layer than chat. Instead: declare it in the module that owns the noun ' +
        '(topics or agentEvents of defineModule), or move what both need down.',
    ]);
  });

  it('refuses two modules of one layer that import each other, by other files too', () => {
    const messages = check({
      [`${modules}/files/files.service.ts`]: "import { a } from '../servers/a.service.ts'",
      [`${modules}/servers/a.service.ts`]: 'export const a = 1',
      [`${modules}/servers/b.service.ts`]: "import { c } from '../discord/c.service.ts'",
      [`${modules}/discord/c.service.ts`]: "import { d } from '../files/d.service.ts'",
      [`${modules}/files/d.service.ts`]: 'export const d = 1',
    });
    expect(messages).toEqual([expect.stringContaining('cycle of modules: files → servers → discord → files')]);
  });

  it('lets an import go down, and sideways without a cycle', () => {
    const service = "import { a } from '../users/a.service.ts'; import { b } from '../players/b.service.ts'";
    expect(check({ [`${modules}/music/music.service.ts`]: service })).toEqual([]);
  });

  it('exempts tests and fixtures', () => {
    const source = "import { a } from '../chat/chat.service.ts'";
    expect(check({ [`${modules}/users/a.test.ts`]: source, [`${modules}/users/a.fixture.ts`]: source })).toEqual([]);
  });

  it('reads the layers from the list in app.ts', () => {
    const app = `import { usersModule } from './modules/users/users.module.ts';
      import { filesModule as files } from './modules/files/files.module.ts';
      const layers: readonly (readonly Module[])[] = [[usersModule], [files, other]] as const;`;
    expect(readModuleLayers(app)).toEqual([['users'], ['files', 'other']]);
    expect(() => readModuleLayers('const modules = []')).toThrow('no `layers`');
  });

  it('asks for the layer of a new module', () => {
    expect(check({ [`${modules}/notes/notes.service.ts`]: '' })).toEqual([expect.stringContaining('has no layer')]);
  });
});

describe('state of modules', () => {
  it.each([
    'let last: number | undefined',
    'export let last = 1',
    'const known = new WeakMap<Config, number>()',
    'const known: Map<string, number> = new Map()',
    'export const known = new Set<string>()',
    'const waiting: string[] = []',
    'const cache = {} as Record<string, number>',
    'const queue = createWorkQueue({ parallel: 1 })',
  ])('refuses %s', (source) => {
    const message = expect.stringMatching(/is state of the process.*Instead: create it in the module's state/);
    expect(check({ 'apps/server/src/modules/users/users.service.ts': source })).toEqual([message]);
    expect(check({ 'apps/server/src/bot/bot.ts': source })).toEqual([message]);
    expect(check({ 'apps/server/src/modules/users/users.test.ts': source })).toEqual([]);
  });

  it.each([
    "const away: ReadonlySet<string> = new Set(['PLAYER_OFFLINE'])",
    'const limits = { parallel: 1 }',
    'const text = new TextDecoder()',
    'export function createState() { let count = 0; const known = new Map(); return { count, known }; }',
    'declare let given: number',
  ])('lets %s be', (source) => {
    expect(check({ 'apps/server/src/modules/users/users.service.ts': source })).toEqual([]);
  });
});
