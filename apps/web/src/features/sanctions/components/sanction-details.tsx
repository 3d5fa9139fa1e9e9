import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ExternalLink } from '../../../components/buttons/external-link.tsx';
import { PlayerLink } from '../../../components/buttons/player-link.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { useBareLink } from '../../../components/buttons/use-bare-link.ts';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { StatusDot } from '../../../components/display/status-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { QueryRegion } from '../../../components/layout/query-region.tsx';
import { visibleLines } from '../../../lib/text/visible-text.ts';
import { EditSanctionDialog } from '../dialog/edit-sanction-dialog.tsx';
import type { EvidencePickerType } from '../dialog/evidence-fields.tsx';
import { LiftDialog } from '../dialog/lift-dialog.tsx';
import { enforcementLook, isLasting, kindWords, progressText, sourceWords, stateLook } from '../sanction-words.ts';
import { useSanctionsLive } from '../sanctions.live.ts';
import { useRetrySanction } from '../sanctions.mutations.ts';
import { sanctionQuery, type Sanction } from '../sanctions.queries.ts';
import { SanctionEnd } from './sanction-end.tsx';
import classes from './sanction-details.module.css';

/** The receipt of a sanction: what, why, who, and whether each server enforces it. */
export function SanctionDetails({ id, EvidencePicker }: { id: string; EvidencePicker: EvidencePickerType }) {
  useSanctionsLive();
  return (
    <QueryRegion query={useQuery(sanctionQuery(id))} skeletonHeight={320}>
      {(sanction) => (
        <Stack gap="lg" className={classes.details ?? ''}>
          <SanctionFacts sanction={sanction} />
          <SanctionActions sanction={sanction} EvidencePicker={EvidencePicker} />
          <ServerStates sanction={sanction} />
        </Stack>
      )}
    </QueryRegion>
  );
}

function SanctionFacts({ sanction }: { sanction: Sanction }) {
  const { kind, playerId, name, reason, note, evidence, by, source, createdAt, lifted, acknowledgedAt } = sanction;
  return (
    <>
      <Group gap="md">
        <span>
          <b>{kindWords[kind].noun}</b> of <PlayerLink playerId={playerId} name={name} />
        </span>
        <StatusDot {...stateLook(sanction)} />
      </Group>
      <Facts>
        <Fact term="Player ID">{playerId}</Fact>
        <Fact term="Where">
          <Where reach={sanction.reach} />
        </Fact>
        <Fact term="Reason">{reason === '' ? <Dimmed>none given</Dimmed> : <PlainText text={reason} />}</Fact>
        <Fact term="By">
          <PlainText text={by} />
          {source === 'portal' ? null : <Dimmed>{`${by === '' ? '' : ' · '}${sourceWords[source]}`}</Dimmed>}
        </Fact>
        <Fact term="Since">
          <TimeAgo at={createdAt} />
        </Fact>
        {isLasting(kind) && lifted === null ? (
          <Fact term={sanction.state === 'active' ? 'Ends' : 'Ended'}>
            <SanctionEnd sanction={sanction} />
          </Fact>
        ) : null}
        {lifted === null ? null : (
          <Fact term="Lifted">
            <TimeAgo at={lifted.at} /> by <PlainText text={lifted.by} />
            {lifted.reason === '' ? null : (
              <>
                : <PlainText text={lifted.reason} />
              </>
            )}
          </Fact>
        )}
        {acknowledgedAt === null ? null : (
          <Fact term="Read">
            <TimeAgo at={acknowledgedAt} />
          </Fact>
        )}
        {note === '' ? null : (
          <Fact term="Internal note">
            <span className={classes.note}>{visibleLines(note)}</span>
          </Fact>
        )}
        {evidence.length === 0 ? null : (
          <Fact term="Evidence">
            <ul className={classes.evidence}>
              {evidence.map((one, index) => (
                <li key={index}>
                  <Evidence evidence={one} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Dimmed({ children }: { children: ReactNode }) {
  return <span className={classes.dimmed}>{children}</span>;
}

function Where({ reach: { type, id, name } }: { reach: Sanction['reach'] }) {
  const text = <PlainText text={name} />;
  if (id === null) return text;
  return type === 'server' ? (
    <TextLink to="/arkbot/servers/$serverId" params={{ serverId: id }}>
      {text}
    </TextLink>
  ) : (
    <TextLink to="/arkbot/clusters/$clusterId" params={{ clusterId: id }}>
      {text}
    </TextLink>
  );
}

/** The portal only accepts addresses of the web and paths of its own. */
function Evidence({ evidence: { url, text = '' } }: { evidence: Sanction['evidence'][number] }) {
  if (url === undefined) return <PlainText text={text} />;
  const label = <PlainText text={text === '' ? url : text} />;
  return url.startsWith('/') ? (
    <PortalLink href={url}>{label}</PortalLink>
  ) : (
    <ExternalLink href={url}>{label}</ExternalLink>
  );
}

function PortalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor underline="always" {...useBareLink(href)}>
      {children}
    </Anchor>
  );
}

type ActionsProps = { sanction: Sanction; EvidencePicker: EvidencePickerType };

function SanctionActions({ sanction, EvidencePicker }: ActionsProps) {
  const [open, setOpen] = useState<'lift' | 'edit'>();
  const retry = useRetrySanction(sanction.id);
  const isActive = sanction.state === 'active';
  const close = () => setOpen(undefined);
  return (
    <>
      <Group gap="sm">
        {isActive ? (
          <Button variant="default" onClick={() => setOpen('lift')}>
            {sanction.kind === 'warning' ? 'Withdraw…' : 'Lift…'}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => setOpen('edit')}>
          Change…
        </Button>
        {sanction.servers.failed > 0 && sanction.kind === 'ban' ? (
          <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
            Try again
          </Button>
        ) : null}
      </Group>
      {open === 'lift' ? <LiftDialog sanction={sanction} onClose={close} /> : null}
      {open === 'edit' ? (
        <EditSanctionDialog sanction={sanction} EvidencePicker={EvidencePicker} onClose={close} />
      ) : null}
    </>
  );
}

function ServerStates({ sanction }: { sanction: Sanction }) {
  const { kind, enforcement } = sanction;
  if (kind === 'mute')
    return <Text c="dimmed">Mutes apply in the shared chat, so there is nothing to do on the servers.</Text>;
  if (enforcement.length === 0)
    return (
      <Text c="dimmed">{kind === 'kick' ? "The player wasn't online there." : 'There are no servers there yet.'}</Text>
    );
  return (
    <section aria-label="Servers">
      <Text c="dimmed" role="status" mb="xs">
        {progressText(sanction)}
      </Text>
      <ul className={classes.servers}>
        {enforcement.map(({ server, state, detail, at }) => (
          <li key={server.id} className={classes.server}>
            <TextLink to="/arkbot/servers/$serverId" params={{ serverId: server.id }}>
              <PlainText text={server.name} />
            </TextLink>
            <StatusDot {...enforcementLook(kind, state)} />
            <span className={classes.detail}>
              {detail === null ? null : <PlainText text={`${detail} · `} />}
              <TimeAgo at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
