import fs from 'node:fs';
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { buildFile, isSingleFile, readAsset } from './executable/single-file.ts';

export const agentName = manifest.name;

/** Written when the agent is packed; there is none when it runs from source. */
const build = readBuild();

/** With the build as SemVer has it (`0.2.0+3f2a9c1b7d`), so that the portal can tell builds of one version apart. */
export const agentVersion: string = build === undefined ? manifest.version : `${manifest.version}+${build}`;

/** Where below `/api/ark/` a portal of this build offers it. npx caches by address, so the address names the build. */
export const agentFile = build === undefined ? 'agent.tgz' : `agent/${manifest.version}-${build}.tgz`;

function readBuild(): string | undefined {
  try {
    const text = isSingleFile
      ? readAsset(buildFile)
      : fs.readFileSync(path.join(import.meta.dirname, buildFile), 'utf8');
    const { build } = JSON.parse(text) as { build?: unknown };
    return typeof build === 'string' && /^[\da-f]{10}$/.test(build) ? build : undefined;
  } catch {
    return undefined;
  }
}
