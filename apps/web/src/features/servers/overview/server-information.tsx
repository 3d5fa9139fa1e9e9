import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../components/buttons/link-button.tsx';
import { Deferred } from '../../../components/layout/deferred.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ServerAdministration, ServerControl } from '../components/server-administration.tsx';
import type { Favorites } from '../servers.mutations.ts';
import type { Server } from '../servers.queries.ts';
import { lazyPart } from '../../../components/layout/lazy-part.tsx';
import { useOpenSetup } from '../setup/use-setup.ts';
import { isSetUp, type ServerSave } from './problems.ts';
import { ServerBanner, ServerJoin, ServerStar } from './server-banner.tsx';
import { ServerLimits } from './server-limits.tsx';
import { ServerProblems } from './server-problems.tsx';
import { ServerTiles } from './server-tiles.tsx';
import classes from './server-information.module.css';

const SetupPanel = lazyPart(() => import('../setup/server-setup-panel.tsx').then((module) => module.ServerSetupPanel));

type Props = {
  title: string;
  server: Server;
  save: ServerSave;
  favorites: Favorites;
  isServerAdmin: boolean;
  isServerPlayer: boolean;
  isPortalAdmin: boolean;
  saveWorld: ReactNode;
  /** The panel with the number of players over time. */
  playerCounts: ReactNode;
  /** The panels beside it: who is online, what happened. */
  aside: ReactNode;
  /** The user's own character on this server. */
  character: ReactNode;
  /** The panels with settings, for the server's admins. */
  settings: ReactNode;
  /** Called when the user has proved control of the server. */
  onControl: () => void;
  onRemoved: () => void;
};

/** Whether a server is fine, then everything about it, with the actions for it. */
export function ServerInformation(props: Props) {
  const { server, save, isServerAdmin, isPortalAdmin } = props;
  const setup = useOpenSetup(server.id);
  // Stays until its admin has seen that everything works.
  const isSettingUp = isServerAdmin && setup.isOpen;
  const isKnown = isSetUp(server);
  return (
    <div className={classes.page}>
      <ServerBanner title={props.title} server={server} actions={<Actions {...props} />} />
      {isSettingUp ? null : <ServerProblems {...{ server, save, isServerAdmin, isPortalAdmin }} />}
      {isSettingUp || !isKnown ? (
        <SetupPanel server={server} isServerAdmin={isServerAdmin} onDone={setup.close} />
      ) : null}
      {isKnown ? (
        <>
          <ServerTiles server={server} save={save} />
          <div className={classes.columns}>
            <div className={classes.chart}>{props.playerCounts}</div>
            <div className={classes.aside}>{props.aside}</div>
            <Deferred>
              <MorePanels {...props} />
            </Deferred>
          </div>
        </>
      ) : (
        <MorePanels {...props} />
      )}
    </div>
  );
}

function Actions({ server, favorites, saveWorld }: Props) {
  return (
    <>
      <ServerStar serverId={server.id} favorites={favorites} />
      <LinkButton
        to="/arkbot/servers/$serverId/chat"
        params={{ serverId: server.id }}
        variant="default"
        leftSection={<MessageSquare size={16} aria-hidden />}
      >
        Chat
      </LinkButton>
      {saveWorld}
      <ServerJoin address={server.joinAddress} />
    </>
  );
}

function MorePanels({ server, isServerAdmin, isServerPlayer, character, settings, onControl, onRemoved }: Props) {
  return (
    <div className={classes.panels}>
      <Panel title="Your character">{character}</Panel>
      <Panel title="Administration">
        {isServerAdmin ? (
          <ServerAdministration server={server} onRemoved={onRemoved} />
        ) : (
          <ServerControl server={server} isServerPlayer={isServerPlayer} onControl={onControl} />
        )}
      </Panel>
      <ServerLimits server={server} />
      {settings}
    </div>
  );
}
