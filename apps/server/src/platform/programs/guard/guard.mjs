// Ends what a portal has started when it is asked to, when it grows too big, and when the portal is gone.
import { endGroupStep } from './group.mjs';
import { createGroups, findControlGroups } from './groups.mjs';
import { goFirst, lowerSession } from './priority.mjs';
import { canListProcesses } from './processes.mjs';
import { createRuns } from './runs.mjs';

/** @typedef {import('./runs.mjs').Run} Run */
/**
 * @typedef {{ type: 'watch', id: string, limits: Run['limits'] }
 *   | { type: 'started', id: string, pid: number, isKeeper: boolean }
 *   | { type: 'end', id: string, isAtOnce: boolean }} Command
 */

const lookEveryMs = 100;
const lookWhileEndingMs = 20;
/** Looking takes this part of one core, unless so many processes run that it would look too seldom. */
const maxShare = 0.1;
const maxRestMs = 400;
/** Time to end itself, for a program that is asked to. */
const graceMs = 700;
const freezeForMs = 1000;
/** A keeper goes by itself when its last child has gone, and it has reaped all of them. */
const keeperGraceMs = 300;
const reapForMs = 4000;
/** What cannot be killed (another user's, or stuck in the kernel) is reported once; then it is left alone. */
const giveUpMs = 8000;
/** A process that was being forked when the portal died shows up by then. */
const lastLookMs = 1500;

const { runs, look } = createRuns(process.argv[2] ?? '');
/** @type {number | undefined} */
let aloneSince;
/** @type {NodeJS.Timeout | undefined} */
let timer;

goFirst();
const groups = createGroups(findControlGroups());
groups.sweep(() => false);

process.on('message', (/** @type {Command} */ command) => {
  if (command.type === 'watch') watch(command);
  const run = runs.get(command.id);
  if (run && command.type === 'started') {
    run.root = command.pid;
    run.keeper = command.isKeeper ? command.pid : undefined;
  }
  if (run && command.type === 'end') end(run, command.isAtOnce);
});
process.on('disconnect', leave);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, leave);

/** @param {{ id: string, limits: Run['limits'] }} command */
function watch({ id, limits }) {
  const group = groups.make(id, limits);
  const nothingYet = { root: undefined, keeper: undefined, endsAt: undefined, quietSince: undefined };
  runs.set(id, { id, limits, members: new Map(), group, ...nothingYet });
  send({ type: 'watching', id, joins: group?.joins ?? [] });
  schedule(lookEveryMs);
}

/** @param {Run} run @param {boolean} isAtOnce */
function end(run, isAtOnce) {
  const endsAt = Date.now() + (isAtOnce ? 0 : graceMs);
  if (run.endsAt === undefined && !isAtOnce) {
    refresh();
    signalAll(run, 'SIGTERM');
  }
  run.endsAt = Math.min(run.endsAt ?? endsAt, endsAt);
  schedule(0);
}

function leave() {
  if (aloneSince !== undefined) return;
  aloneSince = Date.now();
  for (const run of runs.values()) end(run, false);
  if (runs.size === 0) process.exit(0);
}

function step() {
  const before = process.cpuUsage();
  refresh();
  for (const run of runs.values()) {
    lowerSessions(run);
    if (run.endsAt === undefined) holdToLimits(run);
    if (run.endsAt !== undefined && run.endsAt <= Date.now()) finish(run);
    else if (run.endsAt !== undefined) forgetIfGone(run);
  }
  if (runs.size === 0 && aloneSince !== undefined) process.exit(0);
  if (runs.size === 0) return;
  const isEnding = [...runs.values()].some((run) => run.endsAt !== undefined);
  const { user, system } = process.cpuUsage(before);
  const restMs = Math.min((user + system) / 1000 / maxShare, maxRestMs);
  schedule(isEnding ? lookWhileEndingMs : Math.max(lookEveryMs, restMs));
}

/** @param {Run} run */
function holdToLimits(run) {
  const members = membersOf(run);
  const memoryBytes = members.reduce((sum, member) => sum + member.memoryBytes, 0);
  const isOver = { processes: members.length > run.limits.processes, memory: memoryBytes > run.limits.memoryBytes };
  const limit = isOver.processes ? 'processes' : isOver.memory ? 'memory' : run.group?.readOver();
  if (limit === undefined) return;
  run.endsAt = Date.now();
  send({ type: 'over', id: run.id, limit });
}

/** Stops all before it kills the first: a program that forks without end would otherwise stay ahead. @param {Run} run */
function finish(run) {
  if (!canListProcesses) return endGroupStep(run) ? forget(run) : undefined;
  run.group?.close();
  /** @type {Map<number, number>} */
  const frozen = new Map();
  const until = Date.now() + freezeForMs;
  let fresh = livingOf(run);
  while (fresh.length > 0 && Date.now() < until) {
    for (const { pid, startedAt } of fresh) {
      signal(pid, 'SIGSTOP');
      frozen.set(pid, startedAt);
    }
    refresh();
    fresh = livingOf(run).filter(({ pid, startedAt }) => frozen.get(pid) !== startedAt);
  }
  signalAll(run, 'SIGKILL');
  forgetIfGone(run);
}

/** @param {Run} run */
function forgetIfGone(run) {
  if (!canListProcesses) return;
  const remaining = livingOf(run).length;
  const keeper = run.keeper === undefined ? undefined : run.members.get(run.keeper);
  const isKeeperAlive = keeper !== undefined && !keeper.isZombie;
  if (remaining === 0 && !isKeeperAlive) return forget(run);
  run.quietSince = remaining > 0 ? undefined : (run.quietSince ?? Date.now());
  const keeperMs = membersOf(run).length > 0 ? reapForMs : keeperGraceMs;
  const isKeeperLate = run.quietSince !== undefined && Date.now() - run.quietSince > keeperMs;
  if (isKeeperLate && run.keeper !== undefined) signal(run.keeper, 'SIGKILL');
  if (run.endsAt !== undefined && Date.now() - run.endsAt > giveUpMs) forget(run, remaining);
}

/** @param {Run} run */
function forget(run, remaining = 0) {
  if (aloneSince !== undefined && Date.now() - aloneSince < lastLookMs) return;
  runs.delete(run.id);
  groups.sweep((id) => runs.has(id));
  send({ type: 'gone', id: run.id, left: remaining });
}

/** A keeper stays quick where the group alone slows down what is below it. @param {Run} run */
function lowerSessions(run) {
  const members = run.group?.isSlow ? membersOf(run) : run.members.values();
  for (const member of members) if (member.session === member.pid) lowerSession(member);
}

/** @param {Run} run */
function membersOf(run) {
  return [...run.members.values()].filter(({ pid }) => pid !== run.keeper);
}

/** @param {Run} run */
function livingOf(run) {
  return membersOf(run).filter(({ isZombie }) => !isZombie);
}

/** @param {Run} run @param {NodeJS.Signals} name */
function signalAll(run, name) {
  if (!canListProcesses && run.root !== undefined) return signal(-run.root, name);
  for (const { pid } of livingOf(run)) signal(pid, name);
}

/** @param {number} pid @param {NodeJS.Signals} name */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already, or not ours to end.
  }
}

function refresh() {
  if (canListProcesses) look();
}

/** @param {number} delayMs */
function schedule(delayMs) {
  clearTimeout(timer);
  timer = setTimeout(step, delayMs);
}

/** @param {object} message */
function send(message) {
  if (process.connected) process.send?.(message, () => {});
}
