import crypto from 'node:crypto';
import { applyMutation, findMutations, isParsable } from './find-mutants.mjs';

/**
 * @typedef {import('./find-mutants.mjs').Mutation & { file: string, area: string, line: number, before: string, after: string }} Mutant
 * `before` and `after` are the changed line.
 */

/** Each folder in one of these is an area; the files directly in it are one more. */
const parents = [
  'apps/server/src/modules',
  'apps/server/src/bot',
  'apps/server/src/platform',
  'apps/server/src',
  'apps/web/src/features',
  'apps/web/src/components',
  'apps/web/src/lib',
  'apps/web/src',
  'apps/agent/src',
  'packages/ark/src',
  'tooling',
];
const whole = ['apps/web/src/pages', 'packages/contract/src', 'packages/common/src'];
/** Neither what only tests use nor tables, whose effect is in the migrations. */
const excluded =
  /\.(test|fixture|config|table)\.|\.d\.m?ts$|\/(testing|demo|load-test|migrations)\/|^tooling\/(?!(check|setup|run)\/)/;

/** Tests of the same area stand next to the code. @param {string} file @returns {string | undefined} */
export function areaOf(file) {
  const single = whole.find((folder) => file.startsWith(`${folder}/`));
  if (single) return single;
  const parent = parents.find((folder) => file.startsWith(`${folder}/`));
  const [folder, ...rest] = parent ? file.slice(parent.length + 1).split('/') : [];
  return rest.length > 0 ? `${parent}/${folder}` : parent;
}

/** @param {string} file */
export function isMutated(file) {
  return areaOf(file) !== undefined && /\.(ts|tsx|mjs)$/.test(file) && !excluded.test(file);
}

/**
 * Chooses the same mutants for the same sources and seed, one of each area in turn. A change elsewhere leaves most of
 * the choice as it is.
 * @param {[file: string, source: string][]} sources @param {{ seed: string, count: number }} options @returns {Mutant[]}
 */
export function chooseMutants(sources, { seed, count }) {
  /** @type {Map<string, Mutant[]>} */
  const areas = new Map();
  for (const [file, source] of sources) {
    const area = areaOf(file);
    if (area === undefined) continue;
    const mutants = findMutations(file, source).map((mutation) => describe(mutation, { file, area, source }));
    areas.set(area, [...(areas.get(area) ?? []), ...mutants]);
  }
  const queues = sortByHash([...areas], ([area]) => `${seed} ${area}`).map(([, mutants]) =>
    sortByHash(mutants, ({ file, operator, before }) => [seed, file, operator, before].join(' ')),
  );
  const texts = new Map(sources);
  /** @type {Mutant[]} */
  const chosen = [];
  while (chosen.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const mutant = nextParsable(queue, texts);
      if (mutant && chosen.length < count) chosen.push(mutant);
    }
  }
  return chosen;
}

/** @param {Mutant[]} queue @param {Map<string, string>} texts @returns {Mutant | undefined} */
function nextParsable(queue, texts) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift())
    if (isParsable(mutant.file, applyMutation(texts.get(mutant.file) ?? '', mutant))) return mutant;
  return undefined;
}

/**
 * @param {import('./find-mutants.mjs').Mutation} mutation
 * @param {{ file: string, area: string, source: string }} where @returns {Mutant}
 */
function describe(mutation, { file, area, source }) {
  const line = source.slice(0, mutation.start).split('\n').length;
  /** @param {string} text */
  const lineOf = (text) => text.split('\n')[line - 1]?.trim() ?? '';
  return { ...mutation, file, area, line, before: lineOf(source), after: lineOf(applyMutation(source, mutation)) };
}

/** @template T @param {T[]} items @param {(item: T) => string} keyOf @returns {T[]} */
function sortByHash(items, keyOf) {
  const hashed = items.map((item) => ({
    item,
    hash: crypto.createHash('sha256').update(keyOf(item)).digest('hex'),
  }));
  return hashed.toSorted((a, b) => (a.hash < b.hash ? -1 : Number(a.hash > b.hash))).map(({ item }) => item);
}
