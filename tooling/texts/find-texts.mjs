import { parseSync } from 'rolldown/utils';

/** @typedef {{ line: number, text: string }} Text */

/** Properties and attributes whose value is shown, even if it is a single word. */
const shownNames =
  /^(label|title|placeholder|description|summary|message|heading|help|hint|text|caption|alt|aria-label|aria-description|name)$/i;
/** Words with a space between them, starting like a sentence. */
const prose = /^[^a-z]{0,3}[A-Z][^\n]*\s\S/;
const route = /^(GET|POST|PUT|PATCH|DELETE) \//;
const sentenceEnd = /[a-z)][.?!…]$/;
const skipped = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TaggedTemplateExpression']);

/**
 * The texts of a source file that a person can read: JSX, strings that look like sentences, and strings that are given
 * to a property such as `label`. What is inserted at run time stands in braces.
 * @param {string} file @param {string} source @returns {Text[]}
 */
export function findTexts(file, source) {
  const { program } = parseSync(file, source);
  /** @type {Text[]} */
  const texts = [];
  /** @param {number} offset */
  const lineOf = (offset) => source.slice(0, offset).split('\n').length;
  /** @param {any} node @param {string} text */
  const add = (node, text) => texts.push({ line: lineOf(node.start), text: text.replaceAll(/\s+/g, ' ').trim() });

  /**
   * `name` is the property or attribute that the node is the value of; `isJoined` says that the text of an enclosing element
   * includes it.
   * @param {any} node @param {string} name @param {boolean} isJoined
   */
  const visit = (node, name, isJoined) => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child, name, isJoined);
      return;
    }
    if (!node || typeof node !== 'object' || skipped.has(node.type) || /^TS.*Type/.test(node.type ?? '')) return;
    const text = stringOf(node, source);
    if (text !== undefined && isShown(text, name)) {
      add(node, text);
      return;
    }
    const isMarkup = node.type === 'JSXElement' || node.type === 'JSXFragment';
    const hasText = isMarkup && node.children.some(isJsxText);
    if (hasText && !isJoined) add(node, joinChildren(node, source));
    for (const [key, child] of Object.entries(node)) {
      if (key === 'key' && !node.computed) continue;
      const childName = key === 'value' ? nameOf(node, name) : isPassedOn(node) ? name : '';
      visit(child, childName, isMarkup && key === 'children' && (isJoined || hasText));
    }
  };
  visit(program, '', false);
  return texts;
}

/** A choice between two texts belongs to the property that receives it. @param {any} node */
const isPassedOn = ({ type }) => /^(ConditionalExpression|LogicalExpression|JSXExpressionContainer)$/.test(type ?? '');

/** @param {any} node @param {string} name */
const nameOf = (node, name) => node.key?.name ?? node.key?.value ?? node.name?.name ?? name;

/** @param {string} text @param {string} name */
function isShown(text, name) {
  if (route.test(text)) return false;
  if (prose.test(text) || (text.includes(' ') && sentenceEnd.test(text))) return true;
  return shownNames.test(name) && /^[^a-z]{0,3}[A-Z]/.test(text) && /[a-z]/.test(text);
}

/** @param {any} node @param {string} source @returns {string | undefined} */
function stringOf(node, source) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return node.quasis
    .map((/** @type {any} */ quasi, /** @type {number} */ index) => {
      const expression = node.expressions[index];
      return quasi.value.cooked + (expression ? inBraces(expression, source) : '');
    })
    .join('');
}

/** @param {any} expression @param {string} source */
function inBraces({ start, end }, source) {
  const code = source.slice(start, end);
  return /^[\w.]{1,40}$/.test(code) ? `{${code.split('.').at(-1)}}` : '{…}';
}

/** @param {any} child */
const isJsxText = (child) => child.type === 'JSXText' && /\p{L}/u.test(child.value);

/** @param {any} element @param {string} source @returns {string} */
function joinChildren({ children }, source) {
  return children
    .map((/** @type {any} */ child) => {
      if (child.type === 'JSXText') return child.value;
      if (child.type !== 'JSXExpressionContainer') return child.children?.length ? joinChildren(child, source) : '';
      if (child.expression.type === 'JSXEmptyExpression') return '';
      return stringOf(child.expression, source) ?? inBraces(child.expression, source);
    })
    .join('');
}
