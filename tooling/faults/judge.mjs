/** @typedef {{ write: string, n: number, status: number, text: string, startedAt: number, endedAt: number }} Recorded */
/** @typedef {{ isOrdered?: boolean, isLatestOnly?: boolean }} WriteRules */

/** What a portal may answer while a part of it is missing. */
const duringFault = new Set([0, 502, 503, 504, 507]);
const isAcknowledged = (/** @type {{ status: number }} */ { status }) => status >= 200 && status < 300;

/**
 * What is wrong with what was stored of one kind of write; `lost` counts acknowledged ones.
 * @param {string} name @param {Recorded[]} sent of this kind @param {number[]} stored @param {WriteRules} [rules]
 * @returns {{ lost: number, violations: string[] }}
 */
export function judgeWrites(name, sent, stored, { isOrdered = false, isLatestOnly = false } = {}) {
  const acknowledged = sent.filter(isAcknowledged).map(({ n }) => n);
  const known = new Set(sent.map(({ n }) => n));
  /** @type {string[]} */
  const violations = [];
  const lost = isLatestOnly ? lostOfLatest(acknowledged, stored) : acknowledged.filter((n) => !stored.includes(n));
  if (lost.length > 0) violations.push(`${name}: acknowledged and lost: ${listed(lost)}`);
  const twice = stored.filter((n, index) => stored.indexOf(n) !== index);
  if (twice.length > 0) violations.push(`${name}: there twice: ${listed(twice)}`);
  const unknown = stored.filter((n) => !known.has(n));
  if (unknown.length > 0) violations.push(`${name}: there and never sent: ${listed(unknown)}`);
  if (isOrdered && stored.some((n, index) => index > 0 && n < (stored[index - 1] ?? n)))
    violations.push(`${name}: not in order: ${listed(stored)}`);
  return { lost: lost.length, violations };
}

/** Each write replaces the one before: at least the last acknowledged one is there. @param {number[]} acknowledged @param {number[]} stored */
function lostOfLatest(acknowledged, stored) {
  const last = Math.max(0, ...acknowledged);
  return acknowledged.length > 0 && Math.max(0, ...stored) < last ? [last] : [];
}

/**
 * Replies that nothing explains: above all 500, what a portal refuses only while a part is missing, and refusals of valid calls.
 * @param {Recorded[]} sent @param {{ from: number, to: number }} [fault] when the fault began, and when everything worked again; without it, no refusal is accepted
 */
export function judgeReplies(sent, fault) {
  const unexpected = sent.filter(({ status, startedAt, endedAt }) => {
    if (status >= 200 && status < 300) return false;
    return !(fault && duringFault.has(status) && endedAt >= fault.from && startedAt <= fault.to);
  });
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { write, status, text } of unexpected) {
    const what = `${write}: ${status} ${text.slice(0, 160).replace(/"reference":.*/, '')}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `unexpected reply, ${count} ×: ${what}`);
}

/**
 * @param {Partial<Record<string, number>>} before process ids by name @param {Partial<Record<string, number>>} after
 * @param {readonly string[]} ended those whose end is part of the fault
 */
export function judgeProcesses(before, after, ended) {
  return Object.entries(before).flatMap(([name, pid]) => {
    if (after[name] === undefined) return [`${name} is not running`];
    const isOther = after[name] !== pid;
    if (isOther && !ended.includes(name)) return [`${name} has exited and was started again`];
    return [];
  });
}

const inSeconds = (/** @type {number} */ ms) => (Number.isFinite(ms) ? (ms / 1000).toFixed(1) : 'never');

/** How soon pages were right again. @param {number[][]} times milliseconds of each page, after each moment @param {number} withinMs */
export function judgePages(times, withinMs) {
  const late = times.flat().filter((ms) => ms > withinMs).length;
  const note = `pages right after ${times.map((one) => one.map(inSeconds).join(', ')).join('; ')} s`;
  return { note, violations: late > 0 ? [`${late} pages were not right within ${withinMs / 1000} s: ${note}`] : [] };
}

/** @param {number[]} values */
function listed(values) {
  return values.length > 10 ? `${values.slice(0, 10).join(', ')} … (${values.length})` : values.join(', ');
}
