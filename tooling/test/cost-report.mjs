/** @typedef {{ file: string, setUpMs: number, testsMs: number, cpuMs: number, programsMs: number }} Cost */

const maxRows = 60;

/** A reporter for Vitest: the slowest files with what they spend on loading and set-up, on tests, in programs, and waiting. */
// eslint-disable-next-line import/no-default-export -- how Vitest finds a reporter.
export default class CostReport {
  /** @type {Cost[]} */
  #costs = [];
  /** Files that share a worker all report the environment of their first one. @type {Set<number>} */
  #environments = new Set();

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    const meta = /** @type {{ cpuMs?: number, programsMs?: number }} */ (module.meta());
    this.#costs.push({
      file: module.relativeModuleId,
      setUpMs: this.#countOnce(environmentSetupDuration) + prepareDuration + collectDuration + setupDuration,
      testsMs: duration,
      cpuMs: meta.cpuMs ?? 0,
      programsMs: meta.programsMs ?? 0,
    });
  }

  /** @param {number} environmentMs */
  #countOnce(environmentMs) {
    if (this.#environments.has(environmentMs)) return 0;
    this.#environments.add(environmentMs);
    return environmentMs;
  }

  onTestRunEnd() {
    console.log(`\n${costTable(this.#costs)}\n`);
  }
}

/** Waiting includes the work of the databases' server, which all files share. @param {Cost[]} costs */
export function costTable(costs) {
  const total = {
    file: `all ${costs.length} files`,
    setUpMs: sum(costs, 'setUpMs'),
    testsMs: sum(costs, 'testsMs'),
    cpuMs: sum(costs, 'cpuMs'),
    programsMs: sum(costs, 'programsMs'),
  };
  const slowest = costs.toSorted((a, b) => wallOf(b) - wallOf(a)).slice(0, maxRows);
  return [
    '| file | set-up, s | tests, s | CPU of the worker, s | CPU of its programs, s | waiting, s |',
    '|---|---|---|---|---|---|',
    ...[total, ...slowest].map(rowOf),
  ].join('\n');
}

/** @param {Cost[]} costs @param {'setUpMs' | 'testsMs' | 'cpuMs' | 'programsMs'} name */
function sum(costs, name) {
  return costs.reduce((total, cost) => total + cost[name], 0);
}

/** @param {Cost} cost */
function wallOf({ setUpMs, testsMs }) {
  return setUpMs + testsMs;
}

/** @param {Cost} cost */
function rowOf(cost) {
  const waitingMs = Math.max(0, wallOf(cost) - cost.cpuMs - cost.programsMs);
  const seconds = [cost.setUpMs, cost.testsMs, cost.cpuMs, cost.programsMs, waitingMs].map((ms) =>
    (ms / 1000).toFixed(1),
  );
  return `| ${[cost.file, ...seconds].join(' | ')} |`;
}
