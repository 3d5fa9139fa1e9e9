import { setImmediate as nextTurn } from 'node:timers/promises';
import { describePlayers } from './agent.ts';
import { createBrowser } from './browser.ts';
import { at, checkRefusal, isDone, outcomeOf } from './calls.ts';
import { clusterActions } from './clusters.ts';
import { callRules, graceMs, judge, topicRules, type Person, type Verdict } from './people.ts';
import type { Action } from './plan.ts';
import type { Portal, Reply } from './portals.ts';
import { tokenActions } from './tokens.ts';
import { logIn, playerIdOf, type Command, type SimulatedServer, type Tab, type World } from './world.ts';

type Do<Kind extends Action['kind']> = (
  world: World,
  action: Extract<Action, { kind: Kind }>,
) => Promise<unknown> | undefined | void;

/** Does one thing of the plan. What takes time goes on in the background. */
export function act(world: World, action: Action): Promise<unknown> {
  const run = actions[action.kind] as Do<Action['kind']>;
  return Promise.resolve(run(world, action as never));
}

const actions: { [Kind in Action['kind']]: Do<Kind> } = {
  ...clusterActions,
  ...tokenActions,
  chat: (world, { server, lines }) => sayInGame(world, at(world.servers, server), lines),
  players({ servers }, { server: number, players }) {
    const { game, agent } = at(servers, number);
    game.online = players.map(playerIdOf);
    agent.append(describePlayers(game));
  },
  state({ servers }, { server, state }) {
    at(servers, server).agent.append({ type: 'server.state', data: { state } });
  },
  broadcast: (world, { person, server, portal }) =>
    command(world, { person, server, portal }, async ({ server: { id }, word, call }) => {
      const body = { reach: { type: 'server', serverId: id }, text: `Attention ${word}` };
      const { reply, verdict } = await call('POST', '/api/ark/broadcasts', body, '/api/ark/servers/{id}/console');
      checkRefusal(world, 'POST /ark/broadcasts', reply, verdict);
      const [shown] = (reply.data as { servers?: { outcome: string }[] } | undefined)?.servers ?? [];
      if (reply.status === 200) return { shown: 'done', failed: 'not-run' }[shown?.outcome ?? ''] ?? 'unknown';
      return outcomeOf(reply);
    }),
  console: (world, { person, server, portal }) =>
    command(world, { person, server, portal }, async ({ server: { id }, word, call }) => {
      const path = `/api/ark/servers/${id}/console`;
      const { reply, verdict } = await call(
        'POST',
        path,
        { command: `Slomo ${word}` },
        '/api/ark/servers/{id}/console',
      );
      checkRefusal(world, 'POST /ark/servers/{id}/console', reply, verdict);
      return outcomeOf(reply);
    }),
  say: (world, { person, server, portal }) =>
    command(world, { person, server, portal }, async ({ server: { id }, word, call }) =>
      outcomeOf((await call('POST', `/api/ark/servers/${id}/sendChatMessage`, { message: `Dear all ${word}` })).reply),
    ),
  mail: (world, { person, server, portal, player }) =>
    command(world, { person, server, portal }, async ({ server: { id }, word, call, command: sent }) => {
      const body = { to: playerIdOf(player), subject: word, body: 'See you.' };
      world.senders.set(word, at(world.people, person));
      const { reply } = await call('POST', `/api/ark/servers/${id}/mail`, body);
      const { mailId, state } = (reply.data ?? {}) as { mailId?: string; state?: string };
      if (reply.status !== 200) return outcomeOf(reply) === 'not-run' ? 'not-run' : 'unknown';
      if (mailId !== undefined) sent.mailId = mailId;
      return state === 'delivered' ? 'done' : 'unknown';
    }),
  cut: ({ servers }, { server }) => at(servers, server).cable.cut(),
  'switch-portal'({ servers }, { server: number }) {
    const server = at(servers, number);
    server.portal = 1 - server.portal;
    server.cable.cut();
  },
  frame: ({ servers }, { server, isToPortal, fault }) =>
    at(servers, server).cable.fault(isToPortal ? 'toPortal' : 'toAgent', fault),
  stall: ({ servers }, { server, ms }) => at(servers, server).cable.stall(ms),
  refuse({ servers }, { server, ms }) {
    at(servers, server).cable.refuse(ms);
    at(servers, server).cable.cut();
  },
  'game-away'({ servers, hall }, { server, ms }) {
    at(servers, server).game.awayUntilMs = hall.machine.nowMs() + ms;
  },
  game: ({ servers }, { server, fault }) => void at(servers, server).game.faults.push(fault),
  async 'kill-agent'(world, { server: number, ms, isTorn, lines, turns }) {
    const server = at(world.servers, number);
    const { agent } = server;
    if (!agent.isRunning()) return;
    sayInGame(world, server, lines);
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    agent.kill({ isTorn });
    await later(ms);
    await agent.start();
  },
  'restart-portal': ({ hall }, { portal, isHard }) => at(hall.portals, portal).restart(isHard),
  async open(world, { person: number, portal, topics }) {
    const person = at(world.people, number);
    const session = await logIn(world, person);
    const refs = topics.map(world.nameKey);
    const browser = createBrowser(world.hall.machine, session.token, refs);
    const tab = { browser, person, session, portal };
    world.tabs.push(tab);
    const witness = createBrowser(world.hall.machine, session.token, refs);
    world.witnesses.push(witness);
    await openTab(world, { ...tab, browser: witness });
    await openTab(world, tab);
  },
  async 'cut-stream'(world, { browser: number, ms, portal, lines }) {
    const tab = world.tabs[number % Math.max(1, world.tabs.length)];
    if (!tab?.browser.isOpen()) return;
    tab.browser.cut();
    for (const server of world.servers)
      if (tab.browser.topics.includes(`chat.server/${server.id}`)) sayInGame(world, server, lines);
    await later(ms);
    // Mostly to the same portal, which knows what was missed.
    if (number % 3 === 0) tab.portal = portal;
    await openTab(world, tab);
  },
  roles: (world, { person: number, portal, roles }) =>
    change(world, number, async (person) => {
      const ends = [person.roles.change(roles, world.hall.machine.nowMs), endSession(world, person)];
      const path = `/api/users/${person.id}/roles`;
      const reply = await at(world.hall.portals, portal).call('PUT', path, world.owner.token, { roles });
      return { ends, isDone: isDone(world, `PUT ${path}`, reply) };
    }),
  'end-sessions': (world, { person: number, portal }) =>
    change(world, number, async (person) => {
      const ends = [endSession(world, person)];
      const path = `/api/users/${person.id}/sessions`;
      const reply = await at(world.hall.portals, portal).call('DELETE', path, world.owner.token);
      return { ends, isDone: isDone(world, `DELETE ${path}`, reply) };
    }),
  moderate: (world, { person: number, portal, server }) =>
    change(world, number, (person) =>
      changeModerator(world, person, at(world.servers, server), at(world.hall.portals, portal)),
    ),
  sanction(world, { server, portal }) {
    const reach = { type: 'server', serverId: at(world.servers, server).id };
    const body = { kind: 'warning', playerId: playerIdOf(1), reach, reason: 'Be nice' };
    return at(world.hall.portals, portal).call('POST', '/api/ark/sanctions', world.owner.token, body);
  },
  async read(world, { person: number, portal, path, server }) {
    const { id } = at(world.servers, server);
    const { reply, verdict } = await callAs(world, number, at(world.hall.portals, portal), {
      method: 'GET',
      url: path.replace('{id}', id),
      rule: path,
      key: id,
    });
    checkRefusal(world, `GET ${path}`, reply, verdict);
  },
};

