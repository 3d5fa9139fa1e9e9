import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '../stop.mjs';
import { findProgram } from '../programs.mjs';
import { runNodeProgram } from '../run/node-program.mjs';
import { installState, isInstalled, markInstalled, unmarkInstalled } from './install-stamp.mjs';

// Versions are exact and verified by integrity hash, so npm's cache can be used without asking the network.
const npmArguments = ['ci', '--ignore-scripts', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'];

/** Installs what package-lock.json names, unless exactly that is installed. @param {string} folder */
export async function installNpmPackages(folder) {
  const state = installState(folder);
  if (isInstalled(folder, state)) return;
  console.log('Installing npm packages …');
  const startedAt = Date.now();
  unmarkInstalled(folder);
  const { exitCode, output } = await runNodeProgram(npmProgram(), npmArguments, {
    cwd: folder,
    capture: true,
    quiet: true,
  });
  if (exitCode !== 0) throw new Stop(installProblem(output));
  markInstalled(folder, state);
  console.log(`Installed npm packages in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/** @param {string} output what npm wrote */
export function installProblem(output) {
  const lines = output
    .split('\n')
    .filter((line) => /^npm (error|err!)/i.test(line) && !/complete log|^npm \S+ +at /i.test(line));
  const errors = lines.slice(0, 12).join('\n');
  const isNetwork = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/.test(
    output,
  );
  const reason = isNetwork
    ? 'npm could not reach its registry: check the network connection or proxy, then run the same command again.'
    : 'npm could not install the packages; see its output above. Fix the problem, then run the same command again.';
  return [errors, reason].filter(Boolean).join('\n');
}

export function npmProgram() {
  const fromNpm = process.env.npm_execpath ?? '';
  if (path.basename(fromNpm) === 'npm-cli.js') return fromNpm;
  const found = findProgram('npm');
  if (!found) throw new Stop('npm was not found; it comes with Node.js and must be in PATH.');
  const beside = path.join(path.dirname(found), 'node_modules/npm/bin/npm-cli.js');
  return fs.existsSync(beside) ? beside : fs.realpathSync(found);
}
