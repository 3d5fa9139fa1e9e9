import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './paths.mjs';
import { measureFirstLoad } from './test/first-load.mjs';

const firstScript = { aimed: 150, most: 180 };
const firstStyle = 20;
const lazyScript = 30;
/** Parts that are large by nature, each loaded only where it is used. */
const largeParts = [
  { file: /^assets\/(json-)?editor/, most: 130 },
  { file: /^assets\/terminal/, most: 95 },
  { file: /^assets\/pdf-/, most: 145 },
  { file: /^assets\/pdf\.worker/, most: 320 },
];

const dist = path.join(root, 'apps/web/dist');

describe.skipIf(!fs.existsSync(path.join(dist, 'index.html')))('the built web app, in gzipped kB', () => {
  it(`loads at most ${firstScript.most} of script before the first screen`, () => {
    const { script } = measureFirstLoad(dist);
    if (script > firstScript.aimed)
      console.warn(`First load: ${script.toFixed(1)} kB of script; ${firstScript.aimed} is the aim.`);
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual(firstScript.most);
  });

  it(`loads at most ${firstStyle} of style before the first screen`, () => {
    expect(measureFirstLoad(dist).style).toBeLessThanOrEqual(firstStyle);
  });

  it(`loads at most ${lazyScript} for anything later that is not known to be large`, () => {
    const tooLarge = measureFirstLoad(dist).lazy.filter(({ file, size }) => size > limitOf(file));
    expect(tooLarge).toEqual([]);
  });
});

/** @param {string} file */
function limitOf(file) {
  return largeParts.find((part) => part.file.test(file))?.most ?? lazyScript;
}
