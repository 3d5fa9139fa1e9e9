import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Download, Locator, Page } from '@playwright/test';
import { password } from './journey.ts';

/** Files on the disk of a person who uploads. */
export type LocalFiles = {
  folder: string;
  write: (name: string, content: string | Buffer) => string;
  clear: () => void;
};

export function createLocalFiles(): LocalFiles {
  const folder = mkdtempSync(path.join(tmpdir(), 'tribehall-local-'));
  return {
    folder,
    write: (name, content) => {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Half a minute of moving pictures with sound, in many segments to seek between. */
export function makeVideo(file: string): void {
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=30', '-f', 'lavfi', '-i', 'sine=f=220:d=30'];
  const coding = ['-c:v', 'libvpx', '-b:v', '1500k', '-deadline', 'realtime', '-cpu-used', '16', '-g', '25'];
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...sources, ...coding, '-c:a', 'libopus', '-y', file]);
  if (status !== 0) throw new Error(String(stderr));
}

export async function apiHeaders(url: string, account: string): Promise<Record<string, string>> {
  const reply = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@tribehall.test`, password }),
  });
  const { data } = (await reply.json()) as { data: { accessToken: string } };
  return { authorization: `Bearer ${data.accessToken}` };
}

/** Uploads by the multipart call, as a script does, and returns the id. */
export async function uploadByScript(
  url: string,
  headers: Record<string, string>,
  file: { name: string; content: string | Buffer; isPrivate?: boolean },
): Promise<string> {
  const form = new FormData();
  form.set('isPrivate', String(file.isPrivate ?? false));
  form.append('files', new Blob([file.content as BlobPart]), file.name);
  const reply = await fetch(`${url}/api/files`, { method: 'POST', headers, body: form });
  const { data } = (await reply.json()) as { data: { fileId: string }[] };
  const [uploaded] = data;
  if (!uploaded) throw new Error('Nothing was uploaded.');
  return uploaded.fileId;
}

export function uploadRow(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name });
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

/** Progress of a bar; 0 while there is none. */
export async function progressOf(bar: Locator): Promise<number> {
  if ((await bar.count()) === 0) return 0;
  return Number(await bar.getAttribute('value', { timeout: 1000 }).catch(() => 0));
}
