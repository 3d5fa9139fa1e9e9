import { parseSync } from 'rolldown/utils';
import { walk } from '../source-file.mjs';
import { findCycles } from './cycles.mjs';

/** @typedef {import('../source-file.mjs').SourceFile} SourceFile */

/**
 * The portal's modules from bottom to top, as `layers` in apps/server/src/app.ts lists them.
 * A module may import from lower layers, and from its own without a cycle.
 * @typedef {string[][]} ModuleLayers names of module folders
 */

/** @param {string} app the source of app.ts @returns {ModuleLayers} */
export function readModuleLayers(app) {
  const { program } = parseSync('app.ts', app);
  /** @type {Map<string, string>} */
  const folders = new Map();
  /** @type {any} */
  let layers;
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration') {
      const folder = /^\.\/modules\/([^/]+)\/[^/]+\.module\.ts$/.exec(node.source.value)?.[1];
      for (const { local } of folder ? node.specifiers : []) folders.set(local.name, String(folder));
    }
    if (node.type === 'VariableDeclarator' && node.id.name === 'layers') layers = node.init;
  });
  if (!layers)
    throw new Error('apps/server/src/app.ts has no `layers` any more: tell tooling/check/arrows where they are.');
  while (layers.expression) layers = layers.expression;
  return layers.elements.map((/** @type {any} */ { elements }) =>
    elements.map((/** @type {any} */ { name }) => folders.get(name) ?? name),
  );
}

const instead =
  'declare it in the module that owns the noun (topics or agentEvents of defineModule), or move what both need down';

/**
 * @param {SourceFile[]} sources without tests @param {ModuleLayers} layers
 * @returns {{ file: string, line: number, what: string, instead: string }[]}
 */
export function findLayerViolations(sources, layers) {
  const layerOf = (/** @type {string} */ name) => layers.findIndex((layer) => layer.includes(name));
  const names = new Set(sources.flatMap(({ file }) => moduleOf(file) ?? []));
  const unknown = [...names].filter((name) => layerOf(name) < 0);
  const imports = sources.flatMap(importsOfOtherModules).filter(({ from }) => !unknown.includes(from));
  const upward = imports.filter(({ from, to }) => layerOf(to) > layerOf(from));
  const sideways = imports.filter(({ from, to }) => layerOf(to) === layerOf(from));
  return [
    ...unknown.map((name) => ({
      file: `apps/server/src/modules/${name}`,
      line: 1,
      what: 'has no layer',
      instead: 'add its module to `layers` in apps/server/src/app.ts, above every module it imports',
    })),
    ...upward.map(({ file, line, from, to }) => ({
      file,
      line,
      what: `imports up: ${from} stands on a lower layer than ${to}`,
      instead,
    })),
    ...findCycles(toGraph(sideways)).map((cycle) => {
      const closing = sideways.find(({ from, to }) => from === cycle.at(-2) && to === cycle.at(-1));
      return {
        file: closing?.file ?? '',
        line: closing?.line ?? 1,
        what: `closes a cycle of modules: ${cycle.join(' → ')}`,
        instead,
      };
    }),
  ];
}

/** @param {string} file */
const moduleOf = (file) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1];

/** @param {SourceFile} source */
function importsOfOtherModules({ file, imports }) {
  const from = moduleOf(file);
  if (!from) return [];
  return imports.flatMap((found) => {
    const to = moduleOf(found.to);
    return to && to !== from ? [{ file, line: found.line, from, to }] : [];
  });
}

/** @param {{ from: string, to: string }[]} arrows @returns {Map<string, string[]>} */
function toGraph(arrows) {
  return new Map(arrows.map(({ from }) => [from, arrows.filter((arrow) => arrow.from === from).map(({ to }) => to)]));
}
