import { arrowRules, testFile, useRules } from './arrow-rules.mjs';
import { findCycles } from './cycles.mjs';
import { findLayerViolations } from './module-layers.mjs';

/** @typedef {import('../source-file.mjs').SourceFile} SourceFile */
/** @typedef {{ file: string, line: number, message: string }} Violation */

/** @param {SourceFile[]} sources @param {import('./module-layers.mjs').ModuleLayers} layers @returns {Violation[]} */
export function findArrowViolations(sources, layers) {
  return [
    ...sources.flatMap(wrongImports),
    ...sources.flatMap(wrongUses),
    ...sources.flatMap(barrels),
    ...cycles(sources),
    ...wrongLayers(sources, layers),
    ...sources.flatMap(moduleState),
  ];
}

/** @param {SourceFile} source @returns {Violation[]} */
function wrongImports({ file, imports }) {
  const rules = arrowRules.filter(
    ({ from, except, evenTests }) => from.test(file) && !except?.test(file) && (evenTests || !testFile.test(file)),
  );
  return rules.flatMap((rule) =>
    imports
      .filter(({ to }) => isForbidden(rule, file, to))
      .map(({ line, specifier }) => violation(file, line, `imports ${specifier}, but ${rule.name}`, rule.instead)),
  );
}

/** @param {import('./arrow-rules.mjs').ArrowRule} rule @param {string} file @param {string} to */
function isForbidden({ from, to: forbidden, toOtherThan }, file, to) {
  const caught = from.exec(file)?.[1] ?? '';
  const pattern = new RegExp((forbidden ?? toOtherThan ?? '').replaceAll('$1/', `${caught}/`));
  return pattern.test(to) === (forbidden !== undefined);
}

/** @param {SourceFile} source @returns {Violation[]} */
function wrongUses({ file, uses }) {
  if (testFile.test(file)) return [];
  return uses.flatMap(({ name, line }) =>
    useRules
      .filter((rule) => rule.name === name && rule.from.test(file))
      .map((rule) => violation(file, line, `uses ${name}, which has one home`, rule.instead)),
  );
}

/** @param {SourceFile} source @returns {Violation[]} */
function barrels({ file, isBarrel }) {
  if (!isBarrel || !file.startsWith('apps/')) return [];
  return [
    violation(file, 1, 'only passes on other files, but apps have no barrels', 'import from the file that declares it'),
  ];
}

/** @param {SourceFile[]} sources @returns {Violation[]} */
function cycles(sources) {
  const graph = new Map(sources.map(({ file, imports }) => [file, imports.map(({ to }) => to)]));
  return findCycles(graph).map((cycle) =>
    violation(cycle[0] ?? '', 1, `is part of a cycle: ${cycle.join(' → ')}`, 'move what both need into a third file'),
  );
}

/** @param {SourceFile[]} sources @param {import('./module-layers.mjs').ModuleLayers} layers @returns {Violation[]} */
function wrongLayers(sources, layers) {
  return findLayerViolations(
    sources.filter(({ file }) => !testFile.test(file)),
    layers,
  ).map(({ file, line, what, instead }) => violation(file, line, what, instead));
}

/** @param {SourceFile} source @returns {Violation[]} */
function moduleState({ file, state }) {
  if (testFile.test(file) || !/^apps\/server\/src\/(modules|bot)\//.test(file)) return [];
  return state.map(({ name, line }) =>
    violation(
      file,
      line,
      `${name} is state of the process, shared by every app in it`,
      "create it in the module's state (or in the bot's start) and pass it",
    ),
  );
}

/** @param {string} file @param {number} line @param {string} what @param {string} instead @returns {Violation} */
function violation(file, line, what, instead) {
  return { file, line, message: `${what}. Instead: ${instead}.` };
}
