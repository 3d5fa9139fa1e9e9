/**
 * Contour lines of a landscape that does not exist: value noise in three octaves, and marching squares. The same name
 * always gives the same lines. The landing page draws a dozen of these before anything is optimized by the browser, so
 * this avoids iterators and short-lived objects.
 */

export type ContourSize = { columns: number; rows: number };

/** Heights at the corners of the cells, row by row. */
type Grid = ContourSize & { heights: Float32Array };

const levels = Array.from({ length: 13 }, (_, index) => 0.2 + index * 0.045);
const latticeSize = 32;
/** Hills across the width. */
const hills = 5;

const cache = new Map<string, readonly string[]>();
const maxCached = 64;

/** The lines of each height as SVG path data, the lowest first; one cell of the grid is one unit. */
export function contourPaths(seed: string, size: ContourSize): readonly string[] {
  const key = `${size.columns} ${size.rows} ${seed}`;
  const known = cache.get(key);
  if (known) return known;
  const grid = createGrid(seed, size);
  const segments = segmentsOf(grid);
  const paths = levels.map((level, index) => pathOf(grid, level, segments[index] ?? []));
  const [oldest] = cache.keys();
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
  cache.set(key, paths);
  return paths;
}

function createGrid(seed: string, { columns, rows }: ContourSize): Grid {
  const lattice = createLattice(seed);
  const scale = columns / hills;
  const heights = new Float32Array((columns + 1) * (rows + 1));
  for (let row = 0; row <= rows; row += 1)
    for (let column = 0; column <= columns; column += 1) {
      const x = column / scale;
      const y = row / scale;
      heights[row * (columns + 1) + column] =
        interpolate(lattice, x, y) * 0.55 +
        interpolate(lattice, x * 2.1 + 9, y * 2.1 + 3) * 0.28 +
        interpolate(lattice, x * 4.3 + 1, y * 4.3 + 7) * 0.17;
    }
  return { columns, rows, heights };
}

const smooth = (part: number) => part * part * (3 - 2 * part);

/** Smoothly between the four lattice points around; the lattice repeats. */
function interpolate(lattice: Float32Array, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = smooth(x - left);
  const v = smooth(y - top);
  const upper = latticeAt(lattice, left, top) * (1 - u) + latticeAt(lattice, left + 1, top) * u;
  const lower = latticeAt(lattice, left, top + 1) * (1 - u) + latticeAt(lattice, left + 1, top + 1) * u;
  return upper * (1 - v) + lower * v;
}

function latticeAt(lattice: Float32Array, column: number, row: number): number {
  return lattice[(row % latticeSize) * latticeSize + (column % latticeSize)] ?? 0;
}

