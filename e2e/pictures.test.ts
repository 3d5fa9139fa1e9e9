import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, lookAs, test, type Account } from './journey.ts';

const docs = path.resolve(import.meta.dirname, '../docs');
const folder = path.join(docs, 'pictures');
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

type Picture = {
  as: Account | 'visitor';
  path: string;
  viewport?: typeof desktop;
  /** Leads to what the picture shows, and fails if it is not there. */
  until: (page: Page) => Promise<void>;
};

const seen = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

async function search(page: Page, text: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Search/ })
    .click();
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill(text);
}

/** The pictures of the documents. They are taken with `npm run pictures`; the journey to each of them is always made. */
const pictures: Record<string, Picture> = {
  landing: { as: 'visitor', path: '/', until: (page) => seen(page, 'Players online now') },
  home: { as: 'admin', path: '/', until: (page) => seen(page, 'Online now') },
  'home-phone': { as: 'member', path: '/', viewport: phone, until: (page) => seen(page, 'Online now') },
  servers: {
    as: 'member',
    path: '/arkbot/servers?list=all&sort=players',
    until: (page) => expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible(),
  },
  server: {
    as: 'admin',
    path: '/arkbot/servers/demo-the-island',
    until: async (page) => {
      await seen(page, 'Up for');
      await seen(page, /^Between \d+ and \d+ players/);
    },
  },
  setup: {
    as: 'admin',
    path: '/arkbot/servers/demo-the-island',
    until: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click();
      await expect(page.getByRole('region', { name: 'Connect this server' })).toBeVisible();
      await page.getByRole('region', { name: 'Connect this server' }).scrollIntoViewIfNeeded();
    },
  },
  moderation: {
    as: 'admin',
    path: '/arkbot/servers/demo-the-island/players?playerId=76561190000000001',
    until: (page) => expect(page.getByRole('button', { name: 'Ban' }).first()).toBeVisible(),
  },
  'player-page': {
    as: 'admin',
    path: '/arkbot/players/76561190000000001',
    until: (page) => seen(page, 'Playtime'),
  },
  search: {
    as: 'admin',
    path: '/arkbot/players',
    until: async (page) => {
      await search(page, 'mira');
      await expect(page.getByRole('option', { name: /mira_plays/ }).first()).toBeVisible();
    },
  },
  'structures-map': {
    as: 'admin',
    path: '/arkbot/servers/demo-island-ascended/structures',
    until: async (page) => {
      await seen(page, /^Relief from saves: [\d,]+ samples$/);
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    },
  },
  'structures-abandoned': {
    as: 'admin',
    path: '/arkbot/servers/demo-island-ascended/structures?leftBehind=14',
    until: (page) =>
      expect(
        page.getByRole('grid', { name: 'Tribes with abandoned structures' }).getByText(/ago/).first(),
      ).toBeVisible(),
  },
  'structures-tribe': {
    as: 'member',
    path: '/arkbot/players',
    until: async (page) => {
      await search(page, 'Tidewatch');
      await page
        .getByRole('option', { name: /Tidewatch/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: /Tidewatch/ })).toBeVisible();
    },
  },
  'music-phone': {
    as: 'member',
    path: '/skibapbot/music',
    viewport: phone,
    until: (page) => expect(page.getByRole('searchbox').first()).toBeVisible(),
  },
  audit: { as: 'owner', path: '/audit', until: (page) => expect(page.getByRole('row').nth(3)).toBeVisible() },
};

for (const role of new Set(Object.values(pictures).map(({ as }) => as))) {
  test(`the pictures of the documents show what they should (${role})`, async ({ page }) => {
    if (role !== 'visitor') await lookAs(page, role);
    for (const [name, { as, path: address, viewport = desktop, until }] of Object.entries(pictures)) {
      if (as !== role) continue;
      await test.step(name, async () => {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        await page.goto(address);
        await until(page);
        if (process.env['PICTURES'] === 'write') await take(page, name);
      });
    }
  });
}

/** Without what is still loading, and where the game seems to be installed. */
async function take(page: Page, name: string): Promise<void> {
  const world = path.dirname(process.env['E2E_WORLD'] ?? '');
  await page.evaluate((test) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (node.nodeValue?.includes(test)) node.nodeValue = node.nodeValue.replace(test, '/home/ark');
    }
  }, world);
  await expect(page.locator('main [data-loading]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

test('the documents show these pictures, and no others', () => {
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  const texts = [path.join(docs, '../README.md'), ...pages.map((file) => path.join(docs, file))];
  const shown = texts.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/pictures\/([\w-]+)\.png/g)].map(([, name]) => name),
  );
  const known = Object.keys(pictures);
  expect(new Set(shown)).toEqual(new Set(known));
  expect(new Set(readdirSync(folder))).toEqual(new Set(known.map((name) => `${name}.png`)));
});
