import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { publicUrl } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { isLoopback } from '../../settings.ts';
import { serverRoot } from '../../platform/server-root.ts';

/** The agent, packed by the build so that `npx` can run it from the portal. */
export const agentPackage = join(serverRoot, '../agent/dist/agent.tgz');

const buildSchema = z.object({ version: z.string().regex(/^[\w.-]+$/), build: z.string().regex(/^\w+$/) });
export type AgentBuild = z.infer<typeof buildSchema>;

/**
 * Sends the current build, whichever is requested: a service that names an old one still has to start. Only the address of
 * this build may be cached. Read from disk every time: it is small, rarely requested, and may be rebuilt meanwhile.
 */
export async function sendAgent(reply: FastifyReply, file: string, requested?: string): Promise<void> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? notBuilt(cause) : cause;
  });
  const build = await readBuild(file);
  const name = build === undefined ? 'agent.tgz' : fileNameOf(build);
  reply
    .type('application/gzip')
    .header('cache-control', requested === name ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('content-disposition', `attachment; filename="${name}"`)
    // An agent that updates itself compares it (RFC 9530).
    .header('repr-digest', `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`)
    .send(bytes);
}

/** The build that the portal offers. */
export async function requireAgent(file: string): Promise<AgentBuild> {
  const build = await readBuild(file);
  if (build === undefined) throw notBuilt();
  return build;
}

/**
 * The command that runs the agent on the game's machine. npx caches by address, so the address names the build. Where
 * others could replace the program on its way, it is a file that the operator has copied.
 */
export async function agentProgram(file: string, portal: string): Promise<string> {
  if (!isSafe(portal)) return 'npx --yes ./agent.tgz';
  const build = await readBuild(file);
  return `npx --yes ${portal}/api/ark/${build === undefined ? 'agent.tgz' : `agent/${fileNameOf(build)}`}`;
}

/** A program that is run with the rights of the game is sent over https, or within this machine. */
export function refuseUnsafe(portal: string): void {
  if (isSafe(portal)) return;
  throw new AppError(
    'FORBIDDEN',
    'The agent is only sent over https. Set PUBLIC_URL to an https address of this portal, or copy apps/agent/dist/agent.tgz from its machine.',
  );
}

function isSafe(portal: string): boolean {
  const { protocol, hostname } = new URL(portal);
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** The portal's public address: the configured one, or the one of this request. */
export function addressOf({ config }: Ctx, { protocol, host, raw }: FastifyRequest): string {
  // It becomes part of a command line that people paste into a shell.
  if (config.PUBLIC_URL || !/^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host))
    return publicUrl(config, raw.socket.localPort ?? config.PORT);
  return `${protocol}://${host}`;
}

function fileNameOf({ version, build }: AgentBuild): string {
  return `${version}-${build}.tgz`;
}

async function readBuild(file: string): Promise<AgentBuild | undefined> {
  const text = await readFile(join(dirname(file), 'package-build.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : buildSchema.parse(JSON.parse(text));
}

function notBuilt(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', 'The agent has not been built. Run `npm start` to build it.', undefined, cause);
}
