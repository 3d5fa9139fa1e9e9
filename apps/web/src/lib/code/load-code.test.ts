import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCode } from './load-code.ts';
import { newVersion } from './new-version.ts';

let step = 0;
/** Files that nobody has asked for yet. */
const newFiles = () => {
  step += 1;
  return { script: `assets/page-${step}.js`, style: `assets/page-${step}.css` };
};

const added = new Set<HTMLLinkElement>();

/** The browser loads a stylesheet that is added, or fails to. */
function playStyles(outcome: 'load' | 'error'): void {
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    const link = node as HTMLLinkElement;
    link.remove = () => void added.delete(link);
    added.add(link);
    queueMicrotask(() => link.dispatchEvent(new Event(outcome)));
  });
}

const sheets = (file: string) => [...added].filter(({ href }) => href.endsWith(file));
const respond = (respondWith: () => Response | Error) =>
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => {
      const response = respondWith();
      if (response instanceof Error) throw response;
      return response;
    }),
  );

beforeEach(() => {
  added.clear();
  playStyles('load');
});

describe('code that comes later', () => {
  it('comes with its stylesheet, once', async () => {
    const { script, style } = newFiles();
    respond(() => new Response('x'));
    expect(await loadCode(async () => 'module', [script, style])).toBe('module');
    expect(await loadCode(async () => 'module', [script, style])).toBe('module');
    expect(sheets(style)).toHaveLength(1);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is preloaded with all that it imports, once', async () => {
    const { script, style } = newFiles();
    const { script: imported } = newFiles();
    respond(() => new Response('x'));
    await loadCode(async () => 'module', [script, imported, style]);
    await loadCode(async () => 'module', [script, imported, style]);
    const preloads = [...added].filter(({ rel }) => rel === 'modulepreload').map(({ href }) => new URL(href).pathname);
    expect(preloads).toEqual([`/${script}`, `/${imported}`]);
  });

  it('is not returned without its stylesheet, and is asked for again after a failure', async () => {
    const { script, style } = newFiles();
    const load = vi.fn<() => Promise<string>>(async () => 'module');
    respond(() => new TypeError('Failed to fetch'));
    await expect(loadCode(load, [script, style])).rejects.toMatchObject({ message: 'Could not reach API server.' });
    expect(load).not.toHaveBeenCalled();
    expect(added.size).toBe(0);
    respond(() => new Response('x'));
    playStyles('error');
    await expect(loadCode(load, [script, style])).rejects.toMatchObject({ message: 'Could not reach API server.' });
    expect(sheets(style)).toHaveLength(0);
    playStyles('load');
    expect(await loadCode(load, [script, style])).toBe('module');
    expect(sheets(style)).toHaveLength(1);
  });

  it('says that there is no network, without asking it', async () => {
    const { script } = newFiles();
    respond(() => new Response('x'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const loading = loadCode(async () => 'module', [script]);
    await expect(loading).rejects.toMatchObject({ status: -1, message: 'No network connection.' });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('that an update has removed is a matter of reloading, and the page says so', async () => {
    const { script } = newFiles();
    respond(() => new Response('', { status: 404 }));
    const loading = loadCode(async () => 'module', [script]);
    await expect(loading).rejects.toThrow('A new version is available – reload');
    expect(newVersion.get()).toBe(true);
  });

  it('behind a proxy without a portal cannot be reached', async () => {
    const { script } = newFiles();
    respond(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    const loading = loadCode(async () => 'module', [script]);
    await expect(loading).rejects.toMatchObject({ status: 0, message: 'Could not reach API server.' });
  });
});
