import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import type { ArkMap, StructureSet } from '../structure-set.ts';
import { mapPictureQuery } from '../structures.queries.ts';
import { openMap, type Hovered, type OpenMap } from './map-engine.ts';
import type { MapScene } from './map-painter.ts';
import { countPlaces, sourceOf } from './map-scene.ts';
import { StructureMapTip } from './structure-map-tip.tsx';
import classes from './structure-map.module.css';

type Props = {
  set: StructureSet;
  /** The structure whose details are shown. */
  currentId: string | undefined;
  onChoose: (structureId: string) => void;
};

/** Structures where they stand, gathered into clusters from afar. The list says the same in words. */
export function StructureMap({ set, currentId, onChoose }: Props) {
  const { points, rows, map, tribeColors } = set;
  const scheme = useComputedColorScheme('dark');
  const picture = useMapPicture(map);
  const source = sourceOf(points, map, rows);
  const { id: ids } = points.columns;
  const id = Number(currentId);
  const row = currentId === undefined ? -1 : ids.indexOf(id);
  const scene: MapScene = {
    source,
    ground: { picture, hasDegrees: map !== null },
    tribeColors,
    scheme,
    isFiltered: rows.length < points.count,
    ids,
    chosen: row < 0 ? undefined : { id, row },
  };
  const choose = (structureId: number) => onChoose(String(structureId));
  const { surface, canvas, map: opened, hovered } = useMap(scene, choose);
  return (
    <div className={classes.map}>
      <div
        ref={surface}
        className={classes.surface}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
        tabIndex={0}
        aria-label={`Map of structures: ${summary(rows.length, countPlaces(source))} Arrow keys move it, plus and minus zoom, 0 shows all.`}
      >
        <canvas ref={canvas} className={classes.canvas} aria-hidden />
      </div>
      <div className={classes.hint}>Tap the map to move it with one finger.</div>
      <div className={classes.buttons}>
        <IconButton icon={Plus} label="Zoom in" onClick={() => opened.current?.zoomIn()} />
        <IconButton icon={Minus} label="Zoom out" onClick={() => opened.current?.zoomOut()} />
        <IconButton icon={Maximize} label="Show all" onClick={() => opened.current?.fit()} />
      </div>
      {hovered === undefined ? null : <StructureMapTip set={set} hovered={hovered} />}
    </div>
  );
}

function useMapPicture(map: ArkMap | null): ImageBitmap | undefined {
  const { data } = useQuery({ ...mapPictureQuery(map?.name ?? ''), enabled: map?.hasPicture === true });
  return data;
}

function summary(structures: number, places: number): string {
  const inPlaces = `in ${places.toLocaleString()} ${places === 1 ? 'place' : 'places'}.`;
  return `${structures.toLocaleString()} ${structures === 1 ? 'structure' : 'structures'} ${inPlaces}`;
}

/** A surface with a canvas on it that shows the scene; `map` is what buttons beside it can do. */
export function useMap(scene: MapScene, onChoose: (structureId: number) => void) {
  const surface = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const map = useRef<OpenMap>(null);
  const [hovered, setHovered] = useState<Hovered>();
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    if (surface.current === null || canvas.current === null) return undefined;
    const events = { onChoose: (structureId: number) => choose(structureId), onHover: setHovered };
    const opened = openMap(surface.current, canvas.current, events);
    map.current = opened;
    return () => {
      map.current = null;
      opened.close();
    };
  }, []);
  useEffect(() => map.current?.show(scene), [scene]);
  return { surface, canvas, map, hovered };
}
