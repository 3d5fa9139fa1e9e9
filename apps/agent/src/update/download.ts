import { trimEndOf } from '@tribehall/contract/shared/text';
import { createHash } from 'node:crypto';
import { isUnencrypted } from '../connection/portal-address.ts';
import { type AgentPackage, readPackage, UpdateError } from './agent-package.ts';

const maxBytes = 20 * 1024 * 1024;
const timeoutMs = 30_000;

/** Downloads the agent that the portal offers, and compares its checksum. */
export async function downloadAgent(portal: string, signal?: AbortSignal): Promise<AgentPackage> {
  // Anyone on the way could replace the program.
  if (isUnencrypted(portal)) throw new UpdateError(`${portal} is not encrypted. Updates need an https address.`);
  const address = `${trimEndOf(portal, '/')}/api/ark/agent.tgz`;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    // A redirect could lead to another machine, or to one without encryption.
    const response = await fetch(address, {
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!response.ok) throw new UpdateError(`${address} answers ${response.status}.`);
    const bytes = await readBody(response);
    checkDigest(response.headers.get('repr-digest'), bytes, portal);
    return readPackage(bytes);
  } catch (error) {
    if (error instanceof UpdateError) throw error;
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new UpdateError(`${address} cannot be downloaded: ${reason}.`, { cause: error });
  }
}

async function readBody({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > maxBytes) throw new UpdateError('The agent package is too large.');
  }
  return Buffer.concat(chunks);
}

/** RFC 9530 */
function checkDigest(header: string | null, bytes: Buffer, portal: string): void {
  const [, expected] = /(?:^|,)\s*sha-256=:([A-Za-z\d+/]{43}=):/.exec(header ?? '') ?? [];
  if (expected === undefined)
    throw new UpdateError(`${portal} sends no checksum of the agent. Update the portal first.`);
  if (createHash('sha256').update(bytes).digest('base64') !== expected) {
    throw new UpdateError('The agent package was changed on its way: its checksum differs.');
  }
}
