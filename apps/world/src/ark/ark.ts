import { asFields, fieldsOf, numberOf, textOf, type Fields } from '../fields.ts';
import type { StandIn } from '../stand-in.ts';
import { startDemoCommunity } from './demo-community.ts';
import { teamOf, type Structure } from './land/structure.ts';
import type { SurvivorIdea } from './life/casting.ts';
import type { SimulatedServer } from './simulated-server.ts';
import type { SteeringActionName, SteeringActions, SteeringReply, StructureSketch } from './steering-messages.ts';

/** Game servers of both games: RCON on loopback, log files, ban lists, saves, and people who play. */
export const arkStandIn: StandIn = {
  start: async (_, { folder, control }) => {
    const community = await startDemoCommunity(folder, control);
    return {
      settings: { DEMO_ARK_FILE: community.demoFile },
      agentConfig: community.agentConfig,
      steer: (message) => steer(community.servers, message),
      stop: community.stop,
    };
  },
};

const actions = {
  stop: (server) => server.stop(),
  start: (server) => server.start(),
  restart: (server) => server.restart(),
  stall: (server, fields) => void server.stall(numberOf(fields, 'ms')),
  join: (server, fields) => server.join(ideaOf(fields['survivor'])),
  leave: (server, fields) => server.leave(textOf(fields, 'playerId')),
  say: (server, fields) => server.say(textOf(fields, 'playerId'), textOf(fields, 'text')),
  kill: (server, fields) => server.kill(textOf(fields, 'playerId')),
  build: (server, fields) => server.build(textOf(fields, 'playerId'), textOf(fields, 'structure')),
  destroy: (server, fields) => server.destroy(numberOf(fields, 'teamId')),
  structures: (server) => server.structures().map(sketch),
  save: (server) => server.save(),
  switch: (server, fields) => setSwitches(server, fieldsOf(fields['switches'])),
  screen: (server, fields) => server.screen(textOf(fields, 'playerId')),
  received: (server) => [...server.received],
  survivors: (server) => server.survivors(),
  state: (server) => server.state(),
} satisfies {
  [Name in SteeringActionName]: (server: SimulatedServer, fields: Fields) => Replied<SteeringActions[Name]['reply']>;
};

type Replied<T> = T extends undefined ? void | Promise<void> : T;

/** Returns undefined for a message that is not for the game servers. */
export async function steer(
  servers: ReadonlyMap<string, SimulatedServer>,
  message: unknown,
): Promise<SteeringReply | undefined> {
  const request = asFields(message);
  if (request?.['type'] !== 'ark') return undefined;
  const given = request['requestId'];
  const requestId = typeof given === 'string' || typeof given === 'number' ? given : undefined;
  try {
    const data: unknown = await perform(servers, request);
    return { type: 'ark-answer', requestId, ok: true, ...(data === undefined ? {} : { data }) };
  } catch (error) {
    return { type: 'ark-answer', requestId, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

function perform(servers: ReadonlyMap<string, SimulatedServer>, request: Fields): unknown {
  const server = servers.get(textOf(request, 'id'));
  if (!server) throw new Error('There is no server with this id.');
  const name = textOf(request, 'action');
  if (!Object.hasOwn(actions, name)) throw new Error(`There is no action "${name}".`);
  return actions[name as SteeringActionName](server, request);
}

function sketch(structure: Structure): StructureSketch {
  const { id, uuid, kind, name, spot, builder } = structure;
  const { id: teamId, name: teamName } = teamOf(structure);
  return { id, uuid, className: kind.className, teamId, teamName, ownerArkId: builder.arkId, name, spot };
}

function setSwitches({ switches }: SimulatedServer, changes: Fields): SimulatedServer['switches'] {
  for (const name of Object.keys(changes)) {
    if (!Object.hasOwn(switches, name)) throw new Error(`There is no switch "${name}".`);
  }
  const known: Fields = switches;
  for (const [name, change] of Object.entries(changes)) {
    const before = asFields(known[name]);
    const after = asFields(change);
    known[name] = before && after ? { ...before, ...after } : (change ?? undefined);
  }
  return switches;
}

const ideaFields = {
  playerId: 'string',
  arkId: 'number',
  platformName: 'string',
  platform: 'string',
  name: 'string',
  level: 'number',
  tribeName: 'string',
} satisfies Record<keyof SurvivorIdea, 'string' | 'number'>;

function ideaOf(value: unknown): SurvivorIdea {
  const given = value === undefined ? {} : fieldsOf(value);
  const entries = Object.entries(given).map(([name, field]) => {
    const wanted = Object.hasOwn(ideaFields, name) ? ideaFields[name as keyof SurvivorIdea] : undefined;
    if (typeof field !== wanted) throw new Error(`A survivor has no such field: "${name}".`);
    return [name, field];
  });
  return Object.fromEntries(entries) as SurvivorIdea;
}
