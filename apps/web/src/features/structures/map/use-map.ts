import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { openMap, type Hovered, type OpenMap } from './map-engine.ts';
import type { MapScene } from './map-painter.ts';

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
