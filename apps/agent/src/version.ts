import fs from 'node:fs';
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };

export const agentName = manifest.name;

/** Written when the agent is packed; there is none when it runs from source. */
const build = readBuild(path.join(import.meta.dirname, 'package-build.json'));

/** With the build as SemVer has it (`0.1.0+3f2a9c1b7d`), so that the portal can tell builds of one version apart. */
export const agentVersion: string = build === undefined ? manifest.version : `${manifest.version}+${build}`;

/** Where below `/api/ark/` a portal of this build offers it. npx caches by address, so the address names the build. */
export const agentFile = build === undefined ? 'agent.tgz' : `agent/${manifest.version}-${build}.tgz`;

function readBuild(file: string): string | undefined {
  try {
    const { build } = JSON.parse(fs.readFileSync(file, 'utf8')) as { build?: unknown };
    return typeof build === 'string' && /^[\da-f]{10}$/.test(build) ? build : undefined;
  } catch {
    return undefined;
  }
}
