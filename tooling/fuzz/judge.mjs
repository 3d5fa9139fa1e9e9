/** @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }} Answer */

/** What a portal that works answers where a game, the bot, Discord or the video site of the demo world does not do what is asked. */
const expectedFailures = new Set(['SERVER_OFFLINE', 'BOT_OFFLINE', 'DISCORD_FAILED', 'VIDEO_FAILED', 'TOOL_OUTDATED']);

/** The general sentence of `UNAVAILABLE`. */
export const databaseAway = 'The portal is busy or starting. Please try again.';

const wantedHeaders = ['x-content-type-options', 'content-security-policy', 'strict-transport-security'];

/**
 * Why an answer is wrong, whatever was asked; undefined if it is not.
 * @param {{ method: string }} request @param {Answer} answer @returns {string | undefined}
 */
export function findFault({ method }, { status, headers, text }) {
  const missing = wantedHeaders.find((name) => headers[name] === undefined);
  if (missing) return `${status} without the header ${missing}`;
  if (status === 500) return `500: ${text.slice(0, 200)}`;
  if (/\n {4}at /.test(text) && status >= 400) return `${status} with a stack trace`;
  if (status < 400 || method === 'HEAD') return undefined;
  const failure = parse(text);
  if (failure?.status !== status || typeof failure.code !== 'string' || typeof failure.error !== 'string')
    return `${status} without the envelope of an error: ${text.slice(0, 100)}`;
  if (status > 500 && !isExpected(failure)) return `an unexpected ${status} ${failure.code}: ${failure.error}`;
  if (
    failure.code === 'BAD_REQUEST' &&
    failure.details?.fields?.some((/** @type {any} */ one) => !one.field && one.field !== '')
  )
    return '400 with a field that has no name';
  return undefined;
}

/**
 * `UNAVAILABLE` has a sentence of its own where the portal is asked for too much at once, or a game server does not do its part;
 * with the general one, the database or a drive failed.
 * @param {{ code: string, error: string }} failure
 */
function isExpected({ code, error }) {
  return expectedFailures.has(code) || (code === 'UNAVAILABLE' && error !== databaseAway);
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
