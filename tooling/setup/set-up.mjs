import { build } from './build.mjs';
import { installDebianPackages } from './debian-packages.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { readEnvironment } from './start-settings.mjs';

/**
 * Installs and builds what the programs of a clone need; does and prints nothing when all is up to date.
 * @param {string} folder
 * @param {{ debian: import('./debian-packages.mjs').Purpose[], targets: import('./targets.mjs').TargetName[] }} needs
 */
export function setUp(folder, { debian, targets }) {
  return withSetupLock(folder, async () => {
    await installNpmPackages(folder);
    if (debian.length > 0) installDebianPackages(debian, readEnvironment(folder).TRIBEHALL_INSTALL);
    await build(folder, targets);
  });
}
