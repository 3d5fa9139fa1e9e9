import { parseSync } from 'rolldown/utils';

/**
 * One change of a source file that a test should notice: `replacement` stands for the text from `start` to `end`.
 * @typedef {{ start: number, end: number, replacement: string, operator: Operator }} Mutation
 * @typedef {'negate condition' | 'swap comparison' | 'swap logic' | 'flip boolean' | 'remove call' | 'return nothing'} Operator
 */

/** @type {Record<string, string>} */
const oppositeComparison = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};
/** @type {Record<string, string>} */
const oppositeLogic = { '&&': '||', '||': '&&' };

const logCall = /(^|\.)(log|logger|console)\??\.\w+$/;
const styleCall = /^(clsx|cx)$/;
const styleAttribute =
  /^(class|style|variant|size|tone|color|icon|fill|gap|align|justify|wrap|data-|key$|autoFocus$)|(ClassName|Height|Width|Section)$/;
/** What a test in Node or in a simulated browser cannot see: resources freed early, scrolling. */
const unseenCall =
  /(^|\.)(unref|ref|clearTimeout|clearInterval|cancelAnimationFrame|removeEventListener|scroll\w*|mark|measure)$/;
/** `isNumber` aligns a column. */
const unseenOption = /^(force|passive|windowsHide|isNumber)$/;
const typeWrapper = /^TS(As|Satisfies|NonNull|TypeAssertion|Instantiation)/;

/** @param {string} file @param {string} source @returns {Mutation[]} */
export function findMutations(file, source) {
  const { program } = parseSync(file, source);
  /** @type {Mutation[]} */
  const mutations = [];
  /** @param {any} node @param {any} parent */
  const visit = (node, parent) => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child, parent);
      return;
    }
    if (typeof node?.type !== 'string' || isSkipped(node, source)) return;
    mutations.push(...mutationsOf(node, parent, source));
    for (const child of Object.values(node)) visit(child, node);
  };
  visit(program, undefined);
  return mutations;
}

/** @param {string} source @param {Mutation} mutation */
export function applyMutation(source, { start, end, replacement }) {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** @param {string} file @param {string} source */
export function isParsable(file, source) {
  return parseSync(file, source).errors.length === 0;
}

/** @param {any} node @param {string} source @returns {boolean} */
function isSkipped(node, source) {
  if (node.type.startsWith('TS')) return !typeWrapper.test(node.type);
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true;
  if (node.type === 'JSXAttribute') return styleAttribute.test(node.name.name ?? '');
  if (node.type === 'CallExpression') {
    const callee = codeOf(node.callee, source);
    return logCall.test(callee) || styleCall.test(callee);
  }
  if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return false;
  return node.declaration.declarations.every((/** @type {any} */ { init }) => isTextTable(unwrap(init)));
}

/** @param {any} node @param {any} parent @param {string} source @returns {Mutation[]} */
function mutationsOf(node, parent, source) {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return negate(node.test, source);
    case 'BinaryExpression':
      return swapOperator(node, oppositeComparison, 'swap comparison', source);
    case 'LogicalExpression':
      return swapOperator(node, oppositeLogic, 'swap logic', source);
    case 'Literal':
      return typeof node.value === 'boolean' && !isUnseenOption(parent)
        ? [mutation(node, String(!node.value), 'flip boolean')]
        : [];
    case 'ExpressionStatement':
      return isRemovable(node.expression, source) ? [mutation(node, ';', 'remove call')] : [];
    case 'ReturnStatement':
      return node.argument && !isNothing(node.argument) ? [mutation(node, 'return undefined;', 'return nothing')] : [];
    default:
      return [];
  }
}

/** @param {{ start: number, end: number }} node @param {string} replacement @param {Operator} operator */
const mutation = ({ start, end }, replacement, operator) => ({ start, end, replacement, operator });

/** A comparison is not negated here: its own operator is swapped. @param {any} test @param {string} source */
function negate(test, source) {
  const inner = unwrap(test);
  if (inner.type === 'BinaryExpression' && inner.operator in oppositeComparison) return [];
  if (inner.type === 'Literal') return [];
  const isNegation = inner.type === 'UnaryExpression' && inner.operator === '!';
  const replacement = isNegation ? codeOf(inner.argument, source) : `!(${codeOf(test, source)})`;
  return [mutation(test, replacement, 'negate condition')];
}

/**
 * @param {any} node @param {Record<string, string>} opposites @param {Operator} operator @param {string} source
 * @returns {Mutation[]}
 */
function swapOperator(node, opposites, operator, source) {
  const opposite = opposites[node.operator];
  if (!opposite) return [];
  const start = source.indexOf(node.operator, node.left.end);
  return [mutation({ start, end: start + node.operator.length }, opposite, operator)];
}

/** @param {any} expression @param {string} source @returns {boolean} */
function isRemovable(expression, source) {
  const inner = unwrap(expression);
  if (inner.type === 'AwaitExpression' || (inner.type === 'UnaryExpression' && inner.operator === 'void'))
    return isRemovable(inner.argument, source);
  if (inner.type !== 'CallExpression' || inner.callee.type === 'Super') return false;
  const callee = codeOf(inner.callee, source);
  return !logCall.test(callee) && !unseenCall.test(callee);
}

/** Values that callers rarely tell from `undefined`, and elements, whose absence every test notices. @param {any} node */
function isNothing(node) {
  const inner = unwrap(node);
  if (/^JSX(Element|Fragment)$/.test(inner.type)) return true;
  if (inner.type === 'Literal') return inner.value === null || typeof inner.value === 'boolean';
  return inner.type === 'Identifier' && inner.name === 'undefined';
}

/** @param {any} property */
function isUnseenOption(property) {
  return property?.type === 'Property' && unseenOption.test(property.key.name ?? '');
}

/** An object of texts, also of functions that only choose words. @param {any} node @returns {boolean} */
function isTextTable(node) {
  if (node?.type !== 'ObjectExpression') return false;
  return node.properties.every(
    (/** @type {any} */ property) =>
      property.type === 'Property' && (isText(unwrap(property.value)) || isTextTable(unwrap(property.value))),
  );
}

/** @param {any} node @returns {boolean} */
function isText(node) {
  if (node.type === 'ArrowFunctionExpression') return isText(unwrap(node.body));
  if (node.type === 'ConditionalExpression') return isText(unwrap(node.consequent)) && isText(unwrap(node.alternate));
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

/** Without parentheses and types around it. @param {any} node @returns {any} */
function unwrap(node) {
  const isWrapped =
    /^(ParenthesizedExpression|ChainExpression)$/.test(node?.type ?? '') || typeWrapper.test(node?.type);
  return isWrapped ? unwrap(node.expression) : node;
}

/** @param {{ start: number, end: number }} node @param {string} source */
const codeOf = ({ start, end }, source) => source.slice(start, end);