function sayInGame(world: World, server: SimulatedServer, lines: number): void {
  for (let count = 0; count < lines && server.agent.isRunning(); count += 1) {
    const line = { text: `Hello ${world.nextWord()}`, isDurable: false, atMs: world.hall.machine.nowMs() };
    server.lines.push(line);
    const data = { kind: 'player', playerId: playerIdOf(0), name: 'Player', text: line.text } as const;
    server.agent.append({ type: 'chat.line', data }, () => void (line.isDurable = true));
  }
}

type Call = { method: 'GET' | 'POST'; url: string; body?: object; rule?: string | undefined; key: string };

/** Calls as a person, and says whether they had the right all the time, never, or neither. */
async function callAs(
  world: World,
  number: number,
  portal: Portal,
  { method, url, body, rule, key }: Call,
): Promise<{ reply: Reply; verdict: Verdict }> {
  const { machine } = world.hall;
  const person = at(world.people, number);
  const session = await logIn(world, person);
  const fromMs = machine.nowMs();
  const reply = await portal.call(method, url, session.token, body).catch((): Reply => ({ status: 0 }));
  const toMs = machine.nowMs();
  const found = rule === undefined ? undefined : callRules[rule];
  const verdict = found ? judge(found, { person, session }, key, [fromMs - graceMs, toMs]) : 'maybe';
  return { reply, verdict };
}

