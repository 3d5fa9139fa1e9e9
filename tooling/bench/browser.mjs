import { findChromium } from '../programs.mjs';
import { Stop } from '../stop.mjs';

const options = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** Runs work with a browser. @template T @param {(browser: import('@playwright/test').Browser) => Promise<T>} work */
export async function withBrowser(work) {
  const executablePath = findChromium();
  if (!executablePath) throw new Stop('This benchmark needs Chromium (Debian package "chromium", or CHROMIUM_PATH).');
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath, args: options });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A page of that portal, logged in where there is a token. @param {import('@playwright/test').Browser} browser @param {string} url @param {string} token */
export async function openPage(browser, url, token) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } });
  if (token !== '') await context.addInitScript((text) => localStorage.setItem('token', text), token);
  return context.newPage();
}
