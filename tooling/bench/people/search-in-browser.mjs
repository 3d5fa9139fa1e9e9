import { setTimeout as delay } from 'node:timers/promises';
import { openPage, withBrowser } from '../browser.mjs';

const words = ['cinderjaw', 'emberfrost', 'thornash', 'lady'];

/** Before someone types another word. */
const pauseMs = 100;

/** Runs in the page. The number of results is announced once they are shown, and taken back with the next key. */
const recordKeys = `
  globalThis.keyMs = [];
  const status = document.querySelector('[role=dialog] [role=status]');
  let pressedAt = 0;
  addEventListener('keydown', () => (pressedAt = performance.now()), { capture: true });
  new MutationObserver(() => {
    if (pressedAt === 0 || !status.textContent) return;
    const from = pressedAt;
    pressedAt = 0;
    requestAnimationFrame(() => keyMs.push(performance.now() - from));
  }).observe(status, { childList: true, characterData: true, subtree: true });`;

/**
 * From a key to the results for what is then in the field, in ms. Each key is pressed when the results of the one before
 * are shown, so that none waits for another.
 * @param {string} url @param {string} token @returns {Promise<number[]>}
 */
export function measureKeys(url, token) {
  return withBrowser(async (browser) => {
    const page = await openPage(browser, url, token);
    await page.goto('/arkbot/servers');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Search/ })
      .click();
    const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
    await field.waitFor();
    await page.evaluate(recordKeys);
    let pressed = 0;
    for (const word of words) {
      await field.fill('');
      await delay(pauseMs);
      for (const letter of word) {
        await page.keyboard.press(letter);
        pressed += 1;
        while ((await page.evaluate('keyMs.length')) !== pressed) await delay(10);
      }
    }
    return page.evaluate('keyMs');
  });
}
