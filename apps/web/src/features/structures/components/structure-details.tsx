import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { paths } from '../../../app/paths.ts';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { classTitle } from '@tribehall/contract/shared/text';
import { structureQuery, type StructureDetail } from '../structure-details.queries.ts';
import { placeText, teleportCommand } from '../structure-place.ts';
import type { ArkMap } from '../structure-set.ts';
import { StructureHistory } from './structure-details-history.tsx';
import { HealthLine } from './structure-details-health.tsx';

type Props = {
  serverId: string;
  structureId: string;
  map: ArkMap | null;
  isAdmin: boolean;
  /** Nothing where the map is in sight already. */
  onShowOnMap?: (() => void) | undefined;
};

/** One structure: what, whose, where, and since when. */
export function StructureDetails({ serverId, structureId, ...context }: Props) {
  const number = Number(structureId);
  if (!Number.isSafeInteger(number) || number < 1) return <Text>There is no such structure.</Text>;
  return <Loaded serverId={serverId} structureId={number} {...context} />;
}

function Loaded({ serverId, structureId, ...context }: Omit<Props, 'structureId'> & { structureId: number }) {
  const query = useQuery(structureQuery(serverId, structureId));
  return (
    <QueryRegion query={query} skeletonHeight={320}>
      {(structure) => <Details serverId={serverId} structure={structure} {...context} />}
    </QueryRegion>
  );
}

type DetailsProps = Omit<Props, 'structureId'> & { structure: StructureDetail };

function Details({ serverId, structure, map, isAdmin, onShowOnMap }: DetailsProps) {
  const { className, name, tribe, owner, x, y, z, ownersSeenAt } = structure;
  return (
    <Stack gap="lg">
      <Text fw={600} size="lg">
        <PlainText text={classTitle(className)} />
      </Text>
      <Facts>
        {name === null ? null : <Fact term="Name" text={name} />}
        <dt>Tribe</dt>
        <dd>
          <TextLink to={paths.serverTribe} params={{ serverId, tribeId: String(tribe.id) }}>
            {tribe.name === '' ? 'no name' : <PlainText text={tribe.name} />}
          </TextLink>
        </dd>
        {owner === null ? null : <Fact term="Owner" text={owner.name} />}
        <dt>Owners seen</dt>
        <dd>{ownersSeenAt === null ? 'never' : <TimeAgo at={ownersSeenAt} />}</dd>
        <HealthLine structure={structure} />
        <StructureHistory structure={structure} />
        <Fact term="Class" text={className} />
      </Facts>
      {onShowOnMap === undefined ? null : (
        <Button variant="default" leftSection={<MapPin size={16} aria-hidden />} onClick={onShowOnMap}>
          Show on the map
        </Button>
      )}
      <CopyField label={map === null ? 'Position' : 'Position (lat, lon)'} value={placeText(map, x, y)} />
      {isAdmin ? <CopyField label="Command to go there" value={teleportCommand({ x, y, z })} /> : null}
      <CopyField label="Id in the save" value={visibleText(structure.saveId)} />
    </Stack>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <PlainText text={text} />
      </dd>
    </>
  );
}
