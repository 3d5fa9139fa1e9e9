import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.tsx';
import { summaryText } from '../relief/relief-texts.ts';
import type { Relief } from '../relief/use-relief.ts';
import type { ArkMap, StructureSet } from '../structure-set.ts';
import { mapPictureQuery } from '../structures.queries.ts';
import { openMap, type Hovered, type OpenMap } from './map-engine.ts';
import type { MapScene } from './map-painter.ts';
import { countAreas, sourceOf } from './map-scene.ts';
import { StructureMapTip } from './structure-map-tip.tsx';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './structure-map.module.css';

type Props = {
  set: StructureSet;
  /** The structure whose details are open. */
  currentId: string | undefined;
  onChoose: (structureId: string) => void;
  relief?: Relief | undefined;
};

/** Structures on the map, clustered when zoomed out. The list has the same information as text. */
export function StructureMap({ set, currentId, onChoose, relief }: Props) {
  const { points, rows, map, tribeColors } = set;
  const scheme = useComputedColorScheme('dark');
  const picture = useMapPicture(map);
  const source = sourceOf(points, map, rows);
  const { id: ids } = points.columns;
  const id = Number(currentId);
  const row = currentId === undefined ? -1 : ids.indexOf(id);
  const scene: MapScene = {
    source,
    ground: { picture, relief: relief?.image, hasDegrees: map !== null },
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the map
        tabIndex={0}
        aria-label={`Map of structures: ${summary(rows.length, countAreas(source))} ${relief?.facts === undefined ? '' : summaryText(relief.facts)}Use the arrow keys to move, plus and minus to zoom, 0 to show all.`}
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

function summary(structures: number, areas: number): string {
  const inAreas = `in ${formatCount(areas)} ${areas === 1 ? 'area' : 'areas'}.`;
  return `${formatCount(structures)} ${structures === 1 ? 'structure' : 'structures'} ${inAreas}`;
}

/** Shows the scene on a canvas; `map` holds the commands for the zoom buttons. */
function useMap(scene: MapScene, onChoose: (structureId: number) => void) {
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
