import type { SeededRandom } from '../../packages/ark/src/testing/seeded-random.ts';
import { createBrowser, type Browser } from './browser.ts';
import { at, checkRefusal, isDone, outcomeOf } from './calls.ts';
import { Fact } from './fact.ts';
import { callRules, graceMs, judge, topicRules, type Person, type Verdict } from './people.ts';
import type { Reply } from './portals.ts';
import type { Command, World } from './world.ts';

export type PlannedToken = { person: number; scopes: string[]; servers: number[] | null };

/** An API token of a person, with what it was made for. */
export type ApiToken = {
  id: string;
  secret: string;
  person: Person;
  scopes: readonly string[];
  /** Null: all. */
  serverIds: readonly string[] | null;
  isActive: Fact<boolean>;
};

/** A script that follows topics with a token. */
export type Script = { browser: Browser; token: ApiToken };

export type TokenAction =
  | { kind: 'token-read'; token: number; portal: number; path: string; server: number }
  | { kind: 'token-say' | 'token-console'; token: number; portal: number; server: number }
  | { kind: 'token-open'; token: number; portal: number; topics: string[] }
  | { kind: 'token-revoke'; token: number; portal: number };

export const tokenWeights: Record<TokenAction['kind'], number> = {
  'token-read': 6,
  'token-say': 4,
  'token-console': 3,
  'token-open': 5,
  'token-revoke': 1.5,
};

/** The scope that a token needs, and whether the call or topic is about one server; written down once more, as the rights are. */
type Need = { scope: string; isOfServer?: true };
const topicNeeds: Record<string, Need> = {
  'chat.server': { scope: 'read', isOfServer: true },
  'chat.cluster': { scope: 'read' },
  'servers.state': { scope: 'read', isOfServer: true },
  'players.online': { scope: 'read', isOfServer: true },
  'users.me': { scope: 'read' },
  'mail.sent': { scope: 'chat' },
  notifications: { scope: 'none' },
  'servers.setup': { scope: 'servers', isOfServer: true },
  sanctions: { scope: 'moderation' },
  reports: { scope: 'moderation' },
  registrations: { scope: 'none' },
  'players.watched': { scope: 'moderation' },
  audit: { scope: 'logs' },
  logs: { scope: 'logs' },
};
const callNeeds: Record<string, Need> = {
  '/api/ark/servers/{id}/chat': { scope: 'read', isOfServer: true },
  '/api/ark/servers/{id}/console': { scope: 'console', isOfServer: true },
  '/api/ark/servers/{id}/moderators': { scope: 'none' },
  '/api/ark/sanctions': { scope: 'moderation' },
  '/api/users': { scope: 'none' },
  '/api/audit': { scope: 'logs' },
};
const sayNeeds: Need = { scope: 'chat', isOfServer: true };

const scopeSets = [
  ['read'],
  ['read', 'chat'],
  ['read', 'console', 'moderation'],
  ['read', 'servers', 'logs'],
  ['chat', 'console'],
  ['read', 'chat', 'console', 'moderation', 'servers', 'logs'],
];

export function planToken(random: SeededRandom, servers: number, people: number): PlannedToken {
  const all = Array.from({ length: servers }, (_, server) => server);
  const some = all.filter(() => random.below(2) === 0);
  const isLimited = random.below(2) === 0 && some.length > 0;
  return { person: random.below(people), scopes: random.pick(scopeSets), servers: isLimited ? some : null };
}

/** Whether the scopes and servers of the token cover this, regardless of the rights of its user. */
function covers({ scopes, serverIds }: ApiToken, { scope, isOfServer }: Need, key: string): boolean {
  if (!scopes.includes(scope)) return false;
  return serverIds === null || (isOfServer === true && serverIds.includes(key));
}

type Rule = (typeof topicRules)[string];
const always = new Fact(true, Number.NEGATIVE_INFINITY);

/** Whether a token may be used for this at all moments of this time, at none, or at some. */
function judgeToken(
  token: ApiToken,
  need: Need | undefined,
  rule: Rule | undefined,
  key: string,
  times: [number, number],
): Verdict {
  const active = token.isActive.possible(...times);
  if (!active.includes(true)) return 'no';
  if (need && !covers(token, need, key)) return 'no';
  if (!need || !rule) return 'maybe';
  const session = { token: '', isActive: always };
  const verdict = judge(rule, { person: token.person, session }, key, times);
  return verdict === 'yes' && active.includes(false) ? 'maybe' : verdict;
}

type Use = { method: 'GET' | 'POST'; url: string; body?: object; need: Need; rule: Rule | undefined; key: string };

