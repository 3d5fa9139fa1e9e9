import type { Scheme } from '../../../lib/tribes/tribe-palette.ts';
import { buildLevel, depthOf, type ClusterLevel } from './cluster-level.ts';
import type { LevelSource } from './cluster-merge.ts';
import { collectMarks, markAt, noMarks, type Mark } from './map-marks.ts';
import type { MapStyle } from './map-style.ts';
import { pointOf, spotOf, type Point, type Size, type View } from './map-view.ts';
import { createMarkLayer } from './mark-layer.ts';
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
  /** If so, the view first fits the filtered structures. */
  isFiltered: boolean;
  /** The portal's id of each row. */
  ids: Uint32Array;
  /** The id is stable; the row changes with each save. */
  chosen: { id: number; row: number } | undefined;
};

/** Pointers need not hit a mark exactly. */
const tolerancePx = 3;
const onePixel: Size = { width: 1, height: 1 };

/** Paints scenes on a canvas and finds marks in them. Each zoom level is clustered once per scene. */
export function createPainter(canvas: HTMLCanvasElement) {
  // Null where the browser has no 2D canvas; the list still works.
  const context = canvas.getContext('2d');
  const levels = new Map<number, ClusterLevel>();
  const marks = noMarks();
  const stamps = createStamps();
  const layer = createMarkLayer();
  let clusteredSource: LevelSource | undefined;

  function levelOf({ source }: MapScene, { scale }: View): ClusterLevel {
    if (clusteredSource !== source) levels.clear();
    clusteredSource = source;
    const depth = depthOf(scale);
    const level = levels.get(depth) ?? buildLevel(source, depth);
    levels.set(depth, level);
    return level;
  }

  /** Matches the canvas to the screen's pixels, also after the page was zoomed. */
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
      if (context === null) return;
      const ratio = fitPixels(size);
      const level = levelOf(scene, view);
      const colors = { tribes: scene.tribeColors, style };
      const radius = structureRadius(level.depth);
      const stampOf = (color: string) => stamps.of(color, style.land, radius, ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintGround(context, scene.ground, view, size, style);
      const of = [level, scene.tribeColors, style];
      layer.show(context, { of, view, size, ratio }, (part, partView, partSize) => {
        collectMarks(marks, level, scene.source, partView, partSize);
        paintStructures(part, marks.structures, scene.source, colors, { stampOf, size: partSize, ratio });
        paintClusters(part, marks.clusters, level, colors, partSize);
      });
      if (hovered !== undefined) paintHovered(context, hovered, style);
      if (scene.chosen === undefined) return;
      const { row } = scene.chosen;
      const { frame, tribes } = scene.source;
      const point = pointOf(view, size, { u: frame.u[row] ?? 0, v: frame.v[row] ?? 0 });
      paintChosen(context, point, radius, { fill: scene.tribeColors[tribes[row] ?? 0] ?? style.unknownTribe, style });
    },
    markAt(scene: MapScene, view: View, size: Size, point: Point): Mark | undefined {
      const level = levelOf(scene, view);
      const { depth, clusters } = level;
      // Only the cells around the point, which are wider than a mark.
      const around = { ...spotOf(view, size, point), scale: view.scale };
      collectMarks(marks, level, scene.source, around, onePixel);
      const mark = markAt(
        marks,
        { x: 0.5, y: 0.5 },
        {
          cluster: (cluster) => clusterRadius(clusters.sizes[cluster] ?? 1) + tolerancePx,
          structure: () => structureRadius(depth) + tolerancePx,
        },
      );
      return mark && { ...mark, x: mark.x + point.x - 0.5, y: mark.y + point.y - 0.5 };
    },
  };
}
