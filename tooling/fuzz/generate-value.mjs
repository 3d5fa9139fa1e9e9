/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {Record<string, any>} Schema JSON Schema, as OpenAPI 3.1 has it */
/** @typedef {(name: string) => string | undefined} FindId an identifier that a reply had under this name */

const maxDepth = 5;

/** Texts that broke some program before. */
export const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\u202Eabc',
  'ﷺ'.repeat(50),
  '😀'.repeat(40),
  'é'.normalize('NFD'),
  "'; drop table users; --",
  '" onerror="alert(1)',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  String.raw`..\..\windows\win.ini`,
  '%00',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  'toString',
  '${7*7}{{7*7}}',
  '$(id)`id`',
  'a\r\nX-Injected: 1',
  '-rf',
  '--exec=id',
  '1e999',
  'NaN',
  '-1',
  '9'.repeat(40),
  'true',
  'null',
  '[object Object]',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(300),
  'x'.repeat(5000),
];

export const hostileNumbers = [0, -0, -1, 1, 0.1, 2 ** 31, -(2 ** 31), 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324];

/** @param {Random} random */
export function hostileValue(random) {
  return random.pick([
    () => random.pick(hostileTexts),
    () => random.pick(hostileNumbers),
    () => null,
    () => random.isOneOf(0.5),
    () => [],
    () => [[[[[]]]]],
    () => ({}),
    () => ({ ['__proto__']: { isAdmin: true }, constructor: { prototype: {} } }),
    () => Array.from({ length: 300 }, (_, index) => index),
  ])();
}

/**
 * A value that fits the schema; for a share of its parts, one that does not.
 * @param {Schema} schema @param {{ random: Random, findId: FindId, faults: number, name?: string, depth?: number }} how
 * @returns {unknown}
 */
export function generateValue(schema, how) {
  const { random, faults, depth = 0 } = how;
  if (random.isOneOf(faults)) return hostileValue(random);
  const deeper = { ...how, depth: depth + 1 };
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return generateValue(random.pick(choices), deeper);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((/** @type {Schema} */ part) => generateValue(part, deeper)));
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === 'object') return generateObject(schema, deeper);
  if (type === 'array') return generateArray(schema, deeper);
  if (type === 'string') return generateText(schema, how);
  if (type === 'integer' || type === 'number') return generateNumber(schema, type, random);
  if (type === 'boolean') return random.isOneOf(0.5);
  if (type === 'null') return null;
  return depth > maxDepth ? null : hostileValue(random);
}

/** @param {Schema} schema @param {any} how */
function generateObject({ properties = {}, required = [], additionalProperties }, how) {
  const { random, depth } = how;
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth <= maxDepth && random.isOneOf(0.6)),
  );
  const entries = chosen.map(([name, schema]) => [
    name,
    generateValue(/** @type {Schema} */ (schema), { ...how, name }),
  ]);
  if (additionalProperties && typeof additionalProperties === 'object' && depth <= maxDepth)
    entries.push(['some', generateValue(additionalProperties, how)]);
  if (random.isOneOf(how.faults)) entries.push([random.pick(hostileTexts), hostileValue(random)]);
  return Object.fromEntries(entries);
}

/** @param {Schema} schema @param {any} how */
function generateArray({ items = {}, prefixItems, minItems = 0, maxItems = 4 }, how) {
  const { random, depth } = how;
  if (prefixItems) return prefixItems.map((/** @type {Schema} */ item) => generateValue(item, how));
  const most = depth > maxDepth ? minItems : Math.max(minItems, Math.min(maxItems, minItems + 4));
  const length = minItems + random.integer(most - minItems + 1);
  return Array.from({ length }, () => generateValue(items, how));
}

const words = ['Rex', 'The Island', 'olive', 'a b c', 'Ünïcode', '42', 'hello there', 'x'];

/** @param {Schema} schema @param {any} how */
function generateText({ minLength = 0, maxLength = 1000, format }, { random, findId, name }) {
  if (format === 'date-time') return new Date(1.7e12 + random.integer(1e11)).toISOString();
  if (format === 'email') return `fuzz${random.integer(1e6)}@example.test`;
  if (format === 'uri') return `https://example.test/${random.integer(100)}`;
  const id = random.isOneOf(0.8) ? findId(name ?? '') : undefined;
  if (id !== undefined) return id;
  if (random.isOneOf(0.05)) return 'y'.repeat(Math.min(maxLength, 2000));
  return random.pick(words).padEnd(minLength, 'z').slice(0, maxLength);
}

/** @param {Schema} schema @param {string} type @param {Random} random */
function generateNumber({ minimum = 0, maximum = minimum + 100 }, type, random) {
  if (random.isOneOf(0.2)) return random.pick([minimum, maximum]);
  const value = minimum + random.next() * Math.min(maximum - minimum, 1000);
  return type === 'integer' ? Math.ceil(Math.min(value, maximum)) : value;
}