type Sending = {
  server: SimulatedServer;
  word: string;
  command: Command;
  call: (method: 'POST', url: string, body: object, rule?: string) => Promise<{ reply: Reply; verdict: Verdict }>;
};

async function command(
  world: World,
  { person, server: number, portal }: { person: number; server: number; portal: number },
  send: (sending: Sending) => Promise<string>,
): Promise<void> {
  const server = at(world.servers, number);
  const word = world.nextWord();
  const sent: Command = { word, server, outcome: undefined };
  world.commands.push(sent);
  const call: Sending['call'] = (method, url, body, rule) =>
    callAs(world, person, at(world.hall.portals, portal), { method, url, body, rule, key: server.id });
  sent.outcome = (await send({ server, word, command: sent, call })) as Command['outcome'];
}

/** Changes someone's rights; while the outcome is open, both are possible. */
async function change(
  world: World,
  number: number,
  work: (person: Person) => Promise<{ ends: (() => void)[]; isDone: boolean }>,
): Promise<void> {
  const person = at(world.people, number);
  if (person.isChanging) return;
  person.isChanging = true;
  try {
    const { ends, isDone } = await work(person);
    // A change whose outcome is unknown stays so: the portal was stopped in the middle of it.
    if (!isDone) return;
    for (const end of ends) end();
    person.isChanging = false;
  } catch {
    // The same.
  }
}

function endSession({ hall }: World, { session }: Person): () => void {
  return session.isActive.change(false, hall.machine.nowMs);
}

async function changeModerator(world: World, person: Person, { id }: SimulatedServer, portal: Portal) {
  const { token } = world.owner;
  const fact = person.moderates.get(id);
  const isModerator = fact?.latest() === true;
  const path = `/api/ark/servers/${id}/moderators`;
  const end = fact?.change(!isModerator, world.hall.machine.nowMs) ?? (() => undefined);
  if (!isModerator) {
    const body = { username: person.username, powers: ['console', 'mail'], maxBanDays: null };
    return { ends: [end], isDone: isDone(world, `POST ${path}`, await portal.call('POST', path, token, body)) };
  }
  const list = await portal.call('GET', path, token);
  if (!isDone(world, `GET ${path}`, list)) return { ends: [end], isDone: false };
  const own = (list.data as { id: string }[] | undefined)?.find((one) =>
    JSON.stringify(one).includes(`"${person.username}"`),
  );
  const reply = await portal.call('DELETE', `${path}/${own?.id ?? ''}`, token);
  return { ends: [end], isDone: isDone(world, `DELETE ${path}/{id}`, reply) };
}

export async function openTab(world: World, { browser, portal }: Tab): Promise<void> {
  const port = at(world.hall.portals, portal).port();
  if (port === undefined || browser.isOpen()) return;
  browser.open(port);
}

export function ruleOf(ref: string): { rule: (typeof topicRules)[string] | undefined; key: string } {
  const [name = '', key = ''] = ref.split('/');
  return { rule: topicRules[name], key };
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
