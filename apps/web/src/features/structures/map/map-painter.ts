import type { Scheme } from '../tribes/tribe-colors.ts';
import { buildLevel, depthOf, type ClusterLevel } from './cluster-level.ts';
import type { LevelSource } from './cluster-merge.ts';
import { collectMarks, markAt, noMarks, type Mark } from './map-marks.ts';
import type { MapStyle } from './map-style.ts';
import { pointOf, spotOf, type Point, type Size, type View } from './map-view.ts';
import { createMarkSheet } from './mark-layer.ts';
import { paintGround, type Ground } from './paint-ground.ts';
import {
  clusterRadius,
  createStamps,
  paintChosen,
  paintClusters,
  paintHovered,
  paintStructures,
  structureRadius,
} from './paint-marks.ts';

export type MapScene = {
  source: LevelSource;
  ground: Ground;
  tribeColors: readonly string[];
  scheme: Scheme;
  /** Where filters left something out, what they left is looked at first. */
  isFiltered: boolean;
  /** The portal's number of each row. */
  ids: Uint32Array;
  /** Its number in the portal stays the same; its row is another one with each save. */
  chosen: { id: number; row: number } | undefined;
};

/** A finger or a pointer need not meet a mark exactly. */
const reachPx = 3;
const onePixel: Size = { width: 1, height: 1 };

/** Paints scenes on a canvas and knows what stands where. Each zoom level is gathered once for a scene. */
export function createPainter(canvas: HTMLCanvasElement) {
  // A browser that paints nothing still has the list.
  const paper = canvas.getContext('2d');
  const levels = new Map<number, ClusterLevel>();
  const marks = noMarks();
  const stamps = createStamps();
  const sheet = createMarkSheet();
  let gathered: LevelSource | undefined;

  function levelOf({ source }: MapScene, { scale }: View): ClusterLevel {
    if (gathered !== source) levels.clear();
    gathered = source;
    const depth = depthOf(scale);
    const level = levels.get(depth) ?? buildLevel(source, depth);
    levels.set(depth, level);
    return level;
  }

  /** The canvas has as many pixels as the screen, also after the page was zoomed. */
  function fitPixels(size: Size): number {
    const ratio = devicePixelRatio;
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return ratio;
  }

  return {
    levelOf,
    paint(scene: MapScene, view: View, size: Size, style: MapStyle, hovered: Mark | undefined) {
      if (paper === null) return;
      const ratio = fitPixels(size);
      const level = levelOf(scene, view);
      const colors = { tribes: scene.tribeColors, style };
      const radius = structureRadius(level.depth);
      const stampOf = (color: string) => stamps.of(color, style.land, radius, ratio);
      paper.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintGround(paper, scene.ground, view, size, style);
      const of = [level, scene.tribeColors, style];
      sheet.show(paper, { of, view, size, ratio }, (part, partView, partSize) => {
        collectMarks(marks, level, scene.source, partView, partSize);
        paintStructures(part, marks.structures, scene.source, colors, { stampOf, size: partSize, ratio });
        paintClusters(part, marks.clusters, level, colors, partSize);
      });
      if (hovered !== undefined) paintHovered(paper, hovered, style);
      if (scene.chosen === undefined) return;
      const { row } = scene.chosen;
      const { frame, tribes } = scene.source;
      const point = pointOf(view, size, { u: frame.u[row] ?? 0, v: frame.v[row] ?? 0 });
      paintChosen(paper, point, radius, { fill: scene.tribeColors[tribes[row] ?? 0] ?? style.nobody, style });
    },
    markAt(scene: MapScene, view: View, size: Size, point: Point): Mark | undefined {
      const level = levelOf(scene, view);
      const { depth, clusters } = level;
      // What stands in the cells around; they are wider than a mark.
      const around = { ...spotOf(view, size, point), scale: view.scale };
      collectMarks(marks, level, scene.source, around, onePixel);
      const mark = markAt(
        marks,
        { x: 0.5, y: 0.5 },
        {
          cluster: (cluster) => clusterRadius(clusters.sizes[cluster] ?? 1) + reachPx,
          structure: () => structureRadius(depth) + reachPx,
        },
      );
      return mark && { ...mark, x: mark.x + point.x - 0.5, y: mark.y + point.y - 0.5 };
    },
  };
}
