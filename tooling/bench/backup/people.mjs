import { logIn } from '../portal.mjs';

/** @typedef {{ requests: number, failed: number, medianMs: number, p99Ms: number }} Served */

const readers = 4;

/**
 * What people notice while some work is done: reads, and uploads that are deleted at once.
 * @template T @param {string} url @param {() => Promise<T>} work @returns {Promise<Served & { result: T }>}
 */
export async function serveDuring(url, work) {
  const headers = { authorization: `Bearer ${await logIn(url, 'admin')}` };
  const times = /** @type {number[]} */ ([]);
  let failed = 0;
  let isOver = false;
  /** @param {string} path @param {RequestInit} [init] */
  const ask = async (path, init) => {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api${path}`, { headers, ...init }).catch(() => undefined);
    const body = await response?.json().catch(() => undefined);
    times.push(performance.now() - startedAt);
    if (!response?.ok) failed += 1;
    return /** @type {any} */ (body);
  };
  const read = async () => {
    while (!isOver) for (const path of ['/users/me', '/ark/servers', '/files']) await ask(path);
  };
  const write = async () => {
    while (!isOver) {
      const form = new FormData();
      form.set('isPrivate', 'true');
      form.set('allowedRoles', '');
      form.set('files', new Blob([new Uint8Array(256 * 1024)]), 'short-lived.bin');
      const stored = await ask('/files', { method: 'POST', body: form });
      const id = stored?.data?.[0]?.fileId;
      if (id !== undefined) await ask(`/files/${id}`, { method: 'DELETE' });
    }
  };
  const people = [...Array.from({ length: readers }, read), write()];
  let result;
  try {
    result = await work();
  } finally {
    isOver = true;
    await Promise.all(people);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { result, requests: times.length, failed, medianMs: at(0.5), p99Ms: at(0.99) };
}
