import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { refuseSecondStart } from './run/data-folder.mjs';
import { runProduct } from './run/product.mjs';
import { exitCodeOf } from './run/program.mjs';
import { becomeOwner, stepDown } from './run/step-down.mjs';
import { service } from './service/service.mjs';
import { decideWorld, readEnvironment } from './setup/start-settings.mjs';
import { Stop } from './stop.mjs';

// The command of a release. Settings (.env) and data are in the folder it is run in, so that a newer release finds them.

const usage = `Usage: tribehall <command>

  start          runs the portal until it is stopped
  backup …       writes everything to one archive, while the portal runs
  restore …      fills an empty place from such an archive
  doctor         checks the settings, the machine and everything the portal connects to
  admin …        the operator's commands; "tribehall admin" lists them
  service …      installs the portal as a systemd service; "tribehall service" tells how
  version        prints the version

Settings are read from .env in the current folder and from the environment: see docs/settings.md. Data are stored in
the folder DATA_DIR ("data" below the current folder unless it is set).`;

/** @param {NodeJS.ProcessEnv} env @param {string} name */
const startOf = (env, name) => ({
  dataDir: path.resolve(env.DATA_DIR || 'data'),
  runAs: env.RUN_AS,
  settings: path.resolve('.env'),
  program: path.join(root, 'apps/server/dist', name),
});

/** @param {string[]} args */
function admin(args) {
  const start = startOf(readEnvironment(process.cwd()), 'admin.js');
  becomeOwner(start);
  const { program } = start;
  const options = ['--enable-source-maps', program];
  return exitCodeOf(spawn(process.execPath, [...options, ...args], { argv0: 'tribehall admin', stdio: 'inherit' }));
}

/** Here the demo world is never on by itself, and only a release that was made with it has one. @param {NodeJS.ProcessEnv} env */
function wantsWorld(env) {
  if (env.TRIBEHALL_WORLD === undefined || !decideWorld(env)) return false;
  if (!fs.existsSync(path.join(root, 'apps/world/dist/main.js')))
    throw new Stop(
      'This release has no demo world, so TRIBEHALL_WORLD cannot be on. In a checkout, run `npm start` to try the demo, ' +
        'or `npm run release -- --demo-world` to make a release that has it.',
    );
  return true;
}

/** @type {Record<string, (args: string[]) => Promise<number> | number>} */
const commands = {
  start: async () => {
    const env = readEnvironment(process.cwd());
    const hasWorld = wantsWorld(env);
    const start = startOf(env, 'main.js');
    const { dataDir } = start;
    await refuseSecondStart(dataDir);
    stepDown(start);
    return runProduct(root, { hasWorld, dataDir, workFolder: process.cwd() });
  },
  backup: (args) => admin(['backup', ...args]),
  restore: (args) => admin(['restore', ...args]),
  doctor: () => admin(['doctor']),
  admin,
  service,
  version: () => {
    console.log(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version);
    return 0;
  },
};

await command(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const chosen = commands[name];
  if (chosen) return chosen(args);
  if (name === '' || name === 'help' || name === '--help') {
    console.log(usage);
    return 0;
  }
  throw new Stop(`There is no command "${name}".\n\n${usage}`, 2);
});
