import type { CommandName } from '@tribehall/contract';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import type { Server } from '../servers.queries.ts';
import classes from './server-limits.module.css';

/** Labels of the commands. */
const commandNames = {
  'server.ping': 'Ping',
  'server.showCode': 'Show a code in the agent’s console',
  'server.saveWorld': 'Save the world',
  'players.list': 'List players',
  'players.whisper': 'Whisper to players (mail and codes)',
  'players.kill': 'Kill players',
  'players.ban': 'Ban players',
  'players.unban': 'Unban players',
  'players.kick': 'Kick players',
  'players.console': 'Console commands for players',
  'server.console': 'Console commands',
  'server.broadcast': 'Broadcast messages',
  'lists.read': 'Read the ban list and whitelist',
  'lists.apply': 'Keep the ban list and whitelist up to date',
  'chat.say': 'Send chat messages',
  'agent.update': 'Update the agent from here',
} as const satisfies Record<CommandName, string>;

/** What this server cannot do, and why. */
export function ServerLimits({ server: { capabilities } }: { server: Server }) {
  // Updates from here are the operator's choice, not a limit.
  const limits = capabilities?.cannot.filter(({ command }) => command !== 'agent.update') ?? [];
  if (limits.length === 0) return null;
  return (
    <Panel title="What this server can't do">
      <dl className={classes.limits}>
        {limits.map(({ command, reason }) => (
          <div key={command}>
            <dt>{commandNames[command]}</dt>
            <dd>
              <PlainText text={reason} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
