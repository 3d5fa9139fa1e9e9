import type { ReplyInput } from '@tribehall/contract';
import { formatDateTime } from '../../../lib/text/format.ts';
import { whyNever } from '../../../lib/servers/capabilities.ts';
import type { Server } from '../servers.queries.ts';
import { outdated, splitVersion } from './agent-version.ts';

/** What is known of a server's world saves; null where it is not. */
export type ServerSave = {
  savedAt: string | null;
  /** Whether the agent has read one. */
  isRead: boolean;
  tribeCount: number | null;
  survivorCount: number | null;
  error: { at: string; reason: string | null } | null;
};

export type Problem = {
  id: string;
  isSevere: boolean;
  title: string;
  /** In the words of the agent. */
  cause?: string | null;
  fix: string;
  /** For admins, to copy. */
  command?: { label: string; line: string };
  /** The agent lets the portal update it. */
  canUpdateAgent?: true;
};

type OfferedAgent = ReplyInput<'GET /ark/agent'>;
type Given = {
  server: Server;
  save: ServerSave;
  offered: OfferedAgent | undefined;
  isServerAdmin: boolean;
  /** Whether the user is an Admin of the portal. */
  isPortalAdmin: boolean;
};

/** A server whose agent has never connected. */
export function isSetUp({ agent, isConnected }: Server): boolean {
  return agent !== null || isConnected;
}

/** What is wrong with a server and what to do about it, the worst first. */
export function findProblems(given: Given): Problem[] {
  if (!isSetUp(given.server)) return [];
  const found = given.server.isConnected
    ? [gameProblem(given), filesProblem(given), saveProblem(given), agentProblem(given)]
    : [connectionProblem(given), agentProblem(given)];
  return found.filter((problem) => problem !== undefined);
}

/** Others cannot do it themselves. */
const askAdmin = 'Ask an admin of this server to look at it.';

function connectionProblem({ offered, isServerAdmin }: Given): Problem {
  return {
    id: 'connection',
    isSevere: true,
    title: "The agent isn't connected.",
    fix: isServerAdmin
      ? 'We know nothing new about this server until it is. Check that the agent is running on the game machine and can reach this portal. This command starts it.'
      : `We know nothing new about this server until it is. ${askAdmin}`,
    ...(isServerAdmin && offered && { command: { label: 'Start command', line: offered.commandLine } }),
  };
}

function gameProblem({ server: { state, stateReason, stateSince }, isServerAdmin }: Given): Problem | undefined {
  if (state !== 'down' && state !== 'degraded') return undefined;
  const since = stateSince === null ? '' : ` since ${formatDateTime(stateSince)}`;
  return {
    id: 'game',
    isSevere: state === 'down',
    title: state === 'down' ? `The game has been down${since}.` : "The game doesn't respond as it should.",
    cause: stateReason,
    fix: isServerAdmin ? gameFix(stateReason ?? '', state) : askAdmin,
  };
}

/** The agent's reasons for which we know what to do. */
const gameFixes: readonly { reason: RegExp; fix: string }[] = [
  {
    reason: /refused the RCON password/,
    fix: "Enter the game's ServerAdminPassword in the agent's configuration.",
  },
  {
    reason: /does not speak RCON/,
    fix: "Check the RCON address in the agent's configuration: it must be the game's RCONPort, not the port for players.",
  },
];

function gameFix(reason: string, state: 'down' | 'degraded'): string {
  const known = gameFixes.find((entry) => entry.reason.test(reason));
  if (known) return known.fix;
  return state === 'down'
    ? 'Check that the game is running, that RCON is turned on (RCONEnabled=True), and that the agent uses its RCONPort.'
    : 'It may be saving or overloaded. If this lasts, look at the load of the game machine.';
}

/** Commands that only work with the game's files say which ones are missing. */
function filesProblem({ server, isServerAdmin }: Given): Problem | undefined {
  const isAsked = whyNever(server, 'players.list') === undefined;
  const cause = isAsked ? whyNever(server, 'players.kill') : undefined;
  if (cause === undefined) return undefined;
  return {
    id: 'files',
    isSevere: false,
    title: "The agent can't read the game's log and saves.",
    cause,
    fix: isServerAdmin
      ? "Set the game's folder in the agent's configuration and let the agent's user read it."
      : askAdmin,
  };
}

function saveProblem({ save: { error }, isServerAdmin }: Given): Problem | undefined {
  if (error === null) return undefined;
  return {
    id: 'save',
    isSevere: false,
    title: "The newest world save couldn't be read.",
    cause: error.reason,
    fix: isServerAdmin
      ? `Structures and tribes are from an older save. The next one is read as soon as the game writes it; if this stays, update the agent.`
      : 'Structures and tribes are from an older save.',
  };
}

function agentProblem({ server, offered, isServerAdmin, isPortalAdmin }: Given): Problem | undefined {
  const { agent, isConnected, capabilities } = server;
  const state = offered === undefined ? undefined : outdated(agent, offered);
  if (agent === null || offered === undefined || state === undefined) return undefined;
  const { version } = splitVersion(agent.version);
  const canUpdateAgent = isPortalAdmin && isConnected && capabilities?.can.includes('agent.update') === true;
  return {
    id: 'agent',
    isSevere: false,
    title:
      state === 'older'
        ? `Agent ${version} is older than this portal (${offered.version}).`
        : `Agent ${version} is a different build from the one this portal offers.`,
    ...(canUpdateAgent
      ? {
          canUpdateAgent,
          fix: 'It installs the version of this portal and keeps the old one until the new one has connected.',
        }
      : {
          fix: isServerAdmin
            ? 'To update it, stop it on the game machine, then run this command. Newer agents update themselves: tribehall-agent update.'
            : 'Ask an admin of this server to update it.',
          ...(isServerAdmin && { command: { label: 'Update command', line: offered.commandLine } }),
        }),
  };
}
