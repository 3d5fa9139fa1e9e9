import fs from 'node:fs';
import path from 'node:path';
import { transform } from 'rolldown/utils';
import { root } from '../paths.mjs';

const web = path.join(root, 'apps/web');
const dark = { page: '#12161e', text: '#e6e9ef', dimmed: '#9aa3b2', accent: '#34cba4' };

/** @typedef {{ file: string, width: number, height: number, html: string }} Picture */

/** What is drawn, as pages for a browser. @returns {Promise<Picture[]>} */
export async function brandImages() {
  const icon = fs.readFileSync(path.join(web, 'public/favicon.svg'), 'utf8');
  return [
    { file: 'icon-192.png', ...iconPage(icon, 192, 1) },
    { file: 'icon-512.png', ...iconPage(icon, 512, 1) },
    // Systems cut it to their own shape: everything is within the middle four fifths.
    { file: 'icon-maskable-512.png', ...iconPage(icon, 512, 0.8, dark.page) },
    { file: 'social-card.png', ...(await socialCard(icon)) },
  ];
}

/** @param {string} icon @param {number} size @param {number} scale @param {string} [background] */
function iconPage(icon, size, scale, background = 'transparent') {
  const style = `html{background:${background}}body{margin:0;display:grid;place-items:center;height:${size}px}svg{width:${size * scale}px}`;
  return { width: size, height: size, html: `<style>${style}</style>${icon}` };
}

/** @param {string} icon */
async function socialCard(icon) {
  const [width, height] = [1200, 630];
  const style = `
    @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${readFont()}); }
    body { position: relative; margin: 0; width: ${width}px; height: ${height}px; overflow: hidden; background: ${dark.page};
      color: ${dark.text}; font-family: Inter; }
    .art { position: absolute; inset: 0; fill: none; stroke: ${dark.accent}; opacity: .5; }
    .shade { position: absolute; inset: 0;
      background: linear-gradient(90deg, ${dark.page} 20%, transparent 90%), radial-gradient(circle at 75% 40%, ${dark.accent}22, transparent 60%); }
    main { position: absolute; inset: 0; display: flex; flex-direction: column; justify-content: center; padding-left: 96px; }
    .brand { display: flex; align-items: center; gap: 28px; font-size: 92px; font-weight: 750; letter-spacing: -.03em; }
    .brand svg { width: 120px; margin-left: -18px; }
    p { margin: 36px 0 0; color: ${dark.dimmed}; font-size: 36px; }`;
  const html = `<style>${style}</style>${await contourSvg(width, height)}<div class="shade"></div>
    <main><div class="brand">${icon}Tribehall</div><p>Every map, every tribe, one hall.</p></main>`;
  return { width, height, html };
}

function readFont() {
  const folder = path.join(root, 'node_modules/@fontsource-variable/inter/files');
  return fs.readFileSync(path.join(folder, 'inter-latin-wght-normal.woff2')).toString('base64');
}

/** The art of the pages, whose code is TypeScript. @param {number} width @param {number} height */
async function contourSvg(width, height) {
  const source = path.join(web, 'src/components/art/contours.ts');
  const { code } = await transform(source, fs.readFileSync(source, 'utf8'));
  /** @type {typeof import('../../apps/web/src/components/art/contours.ts')} */
  const { contourPaths } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const size = { columns: 150, rows: Math.round((150 * height) / width) };
  const paths = contourPaths('Tribehall', size).map(
    (d, level) => `<path d="${d}" stroke-width="${level % 4 === 0 ? 0.28 : 0.16}"/>`,
  );
  return `<svg class="art" width="${width}" height="${height}" viewBox="0 0 ${size.columns} ${size.rows}">${paths.join('')}</svg>`;
}
