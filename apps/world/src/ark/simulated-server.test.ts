import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { logLines, loggedIn, rawClient, startServer } from './simulated-server.fixture.ts';

const never = 3_600_000;
const filePrefix = /^\[\d{4}\.\d\d\.\d\d-\d\d\.\d\d\.\d\d:\d{3}\]\[[ \d]{3}\]/;

describe('the log file', () => {
  it('begins as the game begins it', async () => {
    const server = await startServer({ game: 'asa' });
    expect(server.logFile).toBe(path.join(server.folder, 'ShooterGame/Saved/Logs/ShooterGame.log'));
    const [opened, ...lines] = fs.readFileSync(server.logFile, 'utf8').split('\r\n');
    expect(opened).toMatch(/^\uFEFFLog file open, \d\d\/\d\d\/\d\d \d\d:\d\d:\d\d$/);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(filePrefix);
    expect(logLines(server).slice(1, -1)).toEqual([
      'ARK Version: 88.25',
      'Server: "Test "Island"" has successfully started!',
      'Server has completed startup and is now advertising for join (10.95GB Mem)',
      expect.stringMatching(/^Full Startup: \d+\.\d\d seconds$/),
    ]);
  });

  it('logs as Ascended does', async () => {
    const server = await startServer({ game: 'asa' });
    const who = {
      playerId: '0002c0ffee11d00d4242beef00c0ffee',
      platform: 'None',
      platformName: 'Survivor42',
      name: 'Wren',
    };
    const { playerId, arkId } = server.join(who);
    server.say(playerId, 'hello');
    server.adminCommand(playerId, 'showAdminManager');
    server.leave(playerId);
    const texts = logLines(server)
      .slice(5, -1)
      .map((line) => line.replace(/^\d{4}\.\d\d\.\d\d_\d\d\.\d\d\.\d\d: /, ''));
    expect(texts).toEqual([
      `IP for incoming account 0002c0ffee11d00d4242beef00c0ffee - IP 192.0.2.${arkId % 250}`,
      'Survivor42 [UniqueNetId:0002c0ffee11d00d4242beef00c0ffee Platform:None] joined this ARK!',
      'Survivor42 (Wren): hello',
      `AdminCmd: showAdminManager (PlayerName: Survivor42, ARKID: ${arkId}, PlatformID: 0002c0ffee11d00d4242beef00c0ffee)`,
      'Survivor42 [UniqueNetId:0002c0ffee11d00d4242beef00c0ffee Platform:None] left this ARK!',
    ]);
  });

  it('logs as Evolved does', async () => {
    const server = await startServer({ game: 'ase', map: 'TheIsland' });
    const { playerId, arkId } = server.join({
      playerId: '76561190000000001',
      platformName: 'azure walker',
      name: 'Wren',
    });
    server.adminCommand(playerId, 'fly');
    server.leave(playerId);
    const texts = logLines(server)
      .slice(5, -1)
      .map((line) => line.slice('2026.09.13_18.48.40: '.length));
    expect(texts).toEqual([
      'azure walker joined this ARK!',
      `AdminCmd: fly (PlayerName: azure walker, ARKID: ${arkId}, SteamID: 76561190000000001)`,
      'azure walker left this ARK!',
    ]);
  });

  it('logs in another language, in another time zone or without a stamp, when switched so', async () => {
    const log = {
      hasByteOrderMark: false,
      lineEnd: '\n' as const,
      hasStamp: true,
      language: 'de' as const,
      offsetMinutes: 600,
    };
    const server = await startServer({ game: 'ase', map: 'TheIsland', switches: { log } });
    const { playerId } = server.join({ platformName: 'Runa' });
    const text = fs.readFileSync(server.logFile, 'utf8');
    expect(text).toMatch(/^Log file open/);
    const line = text.split('\n').at(-2) ?? '';
    expect(line).toMatch(/: Runa ist diesem ARK beigetreten!$/);
    const stamps = /^\[(\d{4})\.(\d\d)\.(\d\d)-(\d\d).*\](?:\d{4})\.(?:\d\d)\.(?:\d\d)_(\d\d)/.exec(line);
    expect((Number(stamps?.[4]) + 10) % 24).toBe(Number(stamps?.[5]));
    server.switches.log.hasStamp = false;
    server.leave(playerId);
    expect(logLines(server).at(-2)).toBe('Runa hat dieses ARK verlassen!');
  });

  it('begins a new file with every start and renames the old one with its date', async () => {
    const server = await startServer();
    const { playerId } = server.join();
    server.say(playerId, 'before the restart');
    const before = fs.readFileSync(server.logFile, 'utf8');
    await server.restart();
    await server.restart();
    expect(server.survivors()).toEqual([]);
    expect(logLines(server).join('\n')).not.toContain('before the restart');
    const backups = fs.readdirSync(path.dirname(server.logFile)).filter((name) => name !== 'ShooterGame.log');
    expect(backups).toHaveLength(2);
    for (const name of backups)
      expect(name).toMatch(/^ShooterGame_backup-\d{4}\.\d\d\.\d\d-\d\d\.\d\d\.\d\d(_2)?\.log$/);
    const texts = backups.map((name) => fs.readFileSync(path.join(path.dirname(server.logFile), name), 'utf8'));
    expect(texts).toContain(before);
  });
});

