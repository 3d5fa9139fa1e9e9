import { isDeepStrictEqual } from 'node:util';
import { ruleOf } from './actions.ts';
import { createBrowser, type Heard } from './browser.ts';
import { isOfOtherCluster } from './clusters.ts';
import { graceMs, judge } from './people.ts';
import { logIn, type Command, type World } from './world.ts';

/** A command runs once, or not at all, and its caller is told the truth. */
export async function checkCommands(world: World): Promise<void> {
  for (const command of world.commands) {
    const runs = command.server.game.ran.filter((one) => one.command.includes(command.word)).length;
    const outcome = await outcomeOf(world, command);
    if (runs > 1) world.faults.push(`${command.word} ran ${runs} times; its caller was told ${outcome}.`);
    if (outcome === 'done' && runs === 0) world.faults.push(`${command.word} did not run; its caller was told it had.`);
    if (outcome === 'not-run' && runs > 0) world.faults.push(`${command.word} ran; its caller was told it had not.`);
  }
}

/** Mail may be delivered after its call. */
async function outcomeOf({ hall }: World, { mailId, outcome }: Command): Promise<Command['outcome']> {
  if (mailId === undefined) return outcome;
  const { rows } = await hall.app.ctx.db.execute<{ state: string }>(`select state from mails where id = '${mailId}'`);
  return rows[0]?.state === 'delivered' ? 'done' : 'unknown';
}

/** The game's chat is stored in its order, once, and nothing that the agent had on its drive is missing. */
export async function checkEvents(world: World): Promise<void> {
  for (const { id, lines } of world.servers) {
    const { rows } = await world.hall.app.ctx.db.execute<{ text: string }>(
      `select text from chat_messages where server_id = '${id}' and kind = 'player' order by id`,
    );
    const stored = rows.map(({ text }) => text);
    const known = lines.map(({ text }) => text);
    const places = stored.map((text) => known.indexOf(text));
    if (places.some((place, index) => index > 0 && place <= (places[index - 1] ?? -1)))
      world.faults.push(`Events were stored twice or out of order: ${stored.join(', ')}`);
    const lost = lines.filter(({ text, isDurable }) => isDurable && !stored.includes(text));
    if (lost.length > 0) world.faults.push(`Events were lost: ${lost.map(({ text }) => text).join(', ')}`);
  }
}

/** Nobody received what they had no right to, longer than a moment after it ended. */
export function checkHeard(world: World): void {
  for (const { browser, person, session } of world.tabs) {
    for (const { atMs, topic, event, data } of browser.heard) {
      // The end of a stream, and what tells its reader why.
      if (topic === '' || (topic === 'users.me' && isAbout(data, person.id))) continue;
      const { rule, key } = ruleOf(topic);
      const verdict = rule && judge(rule, { person, session }, key, [atMs - graceMs, atMs]);
      if (!browser.topics.includes(topic)) world.faults.push(`A stream of ${browser.topics.join()} carried ${topic}.`);
      else if (verdict === 'no') world.faults.push(`${person.username} received ${topic} ${event} without the right.`);
      else if (isOfOthers(world, { topic, data, key, personId: person.id, atMs }))
        world.faults.push(`${person.username} received what is not theirs on ${topic}: ${JSON.stringify(data)}`);
    }
    for (const { status, atMs } of browser.attempts) {
      const verdicts = browser.topics.map((ref) => {
        const { rule, key } = ruleOf(ref);
        return rule ? judge(rule, { person, session }, key, [atMs - graceMs, atMs]) : 'maybe';
      });
      const isRefused = status === 401 || status === 403;
      if (status === 200 && verdicts.includes('no')) world.faults.push(`A stream was opened without the right.`);
      if (isRefused && verdicts.every((one) => one === 'yes')) world.faults.push(`A stream was refused: ${status}.`);
    }
  }
}

/**
 * Whoever stays or resumes gets every message of the stream, once and in order, or a snapshot instead. The numbers of
 * messages are the same for all streams of the same topics at one portal, so one that another stream got must not be missing.
 */
export function checkStreams(world: Pick<World, 'tabs' | 'witnesses' | 'faults'>): void {
  const streams = [...world.tabs.map(({ browser }) => browser), ...world.witnesses];
  const known = new Map<string, Set<number>>();
  for (const { heard } of streams)
    for (const { id, event } of heard) {
      const { stream, seq } = partsOf(id);
      if (event !== 'snapshot') known.set(stream, (known.get(stream) ?? new Set()).add(seq));
    }
  for (const { heard, topics } of streams)
    for (const fault of findGaps(heard, known)) world.faults.push(`A stream of ${topics.join()} ${fault}.`);
}

