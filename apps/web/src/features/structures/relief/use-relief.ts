import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StructureGround } from '@tribehall/contract/shared/structure-ground';
import { useEffect, useState } from 'react';
import { storedText, useStoredText } from '../../../lib/storage/stored-text.ts';
import { axesOf, type Bounds } from '../map/map-frame.ts';
import type { ArkMap, StructurePoints, StructuresInfo } from '../structure-set.ts';
import { groundQuery } from '../structures.queries.ts';
import type { Scheme } from '../../../lib/tribes/tribe-palette.ts';
import { boxOf, contourStep } from './relief-field.ts';
import { imageBounds, paintImage } from './relief-image.ts';

/** The picture and where on the map it belongs. */
export type ReliefImage = { picture: HTMLCanvasElement; bounds: Bounds };

export type ReliefFacts = {
  sampleCount: number;
  /** From 0 to 1; undefined on an unknown map. */
  share: number | undefined;
  /** Metres between the lowest and the highest cell, and between two contour lines. */
  range: number;
  step: number;
  hasWater: boolean;
};

export type Relief = {
  isOn: boolean;
  onToggle: () => void;
  /** Undefined while it is loading, failed or is switched off. */
  facts: ReliefFacts | undefined;
  image: ReliefImage | undefined;
};

const off = 'off';
const choice = storedText('structuresRelief');

/**
 * The ground as far as the saves show it. Undefined where there can be none: for viewers who do not see every structure,
 * and where the operator has a picture of the map.
 */
export function useRelief(serverId: string, info: StructuresInfo, points: StructurePoints): Relief | undefined {
  const isOffered = info.sight === 'all' && info.map?.hasPicture !== true;
  const isOn = useStoredText(choice) !== off;
  const scheme = useComputedColorScheme('dark');
  const { data } = useQuery({ ...groundQuery(serverId, info), enabled: isOffered && isOn });
  const ground = isOffered && isOn ? data?.ground : undefined;
  const picture = usePicture(ground, scheme);
  if (!isOffered) return undefined;
  const box = ground && boxOf(ground);
  const bounds = ground && box && imageBounds(ground, box, axesOf(points, info.map));
  return {
    isOn,
    onToggle: () => choice.set(isOn ? off : null),
    facts: ground && factsOf(ground, info.map),
    image: picture && bounds && { picture, bounds },
  };
}

type Painted = { ground: StructureGround; scheme: Scheme; picture: HTMLCanvasElement | undefined };

function usePicture(ground: StructureGround | undefined, scheme: Scheme): HTMLCanvasElement | undefined {
  const [painted, setPainted] = useState<Painted>();
  useEffect(() => {
    if (ground === undefined) return undefined;
    const abort = new AbortController();
    void paintImage(ground, scheme, abort.signal).then((picture) => {
      if (!abort.signal.aborted) setPainted({ ground, scheme, picture });
    });
    return () => abort.abort();
  }, [ground, scheme]);
  return painted?.ground === ground && painted?.scheme === scheme ? painted.picture : undefined;
}

function factsOf(ground: StructureGround, map: ArkMap | null): ReliefFacts {
  const { cells, water, sampleCount, cellUnits } = ground;
  const heights = cells.map(([, , height]) => height);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const mapArea = map && Math.abs(map.latitude.scale * map.longitude.scale) * 100 ** 2;
  return {
    sampleCount,
    share: mapArea === null ? undefined : (cells.length * cellUnits ** 2) / mapArea,
    range: cells.length === 0 ? 0 : highest - lowest,
    step: contourStep({ lowest, highest }),
    hasWater: water.length > 0,
  };
}
