import type { ServerState } from '@tribehall/contract';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { ServerStateDot } from '../../../components/display/server-state-dot.tsx';
import { TimeAgo } from '../../../components/display/time-ago.tsx';
import { apiErrorText } from '../../../lib/api/api-error.ts';
import { connection } from '../../../lib/api/request.ts';
import { useConnection } from '../../../lib/api/use-connection.ts';
import { serverStateLooks } from '../../../lib/servers/server-states.ts';
import { formatDateTime, formatSpan } from '../../../lib/text/format.ts';
import { useNow } from '../../../lib/text/relative-time.ts';
import type { Server } from '../servers.queries.ts';
import { titleOnHover } from '../../../lib/browser/title-on-hover.ts';
import classes from './server-state-text.module.css';

type Props = {
  server: Pick<Server, 'state' | 'stateReason' | 'stateSince'>;
  /** Without the reason, where another part of the page tells it. */
  isBrief?: boolean;
};

/** For states without a reason from the agent. */
const stateTexts = {
  up: undefined,
  booting: 'The game is starting.',
  degraded: 'The game responds slowly, or only to some requests.',
  down: "The game isn't responding.",
  offline: 'No agent is connected for this server.',
} as const satisfies Record<ServerState, string | undefined>;

/** State, since when, and why. */
export function ServerStateText({ server: { state, stateReason, stateSince }, isBrief = false }: Props) {
  const reason = isBrief ? undefined : (stateReason ?? stateTexts[state]);
  const connectionState = useConnection();
  if (connectionState !== 'connected') {
    return (
      <div className={classes.state} role="status">
        <ServerStateDot state={state} />
        <span>{connectionState === 'offline' ? apiErrorText.offline : "We can't reach the portal."}</span>
        <span className={classes.dimmed}>
          Last known: {serverStateLooks[state].word}, <TimeAgo at={new Date(connection.since()).toISOString()} />
        </span>
      </div>
    );
  }
  return (
    <div className={classes.state} role="status">
      <ServerStateDot state={state} />
      {stateSince === null || state === 'offline' ? null : <Since at={stateSince} state={state} />}
      {reason === undefined ? null : <PlainText text={reason} />}
    </div>
  );
}

/** The time of the state that the agent reported: while it is away, that says nothing. */
function Since({ at, state }: { at: string; state: ServerState }) {
  const now = useNow();
  return (
    <time
      className={classes.dimmed}
      dateTime={at}
      {...titleOnHover(() => `${serverStateLooks[state].word} since ${formatDateTime(at)}`)}
    >
      for {formatSpan(now - Date.parse(at))}
    </time>
  );
}
