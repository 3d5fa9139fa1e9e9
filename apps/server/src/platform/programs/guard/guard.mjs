// Ends the programs that a portal has started: on request, when they exceed a limit, and when the portal has exited.
import { createCgroups, findCgroupParents } from './cgroups.mjs';
import { canListProcesses, killProcessGroup, lowerSessionPriority, raiseOwnPriority } from './processes.mjs';
import { createRuns } from './runs.mjs';

/** @typedef {import('./runs.mjs').Run} Run */
/**
 * @typedef {{ type: 'watch', id: string, limits: Run['limits'] }
 *   | { type: 'started', id: string, pid: number, isSubreaper: boolean }
 *   | { type: 'end', id: string, isForced: boolean }} Command
 */

const scanEveryMs = 100;
const scanWhileEndingMs = 20;
/** Scans use at most this share of one core, except that the pause between two of them is bounded, too. */
const maxCpuShare = 0.1;
const maxPauseMs = 400;
/** Time for a program to exit after SIGTERM. */
const graceMs = 700;
const maxFreezeMs = 1000;
/** A subreaper exits when it has reaped its last child; it is killed when that takes longer. */
const subreaperGraceMs = 300;
const maxReapMs = 4000;
/** Processes that can't be killed (another user's, or stuck in the kernel) are reported and no longer watched. */
const giveUpMs = 8000;
/** A process that was being forked when the portal exited is visible by then. */
const finalScanMs = 1500;

const { runs, scan } = createRuns(process.argv[2] ?? '');
/** @type {number | undefined} */
let disconnectedAt;
/** @type {NodeJS.Timeout | undefined} */
let timer;

raiseOwnPriority();
const cgroups = createCgroups(findCgroupParents());
cgroups.sweep(() => false);

process.on('message', (/** @type {Command} */ command) => {
  if (command.type === 'watch') watch(command);
  const run = runs.get(command.id);
  if (run && command.type === 'started') {
    run.root = command.pid;
    run.subreaper = command.isSubreaper ? command.pid : undefined;
  }
  if (run && command.type === 'end') end(run, command.isForced);
});
process.on('disconnect', handleDisconnect);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, handleDisconnect);

/** @param {{ id: string, limits: Run['limits'] }} command */
function watch({ id, limits }) {
  const cgroup = cgroups.create(id, limits);
  const notStarted = { root: undefined, subreaper: undefined, endsAt: undefined, emptySince: undefined };
  runs.set(id, { id, limits, members: new Map(), cgroup, ...notStarted });
  send({ type: 'watching', id, cgroupFiles: cgroup?.procsFiles ?? [] });
  schedule(scanEveryMs);
}

/** @param {Run} run @param {boolean} isForced */
function end(run, isForced) {
  const endsAt = Date.now() + (isForced ? 0 : graceMs);
  if (run.endsAt === undefined && !isForced) {
    refresh();
    signalAll(run, 'SIGTERM');
  }
  run.endsAt = Math.min(run.endsAt ?? endsAt, endsAt);
  schedule(0);
}

/** The portal has exited, or this process is asked to: ends all programs, then exits. */
function handleDisconnect() {
  if (disconnectedAt !== undefined) return;
  disconnectedAt = Date.now();
  for (const run of runs.values()) end(run, false);
  if (runs.size === 0) process.exit(0);
}

function tick() {
  const before = process.cpuUsage();
  refresh();
  for (const run of runs.values()) {
    lowerPriority(run);
    if (run.endsAt === undefined) enforceLimits(run);
    if (run.endsAt !== undefined && run.endsAt <= Date.now()) kill(run);
    else if (run.endsAt !== undefined) removeIfEnded(run);
  }
  if (runs.size === 0 && disconnectedAt !== undefined) process.exit(0);
  if (runs.size === 0) return;
  const isEnding = [...runs.values()].some((run) => run.endsAt !== undefined);
  const { user, system } = process.cpuUsage(before);
  const pauseMs = Math.min((user + system) / 1000 / maxCpuShare, maxPauseMs);
  schedule(isEnding ? scanWhileEndingMs : Math.max(scanEveryMs, pauseMs));
}

/** @param {Run} run */
function enforceLimits(run) {
  const members = membersOf(run);
  const memoryBytes = members.reduce((sum, member) => sum + member.memoryBytes, 0);
  const isExceeded = { processes: members.length > run.limits.processes, memory: memoryBytes > run.limits.memoryBytes };
  const limit = isExceeded.processes ? 'processes' : isExceeded.memory ? 'memory' : run.cgroup?.readExceeded();
  if (limit === undefined) return;
  run.endsAt = Date.now();
  send({ type: 'exceeded', id: run.id, limit });
}

/**
 * Stops all processes before it kills the first: a program that keeps forking would otherwise outrun it.
 * @param {Run} run
 */
function kill(run) {
  if (!canListProcesses) return killProcessGroup(run) ? remove(run) : undefined;
  run.cgroup?.blockForks();
  /** @type {Map<number, number>} */
  const frozen = new Map();
  const until = Date.now() + maxFreezeMs;
  let notFrozen = livingOf(run);
  while (notFrozen.length > 0 && Date.now() < until) {
    for (const { pid, startedAt } of notFrozen) {
      signal(pid, 'SIGSTOP');
      frozen.set(pid, startedAt);
    }
    refresh();
    notFrozen = livingOf(run).filter(({ pid, startedAt }) => frozen.get(pid) !== startedAt);
  }
  signalAll(run, 'SIGKILL');
  removeIfEnded(run);
}

/** @param {Run} run */
function removeIfEnded(run) {
  if (!canListProcesses) return;
  const remaining = livingOf(run).length;
  const subreaper = run.subreaper === undefined ? undefined : run.members.get(run.subreaper);
  const isSubreaperAlive = subreaper !== undefined && !subreaper.isZombie;
  if (remaining === 0 && !isSubreaperAlive) return remove(run);
  run.emptySince = remaining > 0 ? undefined : (run.emptySince ?? Date.now());
  const maxSubreaperMs = membersOf(run).length > 0 ? maxReapMs : subreaperGraceMs;
  const isSubreaperLate = run.emptySince !== undefined && Date.now() - run.emptySince > maxSubreaperMs;
  if (isSubreaperLate && run.subreaper !== undefined) signal(run.subreaper, 'SIGKILL');
  if (run.endsAt !== undefined && Date.now() - run.endsAt > giveUpMs) remove(run, remaining);
}

/** @param {Run} run */
function remove(run, remaining = 0) {
  if (disconnectedAt !== undefined && Date.now() - disconnectedAt < finalScanMs) return;
  runs.delete(run.id);
  cgroups.sweep((id) => runs.has(id));
  send({ type: 'ended', id: run.id, remaining });
}

/** With a CPU limit on the cgroup, the subreaper outside of it stays fast. @param {Run} run */
function lowerPriority(run) {
  const members = run.cgroup?.hasCpuLimit ? membersOf(run) : run.members.values();
  for (const member of members) if (member.session === member.pid) lowerSessionPriority(member);
}

/** @param {Run} run */
function membersOf(run) {
  return [...run.members.values()].filter(({ pid }) => pid !== run.subreaper);
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
    // It has ended, or belongs to another user.
  }
}

function refresh() {
  if (canListProcesses) scan();
}

/** @param {number} delayMs */
function schedule(delayMs) {
  clearTimeout(timer);
  timer = setTimeout(tick, delayMs);
}

/** @param {object} message */
function send(message) {
  if (process.connected) process.send?.(message, () => {});
}
