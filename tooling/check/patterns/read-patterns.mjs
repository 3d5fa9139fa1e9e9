import { parseSync } from 'rolldown/utils';
import { walk } from '../source-file.mjs';

/**
 * `source` is undefined where the pattern is only known when the program runs.
 * @typedef {{ file: string, line: number, code: string, source: string | undefined, flags: string }} FoundPattern
 */

/** Every regular expression of a file: literals and `RegExp(…)`. @param {string} file @param {string} text @returns {FoundPattern[]} */
export function readPatterns(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  /** @type {Map<string, any>} */
  const constants = new Map();
  /** @type {any[]} */
  const nodes = [];
  walk(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'const')
      for (const { id, init } of node.declarations) if (id.type === 'Identifier') constants.set(id.name, init);
    if (node.type === 'Literal' && node.regex) nodes.push(node);
    else if (/^(New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp') nodes.push(node);
  });
  return nodes.map((node) => {
    const isLiteral = node.type === 'Literal';
    const [first, second] = node.arguments ?? [];
    return {
      file,
      line: text.slice(0, node.start).split('\n').length,
      code: text.slice(node.start, node.end),
      source: isLiteral ? node.regex.pattern : evaluate(first, constants),
      flags: isLiteral ? node.regex.flags : (second?.value ?? ''),
    };
  });
}

/** The parts that a pattern is built from, if they are in the same file. @param {any} node @param {Map<string, any>} constants @returns {string | undefined} */
function evaluate(node, constants) {
  if (!node) return undefined;
  if (node.type === 'Literal') return node.regex ? node.regex.pattern : String(node.value);
  if (node.type === 'Identifier') return evaluate(constants.get(node.name), constants);
  if (node.type === 'MemberExpression' && node.property.name === 'source') return evaluate(node.object, constants);
  if (node.type === 'TaggedTemplateExpression') return template(node.quasi, 'raw', constants);
  if (node.type === 'TemplateLiteral') return template(node, 'cooked', constants);
  if (node.type === 'CallExpression' && node.callee.property?.name === 'join') {
    const parts = node.callee.object.elements?.map((/** @type {any} */ part) => evaluate(part, constants));
    return parts?.includes(undefined) ? undefined : parts?.join(node.arguments[0]?.value);
  }
  return undefined;
}

/** @param {any} node @param {'raw' | 'cooked'} kind @param {Map<string, any>} constants */
function template({ quasis, expressions }, kind, constants) {
  const values = expressions.map((/** @type {any} */ expression) => evaluate(expression, constants));
  if (values.includes(undefined)) return undefined;
  return quasis
    .map((/** @type {any} */ quasi, /** @type {number} */ index) => quasi.value[kind] + (values[index] ?? ''))
    .join('');
}
