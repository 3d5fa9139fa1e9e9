import type { ReplyInput } from '@tribehall/contract';
import type { LiveMessage } from '../../../lib/live/live.ts';

type Server = Pick<ReplyInput<'GET /ark/servers/{id}/details'>, 'isConnected' | 'agent' | 'state'>;
export type Setup = Extract<LiveMessage<'servers.setup'>, { event: 'changed' }>['data'];
type Check = NonNullable<Setup['checks']>[number];
type Subject = Check['about'];
type CheckProblem = NonNullable<Check['problem']>;

/** One line of the list: what has to work, whether it does, and what to do if not. */
export type Tick = {
  about: Subject;
  state: 'good' | 'bad' | 'waiting';
  title: string;
  /** The file or address, in the words of the agent. */
  detail?: string | null;
  fix?: string;
};

type Words = { title: string; fix: string };

const good: Record<Subject, string> = {
  agent: 'The agent is connected',
  clock: 'The clocks agree',
  rcon: 'RCON works',
  log: 'The log is found',
  save: 'The world save is found',
};

const waiting: Record<Subject, string> = {
  agent: 'Waiting for the agent to connect',
  clock: 'Waiting for the clock',
  rcon: 'RCON',
  log: 'Log of the game',
  save: 'World save',
};

const again = 'Correct the folder above and run the command again.';
const readable = 'Run the agent as the user that runs the game, or let its user read the folder.';

const problems: Record<Subject, Partial<Record<CheckProblem, Words>>> = {
  agent: {
    wrongGame: {
      title: 'The agent connected for the other game',
      fix: 'An older configuration of the agent names the other game. Run the command again, or remove this server and add it with the right game.',
    },
  },
  clock: {
    clockDiffers: {
      title: 'The clock of the game machine is wrong',
      fix: 'Have it set over the network (NTP). Until then, times of events may be off.',
    },
  },
  rcon: {
    passwordWrong: {
      title: 'The game refused the RCON password',
      fix: 'It has to be the ServerAdminPassword of the game. Choose "Ask me when it runs", stop the agent with Ctrl+C, run the command again and enter the password.',
    },
    unreachable: {
      title: "RCON doesn't answer",
      fix: 'Check that the game is running, that GameUserSettings.ini has RCONEnabled=True, and that the RCON port above is its RCONPort. A game that has just started needs a few minutes.',
    },
    notRcon: {
      title: 'Another program answers at this port',
      fix: "Enter the game's RCONPort above, not the port for players, and run the command again.",
    },
  },
  log: {
    noFolder: {
      title: "The agent doesn't know the folder of the game",
      fix: 'Enter it above and run the command again. Without it, chat comes over RCON, later and without joins.',
    },
    folderMissing: { title: "The folder doesn't exist on the game machine", fix: again },
    notReadable: { title: "The agent may not read the game's log", fix: readable },
    missing: {
      title: "The game's log is missing",
      fix: `Start the game with -servergamelog. If it writes elsewhere: ${again.toLowerCase()}`,
    },
  },
  save: {
    noFolder: {
      title: "The agent doesn't know the folder of the game",
      fix: 'Enter it above and run the command again. Without it, there are no structures, tribes and survivors here.',
    },
    folderMissing: { title: "The folder doesn't exist on the game machine", fix: again },
    notReadable: { title: "The agent may not read the game's saves", fix: readable },
    missing: {
      title: 'There is no world save yet',
      fix: 'The game writes one every quarter of an hour. If it has: correct the folder above and run the command again.',
    },
    wrongGame: {
      title: 'The save is one of the other game',
      fix: 'Correct the folder above and run the command again, or remove this server and add it with the right game.',
    },
  },
};

const fallback: Words = { title: "This doesn't work yet", fix: 'The agent says more on the game machine.' };

/** What has to work for a server, in this order; the clock only if it is wrong. */
export function findTicks(server: Server, setup: Setup | undefined): Tick[] {
  const checks = setup?.checks ?? [];
  const ofAgent = checks.find(({ about }) => about === 'agent');
  if (!server.isConnected) {
    const agent = ofAgent === undefined || ofAgent.problem === null ? waitFor('agent') : describe(ofAgent);
    return [agent, waitFor('rcon'), waitFor('log'), waitFor('save')];
  }
  const clock = checks.filter(({ about, problem }) => about === 'clock' && problem !== null).map(describe);
  const rest = (['rcon', 'log', 'save'] as const).map((about) => {
    const check = checks.find((one) => one.about === about);
    return check === undefined ? notReported(about, server, setup) : describe(check);
  });
  return [{ about: 'agent', state: 'good', title: good.agent }, ...clock, ...rest];
}

/** An older agent, or a mod, reports no checks; the state of the game at least shows RCON. */
function notReported(about: 'rcon' | 'log' | 'save', { state }: Server, setup: Setup | undefined): Tick {
  if (about === 'rcon' && (state === 'up' || state === 'booting')) return { about, state: 'good', title: good.rcon };
  if (setup === undefined || setup.checks !== null) return waitFor(about);
  return { ...waitFor(about), fix: "This agent doesn't report it. Run the command to update the agent." };
}

function waitFor(about: Subject): Tick {
  return { about, state: 'waiting', title: waiting[about] };
}

function describe({ about, problem, detail }: Check): Tick {
  if (problem === null) return { about, state: 'good', title: good[about], detail };
  if (problem === 'pending') return { ...waitFor(about), detail };
  const { title, fix } = problems[about][problem] ?? fallback;
  return { about, state: 'bad', title, fix, detail };
}

export function isAllGood(ticks: readonly Tick[]): boolean {
  return ticks.every(({ state }) => state === 'good');
}
