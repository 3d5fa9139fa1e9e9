import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import aws4 from 'aws4';
import { vi } from 'vitest';
import { makeFolder } from './portal-process.ts';
import { freePort } from './test-servers.ts';

/** Debian's own: its packages are not seen by another one. */
const python = '/usr/bin/python3';
const program = fileURLToPath(new URL('s3_server.py', import.meta.url));

/** CI has it; elsewhere its tests are skipped. */
export const hasS3Server = existsSync('/usr/bin/swift-proxy-server');
if (!hasS3Server && process.env['CI']) throw new Error('swift-proxy is missing');

const accessKeyId = 'tribehall:portal';
const secretAccessKey = 'secret';
const bucket = 'community';

export type TestS3 = Awaited<ReturnType<typeof startS3>>;

/** OpenStack Swift with its S3 interface and an empty bucket. */
export async function startS3() {
  const folder = makeFolder();
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  let running: ReturnType<typeof spawn> | undefined;
  const call = (method: string, path: string, body?: Buffer) => {
    const { headers } = aws4.sign(
      { method, path, host, service: 's3', headers: body ? { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } : {} },
      { accessKeyId, secretAccessKey },
    );
    return fetch(`http://${host}${path}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body ? { body } : {}),
    });
  };
  const isUp = () =>
    call('PUT', `/${bucket}`).then(
      ({ ok, status }) => ok || status === 409,
      () => false,
    );
  /** Its contents stay. */
  const start = async () => {
    running = spawn(python, [program, folder, String(port)], { stdio: ['pipe', 'ignore', 'ignore'] });
    await vi.waitUntil(isUp, { timeout: 60_000, interval: 100 });
  };
  /** At once, as if by SIGKILL. */
  const kill = async () => {
    const child = running;
    running = undefined;
    if (!child) return;
    child.stdin?.end();
    if (child.exitCode === null) await once(child, 'exit');
  };
  await start();
  return {
    settings: {
      FILES_S3_ENDPOINT: `http://${host}`,
      FILES_S3_BUCKET: bucket,
      FILES_S3_ACCESS_KEY: accessKeyId,
      FILES_S3_SECRET_KEY: secretAccessKey,
    },
    /** The contents of the bucket. */
    async list(prefix = ''): Promise<string[]> {
      const reply = await call('GET', `/${bucket}?list-type=2&prefix=${encodeURIComponent(prefix)}`);
      return [...(await reply.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
    },
    read: async (key: string) => (await call('GET', `/${bucket}/${key}`)).text(),
    remove: (key: string) => call('DELETE', `/${bucket}/${key}`),
    /** Replaces the first part of a multipart upload. */
    putPart: (key: string, uploadId: string, body: Buffer) =>
      call('PUT', `/${bucket}/${key}?partNumber=1&uploadId=${encodeURIComponent(uploadId)}`, body),
    start,
    kill,
    async stop() {
      await kill();
      rmSync(join(folder), { recursive: true, force: true });
    },
  };
}
