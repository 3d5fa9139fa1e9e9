import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

type Surroundings = { cwd: string; home: string; platform: NodeJS.Platform; appData: string | undefined };

const here = (): Surroundings => ({
  cwd: process.cwd(),
  home: os.homedir(),
  platform: process.platform,
  appData: process.env['APPDATA'],
});

/** The file beside the operator comes first, then the one of the user. */
export function configPlaces({ cwd, home, platform, appData }: Surroundings = here()): [string, string] {
  const local = path.join(cwd, 'tribehall-agent.json');
  if (platform === 'win32' && appData) return [local, path.win32.join(appData, 'tribehall-agent', 'config.json')];
  return [local, path.join(home, '.config', 'tribehall-agent', 'config.json')];
}

/** Where the configuration is, if there is one. */
export function findConfig(places: readonly string[] = configPlaces()): string | undefined {
  return places.find((place) => fs.existsSync(place));
}
