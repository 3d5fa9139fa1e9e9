import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { demoClusters, type FormerPlayer } from './demo.ts';
import { games } from './games.ts';
import { switchesOf } from './switches.ts';
import { createSimulatedServer, type SimulatedServer } from './simulated-server.ts';

/** The demo servers, running, and the two files by which the portal and the agent know them. */
export type DemoCommunity = {
  servers: ReadonlyMap<string, SimulatedServer>;
  demoFile: string;
  agentConfig: string;
  stop: () => Promise<void>;
};

type DemoServer = (typeof demoClusters)[number]['servers'][number];

/** Long enough to be seen on the page, short enough to wait for. */
const demoBoot = { refuseMs: 4_000, slowMs: 4_000, slowLoginMs: 1_500, slowCommandMs: 800 };
const demoExitAfterMs = 8_000;
/** One server after another, so that they never save all at once. */
const demoSaves = { everyMs: 180_000, firstAfterMs: 700 };

export async function startDemoCommunity(folder: string, control: string): Promise<DemoCommunity> {
  const servers = new Map<string, SimulatedServer>();
  const stop = async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  };
  const files = { demoFile: path.join(folder, 'demo.json'), agentConfig: path.join(folder, 'agent.json') };
  try {
    for (const { servers: described } of demoClusters) {
      for (const demo of described) servers.set(demo.id, await startServer(folder, demo, servers.size));
    }
    const tokens = new Map([...servers.keys()].map((id) => [id, `th_${randomBytes(32).toString('base64url')}`]));
    writeSecret(files.demoFile, demoContent(folder, control, { servers, tokens }));
    writeSecret(files.agentConfig, agentContent(folder, servers, tokens));
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, ...files, stop };
}

async function startServer(folder: string, demo: DemoServer, index: number) {
  const { id, name, game, map, population, structures, usesStore = false, people = [], banned = [] } = demo;
  const server = await createSimulatedServer({
    id,
    name,
    game,
    map,
    population,
    structures,
    seed: `demo ${id}`,
    folder: serverFolder(folder, id),
    adminPassword: randomBytes(18).toString('base64url'),
    residents: people.map(({ survivor }) => survivor),
    switches: {
      exitAfterMs: demoExitAfterMs,
      save: {
        ...switchesOf(game).save,
        everyMs: demoSaves.everyMs,
        firstAfterMs: demoSaves.firstAfterMs * (index + 1),
        usesStore,
      },
    },
    restartsAfterExit: true,
  });
  if (!fs.existsSync(server.banListFile)) {
    const lines = banned.map((playerId) => `${playerId}${games[game].listLineEnd}`);
    fs.writeFileSync(server.banListFile, lines.join(''), { mode: 0o600 });
  }
  // The first start is quick: a demo that opens with an empty page convinces nobody.
  server.switches.boot = demoBoot;
  return server;
}

function serverFolder(folder: string, id: string): string {
  return path.join(folder, 'servers', id);
}

function describePlayer(citizen: ReturnType<SimulatedServer['citizens']>[number]) {
  const { playerId, platformName, name: survivor, level, awaySeconds, tribe } = citizen;
  const ofTribe = tribe && { tribe: { id: tribe.id, name: tribe.name } };
  return { playerId, name: platformName, survivor, level, awaySeconds, ...ofTribe };
}

function describeFormer({ playerId, platformName, name: survivor, level, awayDays }: FormerPlayer) {
  return { playerId, name: platformName, survivor, level, awaySeconds: awayDays * 86_400 };
}

type Started = { servers: ReadonlyMap<string, SimulatedServer>; tokens: ReadonlyMap<string, string> };

/** For the portal: what an owner would have typed in, and where a demo account's character can be watched. */
function demoContent(folder: string, control: string, { servers, tokens }: Started) {
  const clusters = demoClusters.map((cluster) => ({
    id: cluster.id,
    name: cluster.name,
    servers: cluster.servers.map(({ id, name, game, map, population, formerPlayers = [] }) => ({
      id,
      name,
      game,
      map,
      usualPlayers: Math.round((population.min + population.max) / 2),
      token: tokens.get(id),
      players: [...(servers.get(id)?.citizens() ?? []).map(describePlayer), ...formerPlayers.map(describeFormer)],
    })),
  }));
  const people = demoClusters.flatMap((cluster) =>
    cluster.servers.flatMap(({ id, people = [] }) =>
      people.map(({ username, survivor: { playerId } }) => ({
        username,
        serverId: id,
        playerId,
        screen: path.join(serverFolder(folder, id), 'screens', `${playerId}.txt`),
      })),
    ),
  );
  return { control, clusters, people };
}

/** For the agent: what an operator would have written into its config file. */
function agentContent(
  folder: string,
  servers: ReadonlyMap<string, SimulatedServer>,
  tokens: ReadonlyMap<string, string>,
) {
  const rconOnly = new Set(
    demoClusters.flatMap(({ servers }) => servers.filter(({ isRconOnly }) => isRconOnly).map(({ id }) => id)),
  );
  return {
    servers: [...servers.values()].map(({ id, name, game, port, adminPassword, savedFolder, banListFile }) => ({
      name,
      token: tokens.get(id),
      game,
      rcon: { host: '127.0.0.1', port, password: adminPassword },
      ...(rconOnly.has(id) ? {} : { folder: savedFolder, banList: banListFile }),
    })),
    stateDir: path.join(folder, 'agent-state'),
  };
}

function writeSecret(file: string, content: object): void {
  fs.writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  // The mode above applies to a new file only.
  fs.chmodSync(file, 0o600);
}
