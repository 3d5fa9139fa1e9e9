import { expect, it } from 'vitest';
import { createNewVersion } from './new-version.ts';

it('shows when the portal serves another build, until it is dismissed or yet another comes', () => {
  const version = createNewVersion('one');
  version.noteServed('one');
  version.noteServed(null);
  expect(version.get()).toBe(false);
  version.noteServed('two');
  expect(version.get()).toBe(true);
  version.dismiss();
  version.noteServed('two');
  expect(version.get()).toBe(false);
  version.noteServed('three');
  expect(version.get()).toBe(true);
  version.noteServed('one');
  expect(version.get()).toBe(false);
});

it('is unknown when no portal has written the build into the page', () => {
  const version = createNewVersion(undefined);
  version.noteServed('two');
  expect(version.get()).toBe(false);
});