/** FNV-1a of the text seeds mulberry32. */
function createLattice(seed: string): Float32Array {
  let state = 2_166_136_261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  const lattice = new Float32Array(latticeSize * latticeSize);
  for (let index = 0; index < lattice.length; index += 1) {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    lattice[index] = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return lattice;
}

/** Which sides of a cell a line connects, in pairs, by which corners are above: top left 8, top right 4, and so on. */
type Side = 'top' | 'right' | 'bottom' | 'left';
const crossings: readonly (readonly Side[])[] = [
  [],
  ['left', 'bottom'],
  ['bottom', 'right'],
  ['left', 'right'],
  ['top', 'right'],
  ['left', 'top', 'bottom', 'right'],
  ['top', 'bottom'],
  ['left', 'top'],
  ['left', 'top'],
  ['top', 'bottom'],
  ['left', 'bottom', 'top', 'right'],
  ['top', 'right'],
  ['left', 'right'],
  ['bottom', 'right'],
  ['left', 'bottom'],
  [],
];

/**
 * A crossing of a line with a side has a number that both cells of that side know: twice the corner where the side begins,
 * plus one if the side is upright.
 */
function crossingOf(side: Side | undefined, corner: number, width: number): number {
  if (side === 'top') return corner * 2;
  if (side === 'bottom') return (corner + width) * 2;
  return side === 'left' ? corner * 2 + 1 : (corner + 1) * 2 + 1;
}

/** The pieces of lines in all cells: for each height a list of crossings, of which every two are connected. */
function segmentsOf({ columns, rows, heights }: Grid): number[][] {
  const width = columns + 1;
  const lists = levels.map((): number[] => []);
  const bands = bandsOf(heights);
  for (let y = 0; y < rows; y += 1)
    for (let corner = y * width; corner < y * width + columns; corner += 1) {
      const topLeft = bands[corner] ?? 0;
      const topRight = bands[corner + 1] ?? 0;
      const bottomRight = bands[corner + width + 1] ?? 0;
      const bottomLeft = bands[corner + width] ?? 0;
      const highest = Math.max(topLeft, topRight, bottomRight, bottomLeft);
      for (let level = Math.min(topLeft, topRight, bottomRight, bottomLeft); level < highest; level += 1) {
        const upper = (topLeft > level ? 8 : 0) + (topRight > level ? 4 : 0);
        const sides = crossings[upper + (bottomRight > level ? 2 : 0) + (bottomLeft > level ? 1 : 0)] ?? [];
        for (let at = 0; at < sides.length; at += 1) lists[level]?.push(crossingOf(sides[at], corner, width));
      }
    }
  return lists;
}

/** How many levels are below each height. */
function bandsOf(heights: Float32Array): Uint8Array {
  const bands = new Uint8Array(heights.length);
  for (let corner = 0; corner < heights.length; corner += 1) {
    let band = 0;
    while (band < levels.length && (heights[corner] ?? 0) > (levels[band] ?? 0)) band += 1;
    bands[corner] = band;
  }
  return bands;
}

const none = -1;

/** The lines at one height, each from end to end. */
function pathOf(grid: Grid, level: number, segments: readonly number[]): string {
  // Two neighbours for each crossing, since a line goes on in at most two cells.
  const neighbors = new Int32Array(grid.heights.length * 4).fill(none);
  const used: number[] = [];
  for (let at = 0; at < segments.length; at += 1) {
    const one = segments[at] ?? none;
    const isFirst = neighbors[one * 2] === none;
    neighbors[one * 2 + (isFirst ? 0 : 1)] = segments[at % 2 === 0 ? at + 1 : at - 1] ?? none;
    if (isFirst) used.push(one);
  }
  return chain(neighbors, used)
    .map((line) => `M${line.map((crossing) => pointAt(grid, level, crossing)).join('L')}`)
    .join('');
}

/** Open lines from their ends first, then those that close. */
function chain(neighbors: Int32Array, used: readonly number[]): number[][] {
  const seen = new Uint8Array(neighbors.length / 2);
  const isNew = (crossing: number) => crossing !== none && seen[crossing] === 0;
  const follow = (start: number): number[] => {
    const line: number[] = [];
    for (let at = start; ;) {
      line.push(at);
      seen[at] = 1;
      const one = neighbors[at * 2] ?? none;
      const other = neighbors[at * 2 + 1] ?? none;
      if (isNew(one)) at = one;
      else if (isNew(other)) at = other;
      else return line.length > 2 && (one === start || other === start) ? [...line, start] : line;
    }
  };
  const ends = used.filter((crossing) => neighbors[crossing * 2 + 1] === none);
  return [...ends, ...used].flatMap((crossing) => (isNew(crossing) ? [follow(crossing)] : []));
}

function pointAt({ columns, heights }: Grid, level: number, crossing: number): string {
  const width = columns + 1;
  const corner = crossing >> 1;
  const isUpright = crossing % 2 === 1;
  const from = heights[corner] ?? 0;
  const to = heights[isUpright ? corner + width : corner + 1] ?? 0;
  const part = (level - from) / (to - from);
  const x = corner % width;
  const y = Math.floor(corner / width);
  return `${inTenths(isUpright ? x : x + part)} ${inTenths(isUpright ? y + part : y)}`;
}

/** Much faster than `toFixed`, of which there would be thousands. */
function inTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
