import { Button } from '@mantine/core';
import { Activity } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { PlayerTotal } from '../../../components/display/player-total.tsx';
import { ServerTrend } from '../../../components/display/server-trend.tsx';
import { Tile, Tiles, TileTrend, Unknown } from '../../../components/display/tiles.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { whyNever, whyNot } from '../../../lib/servers/capabilities.ts';
import { formatDateTime, formatSpan } from '../../../lib/text/format.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import { pingQuery, type Server } from '../servers.queries.ts';
import { splitVersion } from './agent-version.ts';
import type { ServerSave } from './problems.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import { titleOnHover } from '../../../lib/browser/title-on-hover.ts';
import classes from './server-tiles.module.css';

type Props = { server: Server; save: ServerSave };

/** Whether a server is fine, at a glance. Unknown values are shown as such, never guessed and never zero. */
export function ServerTiles({ server, save }: Props) {
  return (
    <Tiles>
      <Tile
        label="Players"
        note={
          <TileTrend>
            <ServerTrend serverId={server.id} />
          </TileTrend>
        }
      >
        {server.playerCount === null ? <Unknown /> : <PlayerTotal count={server.playerCount} max={server.maxPlayers} />}
      </Tile>
      <PingTile server={server} />
      <Uptime server={server} />
      <Tile label="Last save">{save.savedAt === null ? <Unknown /> : <TimeAgo at={save.savedAt} />}</Tile>
      <Tile label="Structures" note={tribesText(save)}>
        {server.structureCount === null ? (
          <Unknown />
        ) : (
          <TextLink to="/arkbot/servers/$serverId/structures" params={{ serverId: server.id }} inherit>
            {formatCount(server.structureCount)}
          </TextLink>
        )}
      </Tile>
      <AgentTile server={server} save={save} />
    </Tiles>
  );
}

/** Measures the round trip to the game. */
function PingTile({ server }: { server: Server }) {
  const noteId = useId();
  const reason = whyNot(server, 'server.ping');
  const ping = useQuery({ ...pingQuery(server.id), enabled: reason === undefined });
  const note = reason ?? (ping.error === null ? 'round trip to the game' : errorMessage(ping.error));
  return (
    <Tile
      label="Ping"
      note={<PlainText text={note} />}
      noteId={noteId}
      corner={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Activity size={14} aria-hidden />}
          loading={ping.isFetching}
          disabled={reason !== undefined}
          aria-describedby={noteId}
          onClick={() => void ping.refetch()}
        >
          Ping
        </Button>
      }
    >
      <span role="status">{ping.data === undefined ? <Unknown>not measured</Unknown> : roundTrip(ping.data)}</span>
    </Tile>
  );
}

function roundTrip({ roundTripMs }: { roundTripMs: number }): string {
  return `${formatCount(Math.round(roundTripMs))} ms`;
}

/** How long people can have been playing. */
function Uptime({ server: { state, stateSince } }: { server: Server }) {
  const now = useNow();
  if (state !== 'up' && state !== 'degraded') {
    return (
      <Tile label="Up for">
        <Unknown>{state === 'offline' ? 'not known' : 'not up right now'}</Unknown>
      </Tile>
    );
  }
  if (stateSince === null) {
    return (
      <Tile label="Up for">
        <Unknown />
      </Tile>
    );
  }
  return (
    <Tile label="Up for">
      <time dateTime={stateSince} {...titleOnHover(() => `Since ${formatDateTime(stateSince)}`)}>
        {formatSpan(now - Date.parse(stateSince))}
      </time>
    </Tile>
  );
}

function tribesText({ tribeCount, survivorCount }: ServerSave): string | undefined {
  if (tribeCount === null || survivorCount === null) return undefined;
  return `${counted(tribeCount, 'tribe')} · ${counted(survivorCount, 'survivor')}`;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** What the agent can work with, for those who look after it. */
function AgentTile({ server, save }: Props) {
  const { agent, isConnected } = server;
  if (agent === null) {
    return (
      <Tile label="Agent">
        <Unknown />
      </Tile>
    );
  }
  const { version, build } = splitVersion(agent.version);
  const works = [
    { what: 'RCON', isFine: server.state === 'up' },
    // The only command that needs the log or the saves.
    { what: 'game files', isFine: whyNever(server, 'players.kill') === undefined },
    { what: 'saves', isFine: save.isRead },
  ];
  return (
    <Tile label="Agent" note={isConnected ? works.map((one) => <Works key={one.what} {...one} />) : 'not connected'}>
      <span title={build === undefined ? agent.name : `${agent.name}, build ${build}`}>
        <PlainText text={version} />
      </span>
    </Tile>
  );
}

function Works({ what, isFine }: { what: string; isFine: boolean }) {
  return (
    <span className={classes.works} data-fine={isFine}>
      {what} <span aria-hidden>{isFine ? '✓' : '✗'}</span>
      <span className={classes.spoken}>{isFine ? 'works' : "doesn't work"}</span>
    </span>
  );
}
