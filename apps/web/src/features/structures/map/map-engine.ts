import { rowsOfCluster, type ClusterLevel } from './cluster-level.ts';
import { boundsOf, nearestRow } from './map-frame.ts';
import { listenToGestures } from './map-gestures.ts';
import type { Mark } from './map-marks.ts';
import { createPainter, type MapScene } from './map-painter.ts';
import { readMapStyle, type MapStyle } from './map-style.ts';
import {
  createCamera,
  fitted,
  isInView,
  maxScale,
  panned,
  spotOf,
  wholeMap,
  zoomed,
  type Point,
  type Size,
} from './map-view.ts';

/** The mark under the pointer; clusters belong to the level. */
export type Hovered = { mark: Mark; level: ClusterLevel };

export type MapEvents = {
  onChoose: (structureId: number) => void;
  onHover: (hovered: Hovered | undefined) => void;
};

/** At this scale a base fills the map and its structures are distinguishable. */
const nearScale = 30_000;
const stepPx = 96;
const zoomStep = 1.6;
const doubleTapMs = 500;

/**
 * Paints the scene on the canvas when something has changed, at most once a frame, and handles panning, zooming and
 * choosing.
 */
export function openMap(surface: HTMLElement, canvas: HTMLCanvasElement, events: MapEvents) {
  const camera = createCamera(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  const painter = createPainter(canvas);
  let scene: MapScene | undefined;
  let style: MapStyle | undefined;
  let size: Size = { width: 0, height: 0 };
  let hovered: Mark | undefined;
  let request: number | undefined;
  let hasInitialView = false;
  /** All of it is shown, and stays so when a phone is turned or a window resized. */
  let isFitted = false;
  let chosenHereId: number | undefined;
  let lastTapMs = -Infinity;

  function draw() {
    request ??= requestAnimationFrame(paint);
  }

  function paint(nowMs: number) {
    request = undefined;
    if (camera.step(nowMs)) draw();
    if (scene === undefined || size.width === 0) return;
    // Read late, when the page already has its new colour scheme.
    style ??= readMapStyle(surface, scene.scheme);
    painter.paint(scene, camera.view(), size, style, hovered);
  }

  function hover(mark: Mark | undefined) {
    if (mark?.kind === hovered?.kind && mark?.number === hovered?.number) return;
    hovered = mark;
    surface.toggleAttribute('data-pointing', mark !== undefined);
    const level = scene === undefined ? undefined : painter.levelOf(scene, camera.view());
    events.onHover(mark === undefined || level === undefined ? undefined : { mark, level });
    draw();
  }

  function moveTo(view: ReturnType<typeof camera.view>, isSmooth = true) {
    if (isSmooth) camera.fly(view);
    else camera.jump(view);
    isFitted = false;
    hover(undefined);
    draw();
  }

  function zoomBy(factor: number, around?: Point, isSmooth = true) {
    moveTo(zoomed(camera.goal(), size, factor, around ?? { x: size.width / 2, y: size.height / 2 }), isSmooth);
  }

  function fit(isSmooth = true) {
    const bounds = scene?.isFiltered === true ? boundsOf(scene.source.frame, scene.source.order.rows) : undefined;
    moveTo(fitted(bounds ?? wholeMap, size, nearScale), isSmooth);
    isFitted = true;
  }

  /** Zooms in until the cluster splits; at the maximum scale, chooses the nearest structure. */
  function enter(within: MapScene, level: ClusterLevel, cluster: number, at: Point) {
    const { source } = within;
    const view = camera.goal();
    if (view.scale >= maxScale * 0.99) {
      const row = nearestRow(source.frame, rowsOfCluster(level, source, cluster), spotOf(view, size, at));
      return row === undefined ? undefined : choose(within, row);
    }
    const bounds = boundsOf(source.frame, rowsOfCluster(level, source, cluster)) ?? wholeMap;
    const next = fitted(bounds, size, view.scale * 8);
    if (next.scale < view.scale * 1.5) zoomBy(2, at);
    else moveTo(next);
  }

  function choose({ ids }: MapScene, row: number) {
    chosenHereId = ids[row] ?? 0;
    events.onChoose(chosenHereId);
  }

  function tap(at: Point) {
    const mark = scene === undefined ? undefined : painter.markAt(scene, camera.view(), size, at);
    if (scene === undefined || mark === undefined) return;
    lastTapMs = performance.now();
    if (mark.kind === 'structure') choose(scene, mark.number);
    else enter(scene, painter.levelOf(scene, camera.view()), mark.number, at);
  }

  const panBy = (x: number, y: number) => moveTo(panned(camera.goal(), { x, y }));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => panBy(stepPx, 0),
    ArrowRight: () => panBy(-stepPx, 0),
    ArrowUp: () => panBy(0, stepPx),
    ArrowDown: () => panBy(0, -stepPx),
    '+': () => zoomBy(zoomStep),
    '=': () => zoomBy(zoomStep),
    '-': () => zoomBy(1 / zoomStep),
    '0': () => fit(),
  };
  const stopListening = listenToGestures(surface, {
    onPan: (by) => moveTo(panned(camera.view(), by), false),
    onZoom: zoomBy,
    onTap: tap,
    onDoubleTap: (at) => {
      // The two clicks have already zoomed into a cluster.
      if (performance.now() - lastTapMs > doubleTapMs) zoomBy(2, at);
    },
    onHover: (at) => {
      hover(scene === undefined || at === undefined ? undefined : painter.markAt(scene, camera.view(), size, at));
    },
    onKey: (key) => {
      keys[key]?.();
      return key in keys;
    },
  });

  function setInitialView() {
    if (scene === undefined || size.width === 0 || hasInitialView) return;
    hasInitialView = true;
    fit(false);
    showChosen(false);
  }

  /** Skipped if it was chosen on the map, where it is visible anyway. */
  function showChosen(isSmooth = true) {
    const chosen = scene?.chosen;
    if (scene === undefined || chosen === undefined || chosen.id === chosenHereId) return;
    const { row } = chosen;
    const spot = { u: scene.source.frame.u[row] ?? 0, v: scene.source.frame.v[row] ?? 0 };
    const view = camera.goal();
    if (view.scale >= nearScale && isInView(view, size, spot)) return;
    moveTo({ ...spot, scale: Math.max(view.scale, nearScale) }, isSmooth);
  }

  const resizeObserver = new ResizeObserver(([entry]) => {
    if (entry === undefined) return;
    size = { width: entry.contentRect.width, height: entry.contentRect.height };
    setInitialView();
    if (isFitted) fit(false);
    draw();
  });
  resizeObserver.observe(surface);

  return {
    show(next: MapScene) {
      const isNewChoice = next.chosen?.id !== scene?.chosen?.id;
      if (next.source !== scene?.source) hover(undefined);
      if (isNewChoice && next.chosen?.id !== chosenHereId) chosenHereId = undefined;
      if (next.scheme !== scene?.scheme) style = undefined;
      scene = next;
      setInitialView();
      if (hasInitialView && isNewChoice) showChosen();
      draw();
    },
    zoomIn: () => zoomBy(zoomStep),
    zoomOut: () => zoomBy(1 / zoomStep),
    fit: () => fit(),
    close() {
      if (request !== undefined) cancelAnimationFrame(request);
      resizeObserver.disconnect();
      stopListening();
    },
  };
}

export type OpenMap = ReturnType<typeof openMap>;
