import { generateValue, hostileTexts } from './generate-value.mjs';

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {import('./generate-value.mjs').FindId} FindId */
/** @typedef {{ method: string, path: string, parameters: any[], body: any, contentType: string | undefined }} Operation */
/** @typedef {{ operation: string, method: string, url: string, headers: Record<string, string>, body: string | Buffer | undefined }} FuzzRequest */

/** Shares of values that do not fit, from harmless to hopeless. */
const faultShares = [0, 0, 0.02, 0.1, 0.4];

/** @param {any} document OpenAPI @returns {Operation[]} */
export function listOperations({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(/** @type {Record<string, any>} */ (methods)).map(([method, { parameters = [], requestBody }]) => {
      const [contentType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      return { method: method.toUpperCase(), path, parameters, body: media?.schema, contentType };
    }),
  );
}

/** @param {Operation} operation @param {{ random: Random, findId: FindId }} how @returns {FuzzRequest} */
export function generateRequest(operation, { random, findId }) {
  const faults = random.pick(faultShares);
  const how = { random, findId, faults };
  const value = (/** @type {any} */ { schema, name }) => generateValue(schema, { ...how, name });
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || random.isOneOf(0.5)),
  );
  const path = inPath.reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, encode(textOf(value(parameter)))),
    operation.path,
  );
  const query = inQuery.map((parameter) => `${encode(parameter.name)}=${encode(textOf(value(parameter)))}`);
  if (random.isOneOf(faults)) query.push(`${encode(random.pick(hostileTexts))}=${encode(random.pick(hostileTexts))}`);
  const url = `/api${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const { headers, body } = generateBody(operation, how);
  return { operation: `${operation.method} ${operation.path}`, method: operation.method, url, headers, body };
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Also half of a surrogate pair, which has no encoding. @param {string} text */
function encode(text) {
  return encodeURIComponent(Buffer.from(text).toString());
}

const otherTypes = ['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-7', ''];

/** @param {Operation} operation @param {{ random: Random, findId: FindId, faults: number }} how */
function generateBody({ body, contentType }, how) {
  const { random, faults } = how;
  /** @type {Record<string, string>} */
  const headers = {};
  if (contentType === undefined && !random.isOneOf(faults)) return { headers, body: undefined };
  const type = random.isOneOf(faults / 2) ? random.pick(otherTypes) : (contentType ?? 'application/json');
  if (type !== '') headers['content-type'] = type;
  if (contentType !== undefined && contentType !== 'application/json')
    return { headers, body: Buffer.from(Array.from({ length: random.integer(200) }, () => random.integer(256))) };
  const text = JSON.stringify(generateValue(body ?? {}, how)) ?? '';
  return { headers, body: random.isOneOf(faults / 2) ? breakJson(text, random) : text };
}

/** @param {string} text @param {Random} random */
function breakJson(text, random) {
  return random.pick([
    () => text.slice(0, random.integer(text.length + 1)),
    () => `${text}${text}`,
    () => '['.repeat(20_000),
    () => `{"a":1,"a":2,${text.slice(1)}`,
    () => text.replace(/:/, ':1e999,"b":'),
    () => '\uFEFF' + text,
    () => '',
  ])();
}