/** Calls with a token, and checks that it was refused exactly where it had to be. */
async function callWith(world: World, number: number, portal: number, call: Use): Promise<Reply> {
  const { machine, portals } = world.hall;
  const token = at(world.tokens, number);
  const fromMs = machine.nowMs();
  const { method, url, body, need, rule, key } = call;
  const reply = await at(portals, portal)
    .call(method, url, token.secret, body)
    .catch((): Reply => ({ status: 0 }));
  const verdict = judgeToken(token, need, rule, key, [fromMs - graceMs, machine.nowMs()]);
  checkRefusal(world, `${method} ${url} with an API token`, reply, verdict);
  return reply;
}

/** Like commands of people: it runs once, or its caller hears that it did not. */
async function command(world: World, server: number, send: (word: string) => Promise<Reply>): Promise<void> {
  const sent: Command = { word: world.nextWord(), server: at(world.servers, server), outcome: undefined };
  world.commands.push(sent);
  sent.outcome = outcomeOf(await send(sent.word));
}

export const tokenActions = {
  async 'token-read'(world: World, { token, portal, path, server }: Extract<TokenAction, { kind: 'token-read' }>) {
    const { id } = at(world.servers, server);
    const need = callNeeds[path] ?? { scope: 'none' };
    await callWith(world, token, portal, {
      method: 'GET',
      url: path.replace('{id}', id),
      need,
      rule: callRules[path],
      key: id,
    });
  },
  'token-say': (world: World, { token, portal, server }: { token: number; portal: number; server: number }) =>
    command(world, server, (word) => {
      const { id } = at(world.servers, server);
      const url = `/api/ark/servers/${id}/sendChatMessage`;
      const body = { message: `Dear all ${word}` };
      return callWith(world, token, portal, { method: 'POST', url, body, need: sayNeeds, rule: undefined, key: id });
    }),
  'token-console': (world: World, { token, portal, server }: { token: number; portal: number; server: number }) =>
    command(world, server, (word) => {
      const { id } = at(world.servers, server);
      const path = '/api/ark/servers/{id}/console';
      const need = callNeeds[path] ?? { scope: 'none' };
      const call = { need, rule: callRules[path], key: id, body: { command: `Slomo ${word}` } };
      return callWith(world, token, portal, { method: 'POST', url: path.replace('{id}', id), ...call });
    }),
  async 'token-open'(world: World, { token: number, portal, topics }: Extract<TokenAction, { kind: 'token-open' }>) {
    const token = at(world.tokens, number);
    const port = at(world.hall.portals, portal).port();
    if (port === undefined) return;
    const browser = createBrowser(world.hall.machine, token.secret, topics.map(world.nameKey));
    world.scripts.push({ browser, token });
    browser.open(port);
  },
  async 'token-revoke'(world: World, { token: number, portal }: Extract<TokenAction, { kind: 'token-revoke' }>) {
    const token = at(world.tokens, number);
    if (token.isActive.latest() !== true) return;
    const end = token.isActive.change(false, world.hall.machine.nowMs);
    const { call } = at(world.hall.portals, portal);
    const reply = await call('DELETE', `/api/tokens/${token.id}`, world.owner.token).catch((): Reply => ({
      status: 0,
    }));
    if (isDone(world, 'DELETE /api/tokens/{id}', reply)) end();
  },
};

/** No script received what its token is not for, or no longer for. */
export function checkScripts(world: Pick<World, 'scripts' | 'faults'>): void {
  for (const { browser, token } of world.scripts) {
    const verdictOf = (ref: string, atMs: number) => {
      const [name = '', key = ''] = ref.split('/');
      // The stream itself is for tokens that may read.
      if (!token.scopes.includes('read')) return 'no';
      return judgeToken(token, topicNeeds[name], topicRules[name], key, [atMs - graceMs, atMs]);
    };
    const what = `[${token.scopes.join()}] for ${token.serverIds?.join() ?? 'all servers'}`;
    for (const { atMs, topic, event } of browser.heard)
      if (topic !== '' && verdictOf(topic, atMs) === 'no')
        world.faults.push(`A token ${what} received ${topic} ${event}.`);
    for (const { status, atMs } of browser.attempts) {
      const verdicts = browser.topics.map((ref) => verdictOf(ref, atMs));
      if (status === 200 && verdicts.includes('no'))
        world.faults.push(`A token ${what} opened ${browser.topics.join()}.`);
      if ([401, 403].includes(status) && verdicts.every((one) => one === 'yes'))
        world.faults.push(`A token ${what} was refused ${browser.topics.join()}: ${status}.`);
    }
  }
}
