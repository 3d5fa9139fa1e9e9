import type { Scheme } from '../../../lib/tribes/tribe-palette.ts';
import { contourStep, type ReliefField } from './relief-field.ts';

type Color = readonly [red: number, green: number, blue: number];
type Colors = { low: Color; high: Color; light: Color; dark: Color; line: Color; water: Color; coast: Color };

/** Close to the land's own colour, so that the marks of all tribes stay readable on it. */
const palettes: Record<Scheme, Colors> = {
  dark: {
    low: [31, 48, 47],
    high: [66, 58, 46],
    light: [110, 110, 104],
    dark: [12, 15, 20],
    line: [140, 160, 152],
    water: [24, 44, 66],
    coast: [96, 150, 190],
  },
  light: {
    low: [223, 234, 226],
    high: [236, 226, 208],
    light: [255, 255, 255],
    dark: [150, 152, 146],
    line: [112, 124, 112],
    water: [206, 224, 240],
    coast: [60, 110, 150],
  },
};

/** How much higher than wide the hills are taken for the light from the north-west. */
const exaggeration = 2;
const shadeStrength = 0.55;
const lineAlpha = 0.55;
const mainEvery = 5;

/** Hill shading, contour lines and the shore, row by row. Unknown ground stays transparent. */
export function* paintRelief(field: ReliefField, scheme: Scheme): Generator<undefined, Uint8ClampedArray<ArrayBuffer>> {
  const { width, height } = field;
  const pixels = new Uint8ClampedArray(width * height * 4);
  const brush = createBrush(field, palettes[scheme], pixels);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) brush(column, row);
    yield undefined;
  }
  return pixels;
}

function createBrush(field: ReliefField, colors: Colors, pixels: Uint8ClampedArray) {
  const { width, height, metres, isWater, lowest, highest, metresPerPixel } = field;
  const step = contourStep(field);
  const range = Math.max(1, highest - lowest);
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= width || row >= height ? -1 : row * width + column;
  const metresOr = (index: number, other: number) => {
    const value = metres[index];
    return value === undefined || Number.isNaN(value) ? other : value;
  };
  const isWet = (column: number, row: number) => isWater[at(column, row)] === 1;
  const isShore = (column: number, row: number) =>
    isWet(column - 1, row) || isWet(column + 1, row) || isWet(column, row - 1) || isWet(column, row + 1);
  return (column: number, row: number) => {
    const index = row * width + column;
    const here = metres[index] ?? Number.NaN;
    if (Number.isNaN(here)) {
      if (isWater[index] === 1) put(pixels, index, colors.water);
      return;
    }
    if (isShore(column, row)) return put(pixels, index, colors.coast);
    const east = (metresOr(at(column + 1, row), here) - metresOr(at(column - 1, row), here)) / 2;
    const south = (metresOr(at(column, row + 1), here) - metresOr(at(column, row - 1), here)) / 2;
    put(pixels, index, colors.low);
    blend(pixels, index, colors.high, (here - lowest) / range);
    const slope = ((east + south) * exaggeration) / metresPerPixel;
    const shade = Math.max(-1, Math.min(1, slope)) * shadeStrength;
    blend(pixels, index, shade > 0 ? colors.light : colors.dark, Math.abs(shade));
    blend(pixels, index, colors.line, contourAlpha(here / step, Math.sqrt(east ** 2 + south ** 2) / step));
  };
}

/** Fades over a pixel beside the line; every fifth line is stronger. Flat ground has no line. */
function contourAlpha(level: number, perPixel: number): number {
  const nearest = Math.round(level);
  if (perPixel < 1e-3) return 0;
  const distance = Math.abs(level - nearest) / perPixel;
  const isMain = nearest % mainEvery === 0;
  return Math.max(0, Math.min(1, (isMain ? 1.5 : 1.1) - distance)) * (isMain ? lineAlpha * 1.5 : lineAlpha);
}

function put(pixels: Uint8ClampedArray, index: number, [red, green, blue]: Color): void {
  pixels[index * 4] = red;
  pixels[index * 4 + 1] = green;
  pixels[index * 4 + 2] = blue;
  pixels[index * 4 + 3] = 255;
}

function blend(pixels: Uint8ClampedArray, index: number, color: Color, alpha: number): void {
  if (alpha <= 0) return;
  for (let part = 0; part < 3; part += 1)
    pixels[index * 4 + part] = (pixels[index * 4 + part] ?? 0) * (1 - alpha) + (color[part] ?? 0) * alpha;
}
