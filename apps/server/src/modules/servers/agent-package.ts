import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { AppError } from '../../errors.ts';
import { serverRoot } from '../../platform/server-root.ts';

/** The agent, packed by the build so that `npx` can run it from the portal. */
export const agentPackage = join(serverRoot, '../agent/dist/agent.tgz');

const buildSchema = z.object({ version: z.string().regex(/^[\w.-]+$/), build: z.string().regex(/^\w+$/) });
export type AgentBuild = z.infer<typeof buildSchema>;

/**
 * The agent, whichever build of it is asked for: a service that names an old one shall still start. Only the address of
 * this build may be cached. Read anew for each reply: it is small, asked for rarely, and may be built while the portal runs.
 */
export async function sendAgent(reply: FastifyReply, file: string, asked?: string): Promise<void> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? notBuilt(cause) : cause;
  });
  const build = await readBuild(file);
  const name = build === undefined ? 'agent.tgz' : fileNameOf(build);
  reply
    .type('application/gzip')
    .header('cache-control', asked === name ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(bytes);
}

/** The build that the portal offers. */
export async function requireAgent(file: string): Promise<AgentBuild> {
  const build = await readBuild(file);
  if (build === undefined) throw notBuilt();
  return build;
}

/** How the agent is run on the machine of the game. npx caches by address, so the address names the build. */
export async function agentProgram(file: string, portal: string): Promise<string> {
  const build = await readBuild(file);
  return `npx --yes ${portal}/api/ark/${build === undefined ? 'agent.tgz' : `agent/${fileNameOf(build)}`}`;
}

function fileNameOf({ version, build }: AgentBuild): string {
  return `${version}-${build}.tgz`;
}

async function readBuild(file: string): Promise<AgentBuild | undefined> {
  const text = await readFile(join(dirname(file), 'package-build.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : buildSchema.parse(JSON.parse(text));
}

function notBuilt(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', 'The agent is not built here. `npm start` builds it.', undefined, cause);
}
