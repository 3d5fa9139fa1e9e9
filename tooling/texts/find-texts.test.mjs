import { describe, expect, it } from 'vitest';
import { areaOf } from './areas.mjs';
import { findTexts } from './find-texts.mjs';

/** @param {string} source */
const textsOf = (source) => findTexts('page.tsx', source).map(({ text }) => text);

describe('findTexts', () => {
  it('finds what JSX shows, with its inserted values', () => {
    expect(textsOf('const a = <p>Ban {player.name} <b>now</b>?</p>')).toEqual(['Ban {name} now?']);
    expect(textsOf('const a = <Button aria-label={isOpen ? "Close" : "Open"} />')).toEqual(['Close', 'Open']);
  });

  it('finds sentences in strings and templates', () => {
    expect(textsOf("throw new Error('There is no such server.');")).toEqual(['There is no such server.']);
    expect(textsOf('const a = `Waited ${ms(5)} for ${host}`;')).toEqual(['Waited {…} for {host}']);
  });

  it('finds single words only where they are shown', () => {
    expect(textsOf("const a = { label: 'Players', kind: 'Players' };")).toEqual(['Players']);
  });

  it('leaves out imports, types, routes, SQL and identifiers', () => {
    const source = `
      import a from 'Some Module';
      type B = 'Not Shown Here';
      const c = ['GET /ark/servers', 'not-a-text', 'a b'];
      const d = sql\`Select a From b\`;`;
    expect(textsOf(source)).toEqual([]);
  });

  it('says where a text stands', () => {
    expect(findTexts('a.ts', "\n\nconst a = 'A new text.';")).toEqual([{ line: 3, text: 'A new text.' }]);
  });
});

describe('areaOf', () => {
  it.each([
    ['apps/server/src/modules/mail/mail.service.ts', 'mail'],
    ['apps/web/src/features/mail/components/mail-list.tsx', 'mail'],
    ['packages/contract/src/mail.contract.ts', 'mail'],
    ['packages/contract/src/errors.ts', 'errors'],
    ['apps/web/src/pages/arkbot/clusters/cluster.page.tsx', 'clusters'],
    ['apps/web/src/pages/skibapbot/music.page.tsx', 'music'],
    ['apps/web/src/pages/login.page.tsx', 'web'],
    ['apps/server/src/bot/music/voice.ts', 'bot'],
    ['apps/server/src/main.ts', 'portal'],
    ['apps/agent/src/main.ts', 'agent'],
    ['tooling/setup/build.mjs', 'commands'],
    ['apps/server/src/modules/mail/mail.test.ts', undefined],
    ['docs/architecture.md', undefined],
  ])('%s: %s', (file, area) => {
    expect(areaOf(file)).toBe(area);
  });
});
