import { arrowRules, testFile, useRules } from './arrow-rules.mjs';

/** @typedef {import('../source-file.mjs').SourceFile} SourceFile */
/** @typedef {{ file: string, line: number, message: string }} Violation */

/** @param {SourceFile[]} sources @returns {Violation[]} */
export function findArrowViolations(sources) {
  return [
    ...sources.flatMap(wrongImports),
    ...sources.flatMap(wrongUses),
    ...sources.flatMap(barrels),
    ...cycles(sources),
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

/** Each cycle once, at its first file. @param {SourceFile[]} sources @returns {Violation[]} */
function cycles(sources) {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {Violation[]} */
  const found = [];
  /** @param {SourceFile} source @param {string[]} trail */
  const visit = (source, trail) => {
    const start = trail.indexOf(source.file);
    if (start >= 0) {
      const way = [...trail.slice(start), source.file].join(' → ');
      found.push(violation(source.file, 1, `is part of a cycle: ${way}`, 'move what both need into a third file'));
      return;
    }
    if (done.has(source.file)) return;
    for (const { to } of source.imports) {
      const next = byFile.get(to);
      if (next) visit(next, [...trail, source.file]);
    }
    done.add(source.file);
  };
  for (const source of sources) visit(source, []);
  return found;
}

/** @param {string} file @param {number} line @param {string} what @param {string} instead @returns {Violation} */
function violation(file, line, what, instead) {
  return { file, line, message: `${what}. Instead: ${instead}.` };
}