function* findGaps(heard: readonly Heard[], known: ReadonlyMap<string, ReadonlySet<number>>): Generator<string> {
  for (const [index, { id, event }] of heard.entries()) {
    const before = heard[index - 1];
    if (event === 'snapshot' || id === undefined || before?.id === undefined) continue;
    const [own, last] = [partsOf(id), partsOf(before.id)];
    if (own.stream !== last.stream) continue;
    if (own.seq <= last.seq && before.event !== 'snapshot') yield `got ${own.seq} after ${last.seq}`;
    const missed = [...(known.get(own.stream) ?? [])].filter((seq) => seq > last.seq && seq < own.seq);
    if (missed.length > 0) yield `missed ${missed.join()} between ${last.seq} and ${own.seq}`;
  }
}

/** An id has the portal's run, the topics and the number of the message. */
function partsOf(id = ''): { stream: string; seq: number } {
  const dot = id.lastIndexOf('.');
  return { stream: id.slice(0, dot), seq: Number(id.slice(dot + 1)) };
}

function isAbout(data: unknown, id: string): boolean {
  return (data as { id?: string }).id === id;
}

type Received = { topic: string; data: unknown; key: string; personId: string; atMs: number };

/** Whether a message belongs to another user, server or cluster. */
function isOfOthers(world: World, { topic, data, key, personId, atMs }: Received): boolean {
  const text = JSON.stringify(data);
  if (topic === 'mail.sent')
    return [...world.senders].some(([word, sender]) => sender.id !== personId && text.includes(word));
  if (topic.startsWith('chat.server/'))
    return world.servers.some(({ id, lines }) => id !== key && lines.some((line) => text.includes(`"${line.text}"`)));
  if (topic.startsWith('chat.cluster/')) return isOfOtherCluster(world, key, data, atMs);
  if (topic === 'users.me') return !isAbout(data, personId);
  return false;
}

/** What a page shows in the end, after whatever it missed, is what the portal says now. */
export async function checkViews(world: World): Promise<void> {
  const { machine, portals } = world.hall;
  for (const tab of world.tabs) {
    const { browser, person } = tab;
    if (!browser.isOpen() || browser.attempts.at(-1)?.status !== 200) continue;
    const session = await logIn(world, person);
    if (session !== tab.session) continue;
    const fresh = createBrowser(machine, session.token, browser.topics);
    fresh.open(portals[tab.portal]?.port() ?? 0);
    await machine.pass(300);
    fresh.cut();
    if (fresh.attempts.at(-1)?.status !== 200) {
      world.faults.push(`A page that is open could not be opened again: ${browser.topics.join()}`);
      continue;
    }
    for (const topic of browser.topics) {
      const shown = viewOf(topic, browser.heard, world);
      const wanted = viewOf(topic, fresh.heard, world);
      if (!isSameView(topic, shown, wanted))
        world.faults.push(`${topic} shows ${JSON.stringify(shown)} instead of ${JSON.stringify(wanted)}`);
    }
  }
}

type ChatMessage = { id: string };

function viewOf(topic: string, heard: readonly Heard[], world: World): unknown {
  const own = heard.filter((one) => one.topic === topic);
  const last = own.findLastIndex(({ event }) => event === 'snapshot');
  if (!topic.startsWith('chat.server/')) return own.at(-1)?.data;
  const ids: string[] = [];
  for (const { event, data } of own.slice(Math.max(0, last))) {
    if (event === 'snapshot') ids.push(...(data as ChatMessage[]).map(({ id }) => id));
    else if (ids.includes((data as ChatMessage).id)) world.faults.push(`${topic} carried a message twice.`);
    else ids.push((data as ChatMessage).id);
  }
  // As the page does: what two portals publish at the same time can arrive in either order.
  return ids.toSorted((a, b) => Number(BigInt(a) - BigInt(b)));
}

/** Topics with a snapshot that says everything. */
const whole = /^(servers\.state|players\.online|servers\.setup|users\.me)(\/|$)/;

function isSameView(topic: string, shown: unknown, wanted: unknown): boolean {
  if (whole.test(topic)) return isDeepStrictEqual(shown, wanted);
  if (!topic.startsWith('chat.server/')) return true;
  // The portal sends the newest messages; a page that was open longer has more.
  const newest = wanted as string[];
  return isDeepStrictEqual((shown as string[]).slice(-newest.length), newest);
}
