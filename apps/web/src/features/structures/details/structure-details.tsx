import { classTitle } from '@tribehall/contract/shared/text';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ProgressBar } from '../../../components/display/progress-bar.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { coordinatesText, teleportCommand } from '../coordinates.ts';
import type { ArkMap } from '../structure-set.ts';
import { structureQuery, type StructureDetail } from '../structures.queries.ts';
import { formatCount } from '../../../lib/text/format-count.ts';

type Props = {
  serverId: string;
  structureId: string;
  map: ArkMap | null;
  isAdmin: boolean;
  /** Undefined if the map is already visible. */
  onShowOnMap?: (() => void) | undefined;
};

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
          <TextLink to="/arkbot/servers/$serverId/tribes/$tribeId" params={{ serverId, tribeId: String(tribe.id) }}>
            {tribe.name === '' ? 'Unnamed' : <PlainText text={tribe.name} />}
          </TextLink>
        </dd>
        {owner === null ? null : <Owner owner={owner} />}
        <dt>Owners seen</dt>
        <dd>{ownersSeenAt === null ? 'never' : <TimeAgo at={ownersSeenAt} />}</dd>
        <Health structure={structure} />
        <History structure={structure} />
        <Fact term="Class" text={className} />
      </Facts>
      {onShowOnMap === undefined ? null : (
        <Button variant="default" leftSection={<MapPin size={16} aria-hidden />} onClick={onShowOnMap}>
          Show on map
        </Button>
      )}
      <CopyField label={map === null ? 'Position' : 'Position (lat, lon)'} value={coordinatesText(map, x, y)} />
      {isAdmin ? <CopyField label="Teleport command" value={teleportCommand({ x, y, z })} /> : null}
      <CopyField label="ID in the save" value={visibleText(structure.saveId)} />
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

function Owner({ owner: { name, playerId } }: { owner: NonNullable<StructureDetail['owner']> }) {
  if (playerId === null) return <Fact term="Owner" text={name} />;
  return (
    <>
      <dt>Owner</dt>
      <dd>
        <PlayerLink playerId={playerId} name={name} />
      </dd>
    </>
  );
}

/** The save stores the health of damaged structures only. */
function Health({ structure: { health, maxHealth } }: { structure: StructureDetail }) {
  const now = health ?? maxHealth;
  if (now === null) return null;
  const isLow = maxHealth !== null && now < maxHealth / 4;
  return (
    <>
      <dt>Health</dt>
      <dd>
        {rounded(now)}
        {maxHealth === null ? null : (
          <>
            {` of ${rounded(maxHealth)}`}
            <ProgressBar label="Health" value={now} max={maxHealth} isWarning={isLow} />
          </>
        )}
      </dd>
    </>
  );
}

function rounded(value: number): string {
  return formatCount(Math.round(value));
}

type HistoryProps = { structure: Pick<StructureDetail, 'builtAt' | 'firstSeenAt' | 'lastSeenAt' | 'goneAt'> };

function History({ structure: { builtAt, firstSeenAt, lastSeenAt, goneAt } }: HistoryProps) {
  return (
    <>
      {builtAt === null ? null : <Moment term="Built" at={builtAt} />}
      <Moment term="First seen" at={firstSeenAt} />
      <Moment term="Last seen" at={lastSeenAt} />
      {goneAt === null ? null : <Moment term="Gone" at={goneAt} />}
    </>
  );
}

function Moment({ term, at }: { term: string; at: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <TimeAgo at={at} />
      </dd>
    </>
  );
}
