import { fetchAsset, unreachable } from '../api/request.ts';

/** Files that the page itself has loaded. */
const inPage = new Set([
  ...[...document.querySelectorAll('link')].map(({ href }) => href),
  ...[...document.querySelectorAll('script')].map(({ src }) => src),
]);
const fetched = new Map<string, Promise<void>>();
const styles = new Map<string, Promise<void>>();
const preloaded = new Set<string>();

/**
 * Loads a dynamic import; the build calls it for every `import()`, with the files that belong to it. They are fetched
 * before the browser imports them: a browser may remember a failed import for ever, and a fetch says why it failed.
 * Failures are not remembered here, so the next call tries again. A module runs without its styles, but is not returned
 * without them.
 */
export async function loadCode<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  const addresses = files.map((file) => new URL(`/${file}`, location.origin).href);
  const missing = addresses.filter((address) => !inPage.has(address));
  await Promise.all(missing.map((address) => once(fetched, address, () => fetchAsset(address))));
  const sheets = missing.filter((address) => address.endsWith('.css'));
  const styled = Promise.all(sheets.map((address) => once(styles, address, () => addStyle(address))));
  for (const address of missing) if (address.endsWith('.js')) preload(address);
  const [module] = await Promise.all([load(), styled]);
  return module;
}

/** Without it, the browser would look for what a file imports only after it has read that file. */
function preload(address: string): void {
  if (preloaded.has(address)) return;
  preloaded.add(address);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = address;
  document.head.append(link);
}

/** Single-flight: shares a running or finished call, and forgets a failed one. */
function once(done: Map<string, Promise<void>>, key: string, run: () => Promise<void>): Promise<void> {
  const known = done.get(key);
  if (known !== undefined) return known;
  const result = run().catch((error: unknown) => {
    done.delete(key);
    throw error;
  });
  done.set(key, result);
  return result;
}

function addStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = address;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(unreachable());
    });
    document.head.append(link);
  });
}
