import fs from 'node:fs';
import path from 'node:path';
import util from 'node:util';
import { Stop } from '../stop.mjs';

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * The environment over `.env`, for what the start itself decides; the portal reads both again.
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
  const setting = env.TRIBEHALL_WORLD;
  if (setting === 'off') return false;
  if (setting && setting !== 'on') throw new Stop(`TRIBEHALL_WORLD is "${setting}"; it must be "on" or "off".`);
  const reason = reasonAgainstWorld(env);
  if (setting === 'on' && reason)
    throw new Stop(
      `TRIBEHALL_WORLD cannot be on while ${reason}: the passwords of its accounts are public. ` +
        'Set TRIBEHALL_WORLD=off for a portal that others reach, or remove that setting to try the demo on this machine.',
    );
  if (setting === 'on') return true;
  const isConfigured = Object.keys(env).some((name) => /^(DATABASE_URL|NATS_URL|DISCORD_\w+)$/.test(name));
  return !isConfigured && !reason;
}

/** A sign that other machines can reach this portal; the portal checks the same. @param {Environment} env @returns {string | undefined} */
function reasonAgainstWorld({ HOST, PUBLIC_URL, TRUSTED_PROXIES }) {
  if (!isLoopback(HOST || '127.0.0.1')) return 'HOST is not a loopback address';
  if (PUBLIC_URL && !isLoopback(hostOf(PUBLIC_URL))) return 'PUBLIC_URL is not a loopback address';
  return TRUSTED_PROXIES ? 'TRUSTED_PROXIES is set' : undefined;
}

/** @param {string} url @returns {string} invalid addresses are refused by the portal */
function hostOf(url) {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
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

/** An empty value counts as not set; in the environment it overrides `.env`. @param {Environment} env @returns {Environment} */
function withoutEmpty(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}