describe('starting and stopping', () => {
  it('refuses connections while it boots, then opens the old port, then advertises itself', async () => {
    const server = await startServer();
    server.switches.boot.refuseMs = never;
    const restarted = server.restart();
    await vi.waitFor(() => expect(server.state()).toBe('booting'));
    const refused = await rawClient(server.port);
    await vi.waitFor(() => expect(refused.state.isClosed).toBe(true));
    expect(logLines(server).slice(1, -1)).toEqual(['ARK Version: 88.25']);
    await server.stop();
    await restarted;
    server.switches.boot = { refuseMs: 1, slowMs: 50, slowLoginMs: 1, slowCommandMs: 1 };
    await server.start();
    expect(server.state()).toBe('slow');
    await loggedIn(server);
    await vi.waitFor(() => expect(logLines(server).join('\n')).toContain('now advertising for join'));
    expect(server.state()).toBe('up');
  });

  it('replies late while it is slow', async () => {
    const server = await startServer();
    server.switches.boot = { refuseMs: 0, slowMs: never, slowLoginMs: 1, slowCommandMs: 1 };
    server.switches.tickMs = never;
    await server.restart();
    expect(await (await loggedIn(server)).command('ListPlayers')).toContain('No Players');
  });

  it('closes connections and stops listening when stopped, also in the middle of a boot', async () => {
    const server = await startServer();
    const client = await loggedIn(server);
    await server.stop();
    await vi.waitFor(() => expect(client.state.isClosed).toBe(true));
    expect(() => server.join()).toThrow('not running');
    for (const refuseMs of [0, never]) {
      server.switches.boot.refuseMs = refuseMs;
      const started = server.start();
      await server.stop();
      await started;
      expect(server.state()).toBe('stopped');
    }
    const refused = await rawClient(server.port);
    await vi.waitFor(() => expect(refused.state.isClosed).toBe(true));
  });

  it('says that it exits and goes quiet, though its port is still open', async () => {
    const server = await startServer({ switches: { exitAfterMs: never } });
    const client = await loggedIn(server);
    expect(await client.command('DoExit')).toBe('Exiting... \n ');
    expect(server.state()).toBe('exiting');
    client.write({ id: 5, body: 'ListPlayers' });
    await vi.waitFor(() => expect(server.received).toContain('ListPlayers'));
    await loggedIn(server);
    expect(client.packets.map(({ id }) => id)).not.toContain(5);
  });

  it('ends some time after it was asked to exit, and comes back under a supervisor', async () => {
    const server = await startServer({ restartsAfterExit: true, switches: { exitAfterMs: 5 } });
    const { playerId } = server.join();
    const client = await loggedIn(server);
    client.write({ id: 5, body: 'DoExit' });
    await vi.waitFor(() => expect(client.state.isClosed).toBe(true));
    await vi.waitFor(() => expect(server.state()).toBe('up'));
    expect(await (await loggedIn(server)).command('ListPlayers')).toContain('No Players');
    server.join({ playerId });
  });

  it('stores the latest thousand commands', async () => {
    const server = await startServer({ switches: { pipelining: 'answered', flood: undefined } });
    const client = await loggedIn(server);
    client.write(...Array.from({ length: 1_005 }, (_, id) => ({ id, body: `Command${id}` })));
    await client.replyTo(1_004);
    expect(server.received).toHaveLength(1_000);
    expect(server.received[0]).toBe('Command5');
  });
});

describe('players', () => {
  it('are the same survivor when they come back, and are not let in twice', async () => {
    const server = await startServer();
    const first = server.join({ name: 'Runa' });
    expect(() => server.join({ playerId: first.playerId })).toThrow('does not let this player in');
    server.leave(first.playerId);
    expect(server.join({ playerId: first.playerId.toUpperCase() })).toMatchObject({ name: 'Runa', arkId: first.arkId });
  });

  it('have no id that leads out of the folder', async () => {
    const server = await startServer();
    for (const playerId of ['../../evil', 'a/b', '', 'a\0b', 'C:x'])
      expect(() => server.join({ playerId })).toThrow('letters and digits');
  });

  it('see chat on their screens while they are online; old lines go', async () => {
    const server = await startServer();
    const [one, other] = [server.join(), server.join()];
    server.say(one.playerId, 'first\nmessage');
    server.leave(other.playerId);
    for (let count = 0; count < 900; count += 1) server.say(one.playerId, `${'x'.repeat(100)} ${count}`);
    expect(server.screen(other.playerId)).toHaveLength(1);
    expect(server.screen(one.playerId)).toHaveLength(200);
    const file = `${server.folder}/screens/${one.playerId}.txt`;
    expect(fs.statSync(file).size).toBeLessThan(64 * 1_024);
    expect(fs.readFileSync(file, 'utf8')).toMatch(/x 899\n$/);
    expect(fs.readFileSync(`${server.folder}/screens/${other.playerId}.txt`, 'utf8').split('\n')).toHaveLength(2);
  });
});
