import path from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * `to` is a file of the repository or the name of a package; `isType` says that only types are imported.
 * `state` lists the module-level variables that hold state.
 * A barrel only re-exports what other files declare.
 * @typedef {{ specifier: string, to: string, line: number, isType: boolean }} Import
 * @typedef {{ name: string, line: number }} Named
 * @typedef {{ file: string, imports: Import[], uses: Named[], state: Named[], isBarrel: boolean }} SourceFile
 */

/**
 * What a file imports and which of the watched globals it uses.
 * @param {string} file path below the repository, with forward slashes
 * @param {string} source
 * @param {(file: string) => boolean} exists
 * @returns {SourceFile}
 */
export function readSourceFile(file, source, exists) {
  const { program, module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  /** @param {number} offset */
  const lineOf = (offset) => source.slice(0, offset).split('\n').length;
  /** @param {{ value: string, start: number }} request @param {boolean} [isType] */
  const toImport = ({ value, start }, isType = false) => ({
    specifier: value,
    to: resolveImport(file, value, exists),
    line: lineOf(start),
    isType,
  });

  const imports = module.staticImports.map(({ moduleRequest, entries }) =>
    toImport(moduleRequest, entries.length > 0 && entries.every(({ isType }) => isType)),
  );
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  for (const { moduleRequest, isType } of exported) if (moduleRequest) imports.push(toImport(moduleRequest, isType));
  /** @type {SourceFile['uses']} */
  const uses = [];
  walk(program, (node) => {
    const isLazy = node.type === 'ImportExpression' && node.source.type === 'Literal';
    if (isLazy) imports.push(toImport({ value: node.source.value, start: node.start }));
    const name = usedGlobal(node);
    if (name) uses.push({ name, line: lineOf(node.start) });
  });
  const isBarrel = exported.length > 0 && exported.every(({ moduleRequest }) => moduleRequest);
  const state = moduleState(program).map(({ name, start }) => ({ name, line: lineOf(start) }));
  return { file, imports, uses, state, isBarrel };
}

/**
 * The files and packages that a file imports, without looking at the rest of it: a tenth of the time of reading all.
 * @param {string} file @param {string} source @param {(file: string) => boolean} exists @returns {string[]}
 */
export function listImports(file, source, exists) {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const exported = staticExports.flatMap(({ entries }) => entries);
  const lazy = dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end));
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ...lazy.flatMap((request) => /^(['"`])([^$]+)\1$/.exec(request)?.[2] ?? []),
  ].map((specifier) => resolveImport(file, specifier, exists));
}

const stateless = new Set(['TextDecoder', 'TextEncoder']);

/**
 * Module-level variables that change or can only be there to be filled: `let`, weak collections, anything constructed
 * without arguments, empty literals, and what a `create…` function made.
 * @param {any} program @returns {{ name: string, start: number }[]}
 */
function moduleState({ body }) {
  return body
    .map((/** @type {any} */ statement) => statement.declaration ?? statement)
    .filter((/** @type {any} */ { type, declare }) => type === 'VariableDeclaration' && !declare)
    .flatMap((/** @type {any} */ { kind, declarations }) =>
      declarations
        .filter((/** @type {any} */ { init }) => kind !== 'const' || holdsState(init))
        .map((/** @type {any} */ { id, start }) => ({ name: id.name ?? 'this', start })),
    );
}

/** @param {any} init @returns {boolean} */
function holdsState(init) {
  if (!init) return false;
  if (/^TS(As|Satisfies)Expression$/.test(init.type)) return holdsState(init.expression);
  if (init.type === 'ArrayExpression') return init.elements.length === 0;
  if (init.type === 'ObjectExpression') return init.properties.length === 0;
  if (init.type === 'CallExpression') return /^create[A-Z]/.test(init.callee.name ?? '');
  const name = init.type === 'NewExpression' && init.callee.name;
  return Boolean(name) && (name.startsWith('Weak') || (init.arguments.length === 0 && !stateless.has(name)));
}

/** @param {any} node @returns {'fetch' | 'process.env' | undefined} */
function usedGlobal(node) {
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'fetch')
    return 'fetch';
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
  const key = node.computed ? node.property.value : node.property.name;
  const isGlobal = node.object.name === 'window' || node.object.name === 'globalThis';
  if (isGlobal && key === 'fetch') return 'fetch';
  return node.object.name === 'process' && key === 'env' ? 'process.env' : undefined;
}

/** @param {string} from @param {string} specifier @param {(file: string) => boolean} exists */
function resolveImport(from, specifier, exists) {
  if (specifier.startsWith('.')) return withEnding(path.posix.join(path.posix.dirname(from), specifier), exists);
  const [, workspace, rest] = /^@tribehall\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (workspace) {
    const folder = ['contract', 'common', 'ark'].includes(workspace) ? 'packages' : 'apps';
    return withEnding(`${folder}/${workspace}/src/${rest ?? 'index'}`, exists);
  }
  return specifier.startsWith('node:') ? specifier : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** @param {string} file @param {(file: string) => boolean} exists */
function withEnding(file, exists) {
  const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];
  return endings.map((ending) => file + ending).find(exists) ?? file;
}

/** @param {any} node @param {(node: any) => void} visit */
export function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit);
  } else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const child of Object.values(node)) walk(child, visit);
  }
}
