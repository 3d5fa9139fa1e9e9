import fs from 'node:fs';
import path from 'node:path';
import util from 'node:util';
import { Stop } from '../stop.mjs';

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * The environment over `.env`, only for what starting itself decides: the portal reads both again.
 * @param {string} folder the repository
 * @param {Environment} env
 */
export function readEnvironment(folder, env = process.env) {
  return withoutEmpty({ ...readEnvFile(path.join(folder, '.env')), ...env });
}

/** @param {string} folder the repository @param {Environment} env @returns {{ dataDir: string, hasWorld: boolean }} */
export function decideStart(folder, env) {
  return { dataDir: path.resolve(folder, env.DATA_DIR || 'data'), hasWorld: decideWorld(env) };
}

/** The demo world runs where nothing real is configured and only this machine can reach it. @param {Environment} env */
export function decideWorld(env) {
  const wish = env.TRIBEHALL_WORLD;
  if (wish === 'on' || wish === 'off') return wish === 'on';
  if (wish) throw new Stop(`TRIBEHALL_WORLD is "${wish}"; it must be "on" or "off".`);
  const isConfigured = Object.keys(env).some((name) => /^(DATABASE_URL|NATS_URL|DISCORD_\w+)$/.test(name));
  return !isConfigured && isLoopback(env.HOST || '127.0.0.1');
}

/** @param {string} host */
function isLoopback(host) {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** @param {string} file @returns {Environment} */
function readEnvFile(file) {
  try {
    return util.parseEnv(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return {};
    throw new Stop(`.env could not be read: ${/** @type {Error} */ (error).message}`);
  }
}

/** An empty value counts as not set; in the environment it puts aside what `.env` says. @param {Environment} env @returns {Environment} */
function withoutEmpty(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}
