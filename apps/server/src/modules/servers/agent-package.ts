import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';
import { serverRoot } from '../../platform/server-root.ts';

/** The agent, packed by the build so that `npx` can run it from the portal. */
export const agentPackage = join(serverRoot, '../agent/dist/agent.tgz');

/** Read anew for each answer: it is small, asked for rarely, and may be built while the portal runs. */
export async function sendAgent(reply: FastifyReply, file: string): Promise<void> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new AppError('NOT_FOUND', 'The agent is not built here. `npm start` builds it.', undefined, cause);
  });
  reply.type('application/gzip').header('content-disposition', 'attachment; filename="agent.tgz"').send(bytes);
}
