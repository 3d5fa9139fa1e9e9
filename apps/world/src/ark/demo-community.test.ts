import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { startDemoCommunity } from './demo-community.ts';
import { rawClient, temporaryFolder } from './simulated-server.fixture.ts';
import type { SimulatedServer } from './simulated-server.ts';

type DemoFile = {
  control: string;
  clusters: {
    id: string;
    name: string;
    servers: {
      id: string;
      name: string;
      game: string;
      map: string;
      token: string;
      players: { playerId: string; name: string }[];
    }[];
  }[];
  people: { username: string; serverId: string; playerId: string; screen: string }[];
};
type AgentFile = {
  servers: {
    name: string;
    token: string;
    game: string;
    rcon: { host: string; port: number; password: string };
    folder?: string;
    banList?: string;
  }[];
  stateDir: string;
};

const read = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));

async function startCommunity(folder: string) {
  const community = await startDemoCommunity(folder, '/somewhere/control.sock');
  return {
    community,
    demo: read(community.demoFile) as DemoFile,
    agent: read(community.agentConfig) as AgentFile,
  };
}

// Eight servers with thousands of structures take a second to start, and most tests only look at them.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-community-'));
const { community, demo, agent } = await startCommunity(folder);
afterAll(async () => {
  await community.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('has two clusters, six servers or more of both games, tens of players, and the people of the demo', async () => {
  const servers = [...community.servers.values()];
  expect(demo.clusters).toHaveLength(2);
  expect(servers.length).toBeGreaterThanOrEqual(6);
  expect(new Set(servers.map(({ game }) => game))).toEqual(new Set(['ase', 'asa']));
  expect(servers.flatMap((server) => server.survivors()).length).toBeGreaterThan(25);
  const mira = community.servers
    .get('demo-the-island')
    ?.survivors()
    .find(({ playerId }) => playerId === '76561190000000001');
  expect(mira).toMatchObject({ platformName: 'mira_plays', name: 'Mira' });
  for (const person of demo.people) {
    const online = community.servers.get(person.serverId)?.survivors() ?? [];
    expect(online.map(({ playerId }) => playerId)).toContain(person.playerId);
  }
  expect(demo.people.find(({ username }) => username === 'Nico')?.playerId).toMatch(/^0002[0-9a-f]{28}$/);
});

it('gives the portal and the agent the same tokens, in files that nobody else can read', async () => {
  for (const file of [community.demoFile, community.agentConfig]) expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const listed = demo.clusters.flatMap(({ servers }) => servers);
  expect(agent.servers.map(({ token }) => token)).toEqual(listed.map(({ token }) => token));
  expect(new Set(listed.map(({ token }) => token)).size).toBe(listed.length);
  for (const { token } of listed) expect(token).toMatch(/^th_[\w-]{43}$/);
  expect(demo.control).toBe('/somewhere/control.sock');
  expect(agent.stateDir).toBe(path.join(folder, 'agent-state'));
});

it('gives the agent what it needs: RCON that works, the folder and the ban list, for two servers RCON alone', async () => {
  for (const { rcon, folder, banList } of agent.servers) {
    const client = await rawClient(rcon.port);
    await client.logIn(rcon.password);
    expect(client.packets).toEqual([{ id: 1, type: 2, body: '' }]);
    if (folder === undefined || banList === undefined) continue;
    expect(fs.existsSync(path.join(folder, 'Logs/ShooterGame.log'))).toBe(true);
    expect(path.basename(banList)).toBe('BanList.txt');
  }
  expect(agent.servers.filter(({ folder, banList }) => folder === undefined && banList === undefined)).toHaveLength(2);
});

const bansOf = ({ banListFile }: SimulatedServer) =>
  fs.readFileSync(banListFile, 'utf8').split(/\r?\n/).filter(Boolean);

it('starts new servers with bans of players who never come, and leaves the lists of known ones alone', async () => {
  const ownFolder = temporaryFolder();
  const own = await startCommunity(ownFolder);
  onTestFinished(() => own.community.stop());
  for (const server of own.community.servers.values()) {
    const banned = bansOf(server);
    expect(banned.length, server.id).toBeGreaterThan(0);
    for (const { playerId } of server.citizens()) expect(banned).not.toContain(playerId);
  }
  const island = own.community.servers.get('demo-the-island') as SimulatedServer;
  const banned = new Set([...own.community.servers.values()].flatMap(bansOf));
  const described = own.demo.clusters.flatMap(({ servers }) => servers).flatMap(({ players }) => players);
  expect(described.filter(({ playerId }) => banned.has(playerId)).map(({ name }) => name)).toEqual([
    'grimjaw',
    'not_a_cheater',
  ]);
  await own.community.stop();
  fs.writeFileSync(island.banListFile, '');
  const again = await startDemoCommunity(ownFolder, '/somewhere/control.sock');
  onTestFinished(() => again.stop());
  expect(bansOf(again.servers.get('demo-the-island') as SimulatedServer)).toEqual([]);
});

it("shows what a person's character reads in a file that can be opened", async () => {
  const nico = demo.people.find(({ username }) => username === 'Nico');
  const server = community.servers.get(nico?.serverId ?? '');
  const client = await rawClient(server?.port ?? 0);
  await client.logIn(server?.adminPassword);
  await client.command(`ServerChatTo "${nico?.playerId}" Your code: 123456`);
  expect(fs.readFileSync(nico?.screen ?? '', 'utf8')).toContain('Your code: 123456');
});

it('saves every world by itself, soon after the start, in the format of its game', async () => {
  const servers = [...community.servers.values()];
  for (const server of servers) {
    expect(server.structures().length).toBeGreaterThan(500);
    expect(server.structures().length).toBeLessThan(3_500);
    await vi.waitFor(() => expect(fs.existsSync(server.worldFile)).toBe(true));
    const start = fs.readFileSync(server.worldFile).subarray(0, 15).toString('latin1');
    expect(start.startsWith('SQLite format 3')).toBe(server.game === 'asa');
  }
  const stores = servers.filter(({ switches }) => switches.save.usesStore);
  expect(stores.map(({ game }) => game)).toEqual(['asa']);
});
