import type { ReplyInput } from '@tribehall/contract';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { gameNames } from '../game-names.ts';
import type { Server } from '../servers.queries.ts';
import classes from './server-facts.module.css';
import { ServerStateText } from './server-state-text.tsx';

/** Unknown values are shown as such, never guessed and never zero. */
export function ServerFacts({ server }: { server: Server }) {
  const { id, name, game, map, version, day, playerCount, structureCount, cluster, agent } = server;
  return (
    <Facts>
      <dt>Name</dt>
      <dd>
        <PlainText text={name} />
      </dd>
      <dt>Connection</dt>
      <dd>
        <ServerStateText server={server} />
      </dd>
      <dt>Game</dt>
      <dd>{gameNames[game]}</dd>
      <dt>Map</dt>
      <Known value={map} />
      <dt>Version</dt>
      <Known value={version} />
      <dt>Day</dt>
      <Known value={day} />
      <dt>Players</dt>
      <Known value={playerCount} />
      <dt>Structures</dt>
      {structureCount === null ? (
        <Known value={null} />
      ) : (
        <dd>
          <TextLink to="/arkbot/servers/$serverId/structures" params={{ serverId: id }}>
            {structureCount.toLocaleString()}
          </TextLink>
        </dd>
      )}
      <dt>Cluster</dt>
      <dd>
        {cluster === null ? (
          <span className={classes.unknown}>none</span>
        ) : (
          <TextLink to="/arkbot/clusters/$clusterId" params={{ clusterId: cluster.id }}>
            <PlainText text={cluster.name} />
          </TextLink>
        )}
      </dd>
      <dt>Agent</dt>
      <Known value={agent === null ? null : describeAgent(agent)} />
    </Facts>
  );
}

function describeAgent({ name, version: reported }: { name: string; version: string }): string {
  const { version, build } = splitVersion(reported);
  return build === undefined ? `${name} ${version}` : `${name} ${version} (build ${build})`;
}

function Known({ value }: { value: string | number | null }) {
  if (value === null) return <dd className={classes.unknown}>not known yet</dd>;
  return <dd>{typeof value === 'number' ? value.toLocaleString() : <PlainText text={value} />}</dd>;
}

type Agent = { name: string; version: string };

type OfferedAgent = ReplyInput<'GET /ark/agent'>;

/** The version an agent reports, `0.1.0+3f2a9c1b7d`; older agents report the first part only. */
export function splitVersion(version: string): { version: string; build: string | undefined } {
  const [number = '', build] = version.split('+');
  return { version: number, build };
}

/** Whether the agent should be replaced by the portal's. Other programs that speak the protocol are ignored. */
export function outdated(agent: Agent | null, offered: OfferedAgent): 'older' | 'otherBuild' | undefined {
  if (agent?.name !== 'tribehall-agent') return undefined;
  const { version, build } = splitVersion(agent.version);
  const difference = compareVersions(version, offered.version);
  if (difference !== 0) return difference < 0 ? 'older' : undefined;
  return build === offered.build ? undefined : 'otherBuild';
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

function numbersOf(version: string): number[] {
  const parts = version.split('.', 3).map((part) => Number.parseInt(part, 10));
  return [0, 1, 2].map((index) => parts[index] || 0);
}
