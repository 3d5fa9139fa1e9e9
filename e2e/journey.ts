import {
  devices,
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type WebError,
} from '@playwright/test';

export const password = 'tribehall-demo';
export type Account = 'owner' | 'admin' | 'member' | 'newcomer';

type Fixtures = {
  /** Errors reported by the browser; a journey that expects one removes it. */
  browserErrors: string[];
};

type WorkerFixtures = { sharedContext: BrowserContext };

/**
 * Every journey fails on a console error, an uncaught exception or a breach of the content policy. The journeys of a
 * worker share the browser's cache, as a person's visits do, and nothing else.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedContext: [
    async ({ browser }, run) => {
      const context = await browser.newContext({ ...devices['Desktop Chrome'], baseURL: portalUrl() });
      await run(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext }, run) => {
    await run(sharedContext);
    await forget(sharedContext);
  },
  baseURL: async ({ browserName: _ }, run) => run(portalUrl()),
  browserErrors: async ({ context }, run) => {
    const { browserErrors, stop } = watch(context);
    await run(browserErrors);
    stop();
    expect(browserErrors).toEqual([]);
  },
  page: async ({ page, browserErrors: _ }, run) => run(page),
});

export { expect };

/** A page logged in as a demo account, in its own browser context. */
export async function openAs(browser: Browser, account: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL: portalUrl() });
  const page = await context.newPage();
  await logIn(page, account);
  return page;
}

/** The same on a portal of its own. */
export async function openOn(
  browser: Browser,
  url: string,
  account: Account,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: url });
  const page = await context.newPage();
  const token = await newToken(page, account);
  await context.addInitScript((text) => localStorage.setItem('token', text), token);
  return page;
}

/** Logs in by the API, as the login page would; the login page has its own journey. */
export async function logIn(page: Page, account: Account): Promise<void> {
  const token = await newToken(page, account);
  // Cheaper than a page of the app.
  await page.goto('/api/health');
  await page.evaluate((text) => localStorage.setItem('token', text), token);
}

/** Opens a page as a link in the app does, without loading the app again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
}

const sharedTokens = new Map<Account, Promise<string>>();

/** For journeys that only look: one session for all of them. */
export async function lookAs(page: Page, account: Account): Promise<string> {
  const token = sharedTokens.get(account) ?? newToken(page, account);
  sharedTokens.set(account, token);
  await page.addInitScript((text) => localStorage.setItem('token', text), await token);
  return token;
}

async function newToken(page: Page, account: Account): Promise<string> {
  const reply = await page.request.post('/api/users/login', { data: { email: `${account}@tribehall.test`, password } });
  const { data } = (await reply.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

let people = 0;
/** A new user. */
export function newPerson(): { email: string; username: string; password: string } {
  people += 1;
  const name = `p${Date.now().toString(36)}${process.pid}x${people}`;
  return { email: `${name}@example.test`, username: name, password: 'a long enough one' };
}

export async function register(page: Page, person = newPerson()): Promise<ReturnType<typeof newPerson>> {
  const reply = await page.request.post('/api/users/register', { data: person });
  expect(reply.status()).toBe(200);
  return person;
}

/** Kills the player shown until the game confirms it: on a busy machine a death may come too late; who died respawns. */
export async function killShownPlayer(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    if (await dialog.isVisible()) await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Kill' }).click();
    await expect(dialog).toContainText('will die and drop everything it carries');
    await dialog.getByRole('button', { name: 'Kill' }).click();
    await expect(page.getByText(/^Kill of .*: confirmed by the game\.$/)).toBeVisible({ timeout: 15_000 });
  }).toPass({ timeout: 75_000 });
}

function portalUrl(): string {
  return process.env['E2E_URL'] ?? '';
}

/** Closes the pages and deletes what they stored. The cache of files stays. */
async function forget(context: BrowserContext): Promise<void> {
  // A page of its own would be another process of the browser.
  const [last = await context.newPage(), ...others] = context.pages();
  for (const page of others) await page.close();
  await context.unrouteAll();
  await context.setOffline(false);
  // Ends the app, which could store something again.
  await last.goto('about:blank');
  const session = await context.newCDPSession(last);
  await session.send('Storage.clearDataForOrigin', { origin: portalUrl(), storageTypes: 'all' });
  await context.clearCookies();
  await last.close();
}

function watch(context: BrowserContext): { browserErrors: string[]; stop: () => void } {
  const browserErrors: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    // The browser reports every status of 400 and above; the journey decides whether it was right.
    const isStatusReport = message.text().startsWith('Failed to load resource: the server responded with a status of');
    if (message.type() === 'error' && !isStatusReport) browserErrors.push(message.text());
  };
  const onError = (error: WebError) => browserErrors.push(String(error.error()));
  context.on('console', onConsole).on('weberror', onError);
  return { browserErrors, stop: () => context.off('console', onConsole).off('weberror', onError) };
}
