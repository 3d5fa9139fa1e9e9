import { paths } from '../../../app/paths.ts';
import { Facts } from '../../../components/display/facts.tsx';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { TextLink } from '../../../components/buttons/text-link.tsx';
import { splitVersion } from '../agent-version.ts';
import { gameNames } from '../game-names.ts';
import type { Server } from '../servers.queries.ts';
import classes from './server-facts.module.css';
import { ServerStateLine } from './server-state-line.tsx';

/** What is not known is said so, never guessed and never zero. */
export function ServerFacts({ server }: { server: Server }) {
  const { id, name, game, map, version, day, playerCount, structureCount, cluster, agent } = server;
  return (
    <Facts>
      <dt>Name</dt>
      <dd>
        <PlainText text={name} />
      </dd>
      <dt>Link</dt>
      <dd>
        <ServerStateLine server={server} />
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
          <TextLink to={paths.serverStructures} params={{ serverId: id }}>
            {structureCount.toLocaleString()}
          </TextLink>
        </dd>
      )}
      <dt>Cluster</dt>
      <dd>
        {cluster === null ? (
          <span className={classes.unknown}>none</span>
        ) : (
          <TextLink to={paths.cluster} params={{ clusterId: cluster.id }}>
            <PlainText text={cluster.name} />
          </TextLink>
        )}
      </dd>
      <dt>Agent</dt>
      <Known value={agent === null ? null : describeAgent(agent)} />
    </Facts>
  );
}

function describeAgent({ name, version: told }: { name: string; version: string }): string {
  const { version, build } = splitVersion(told);
  return build === undefined ? `${name} ${version}` : `${name} ${version} (build ${build})`;
}

function Known({ value }: { value: string | number | null }) {
  if (value === null) return <dd className={classes.unknown}>not known yet</dd>;
  return <dd>{typeof value === 'number' ? value.toLocaleString() : <PlainText text={value} />}</dd>;
}
