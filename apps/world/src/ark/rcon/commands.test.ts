import fs from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { logLines, loggedIn, startServer } from '../simulated-server.fixture.ts';

const noResponse = 'Server received, But no response!! \n ';

describe('ListPlayers', () => {
  it('prints Steam, Epic and EOS ids as they are, and names with whatever is in them', async () => {
    const server = await startServer();
    const names = ['Dr. Bones Jr', 'Rex, the Last', '[Tribe] Mako', '"Quoted"', 'a", "; KickPlayer 1', '<b>x</b>'];
    const ids = ['76561190000000009', '7171521174456260817', `0002${'a'.repeat(28)}`, '76561190000000010'];
    names.forEach((platformName, index) =>
      server.join({ platformName, ...(ids[index] ? { playerId: ids[index] } : {}) }),
    );
    const rows = (await (await loggedIn(server)).command('ListPlayers')).trim().split('\n');
    expect(rows.slice(0, 4)).toEqual(ids.map((id, index) => `${index}. ${names[index]}, ${id}`));
    expect(rows[4]).toMatch(/^4\. a", "; KickPlayer 1, 0002[0-9a-f]{28}$/);
  });

  it('prints everyone twice, and hex in both cases, when switched so', async () => {
    const server = await startServer({ switches: { duplicateRows: true, hexCase: 'mixed' } });
    const { playerId, platformName } = server.join({ playerId: '0002aabbccddeeff0011223344556677' });
    const reply = await (await loggedIn(server)).command('ListPlayers');
    expect(reply).toBe(`0. ${platformName}, ${playerId}\n1. ${platformName}, ${playerId.toUpperCase()} \n `);
  });

  it('takes any case and the prefixes of the console, and sends no reply to unknown commands', async () => {
    const client = await loggedIn(await startServer());
    expect(await client.command('LISTPLAYERS')).toBe('No Players Connected \n ');
    expect(await client.command('cheat listplayers')).toBe('No Players Connected \n ');
    expect(await client.command('AdminCheat ListPlayers')).toBe('No Players Connected \n ');
    expect(await client.command('constructor')).toBe(noResponse);
    expect(await client.command('NoSuchCommand 1 2 3')).toBe(noResponse);
  });
});

describe('kick, ban and kill', () => {
  it('kicks the player with the id', async () => {
    const server = await startServer();
    const { playerId } = server.join();
    const client = await loggedIn(server);
    expect(await client.command(`KickPlayer ${playerId}`)).toBe(`${playerId} Kicked \n `);
    expect(server.survivors()).toEqual([]);
    expect(logLines(server).at(-2)).toContain(`[UniqueNetId:${playerId} Platform:`);
    expect(logLines(server).at(-2)).toMatch(/left this ARK!$/);
    server.join({ playerId });
  });

  it('bans: an entry in the list, kicked at once, and refused until unbanned', async () => {
    const server = await startServer({ game: 'ase', map: 'TheIsland' });
    fs.writeFileSync(server.banListFile, '76561190000000077');
    const { playerId } = server.join();
    const client = await loggedIn(server);
    await client.command(`BanPlayer ${playerId}`);
    await client.command(`BanPlayer ${playerId}`);
    expect(fs.readFileSync(server.banListFile, 'utf8')).toBe(`76561190000000077\n${playerId}\n`);
    expect(server.survivors()).toEqual([]);
    expect(() => server.join({ playerId })).toThrow('does not let this player in');
    server.switches.moderationReply = 'nothing';
    expect(await client.command(`UnbanPlayer ${playerId}`)).toBe(noResponse);
    expect(fs.readFileSync(server.banListFile, 'utf8')).toBe('76561190000000077\n');
    server.join({ playerId });
  });

  it('reads the ban list whenever someone joins, and writes into it whatever it is asked to ban', async () => {
    const server = await startServer();
    const playerId = '0002aabbccddeeff0011223344556677';
    fs.writeFileSync(server.banListFile, `${playerId.toUpperCase()}\r\n`);
    expect(() => server.join({ playerId })).toThrow('does not let this player in');
    const client = await loggedIn(server);
    await client.command('BanPlayer not-an-id');
    expect(fs.readFileSync(server.banListFile, 'utf8')).toBe(`${playerId.toUpperCase()}\r\nnot-an-id\r\n`);
    await client.command(`UnbanPlayer ${playerId}`);
    expect(fs.readFileSync(server.banListFile, 'utf8')).toBe('not-an-id\r\n');
  });

  it('ignores ban and unban when switched so: no reply, no effect', async () => {
    const server = await startServer({ switches: { listCommandsWork: false } });
    const { playerId } = server.join();
    const client = await loggedIn(server);
    for (const command of ['BanPlayer', 'UnbanPlayer', 'AllowPlayerToJoinNoCheck', 'DisallowPlayerToJoinNoCheck']) {
      expect(await client.command(`${command} ${playerId}`)).toBe(noResponse);
    }
    expect([fs.existsSync(server.banListFile), fs.existsSync(server.joinNoCheckFile)]).toEqual([false, false]);
    expect(server.survivors()).toHaveLength(1);
  });

  it('logs who connected, also of someone whom it does not let in', async () => {
    const server = await startServer();
    const playerId = '0002aabbccddeeff0011223344556677';
    fs.writeFileSync(server.banListFile, playerId);
    expect(() => server.join({ playerId })).toThrow('does not let this player in');
    const lines = logLines(server).filter((line) => line.includes(playerId));
    expect(lines).toEqual([expect.stringMatching(/^IP for incoming account/)]);
  });

  it('lets only those on the lists in with exclusive join, and reads one of them only when it starts', async () => {
    const server = await startServer({ switches: { exclusiveJoin: true } });
    const [one, other] = ['76561190000000001', '76561190000000002'];
    const client = await loggedIn(server);
    expect(() => server.join({ playerId: one })).toThrow('does not let this player in');
    expect(await client.command(`AllowPlayerToJoinNoCheck ${one}`)).toBe(`${one} Allow Player To Join No Check \n `);
    server.join({ playerId: one });
    server.leave(one);
    expect(await client.command(`DisallowPlayerToJoinNoCheck ${one}`)).toMatch(/^\d+ Disallowed Player /);
    expect(() => server.join({ playerId: one })).toThrow('does not let this player in');
    fs.writeFileSync(server.exclusiveJoinFile, `${other}\n`);
    expect(() => server.join({ playerId: other })).toThrow('does not let this player in');
    await server.restart();
    server.join({ playerId: other });
  });

  it('kills by the number inside the game alone; the tribe reads of it; a new life begins later', async () => {
    const server = await startServer({ switches: { respawnMs: 1 } });
    const mira = server.join({ arkId: 827_627_995, name: 'Mira', level: 49, tribeName: 'Tidewatch' });
    const client = await loggedIn(server);
    expect(await client.command(`KillPlayer ${mira.playerId}`)).toBe(noResponse);
    expect(logLines(server).join()).not.toContain('was killed');
    expect(await client.command('KillPlayer 827627995')).toBe(noResponse);
    const line =
      /^[\d._]+: Tribe Tidewatch, ID \d+: Day \d+, \d\d:\d\d:\d\d: <RichColor Color="1, 0, 0, 1">Tribemember Mira - Lvl 49 was killed!<\/>\)$/;
    expect(logLines(server).filter((text) => line.test(text))).toHaveLength(1);
    expect(logLines(server).at(-3)).toMatch(/^[\d._]+: Mira - Lvl 49 \(Tidewatch\) was killed!$/);
    await vi.waitFor(() => server.kill(mira.playerId, { name: 'Allosaurus', level: 7 }));
    expect(logLines(server).at(-2)).toMatch(/Tribemember Mira - Lvl 49 was killed by an Allosaurus - Lvl 7!<\/>\)$/);
    server.switches.killPlayerWorks = false;
    await client.command('KillPlayer 827627995');
    expect(logLines(server).filter((text) => text.includes('was killed'))).toHaveLength(4);
  });

  it('finds a wrong number for a Steam id, as the game does', async () => {
    const client = await loggedIn(await startServer());
    expect(await client.command('GetPlayerIDForSteamID 76561190000000001')).toMatch(/^PlayerID: -?\d{1,10} \n $/);
  });

  it('stores the list of those who need no check', async () => {
    const server = await startServer();
    const client = await loggedIn(server);
    await client.command('AllowPlayerToJoinNoCheck 76561190000000001');
    expect(fs.readFileSync(server.joinNoCheckFile, 'utf8')).toBe('76561190000000001\r\n');
    await client.command('DisallowPlayerToJoinNoCheck 76561190000000001');
    expect(fs.readFileSync(server.joinNoCheckFile, 'utf8')).toBe('');
  });
});

describe('chat and broadcasts', () => {
  it('whispers by id to that one player alone', async () => {
    const server = await startServer();
    const [one, other] = [server.join({ platformName: 'Twin' }), server.join({ platformName: 'Twin' })];
    const client = await loggedIn(server);
    await client.command('GetChat');
    expect(await client.command(`ServerChatTo "${one.playerId.toUpperCase()}" Your code is 123456`)).toBe(noResponse);
    expect(server.whispers(one.playerId)).toEqual(['Your code is 123456']);
    expect(server.screen(other.playerId)).toEqual([]);
    expect(await client.command('GetChat')).toBe(noResponse);
    expect(logLines(server).join('\n')).not.toContain('123456');
    expect(await client.command('GetGameLog')).not.toContain('123456');
    const screen = fs.readFileSync(`${server.folder}/screens/${one.playerId}.txt`, 'utf8');
    expect(screen).toBe('(only you see this) SERVER: Your code is 123456\n');
    expect(fs.existsSync(`${server.folder}/screens/${other.playerId}.txt`)).toBe(false);
  });

  it('whispers to nobody without quotation marks, and to the first of two with one name', async () => {
    const server = await startServer();
    const [one, other] = [server.join({ platformName: 'Twin' }), server.join({ platformName: 'Twin' })];
    const client = await loggedIn(server);
    await client.command(`ServerChatTo ${one.playerId} hello`);
    await client.command('ServerChatTo "0002" hello');
    expect(server.screen(one.playerId)).toEqual([]);
    await client.command('ServerChatToPlayer "Twin" hello');
    expect([server.whispers(one.playerId), server.whispers(other.playerId)]).toEqual([['hello'], []]);
  });

  it('shows a whisper in the chat when admin commands are logged there', async () => {
    const server = await startServer({ switches: { adminLogging: true } });
    const { playerId } = server.join();
    const client = await loggedIn(server);
    await client.command(`ServerChatTo "${playerId}" 123456`);
    expect(await client.command('GetChat')).toContain(`AdminCmd: serverchatto "${playerId}" 123456`);
  });

  it('returns the chat to the first who asks, line breaks and all', async () => {
    const server = await startServer({ switches: { presenceInChat: false } });
    const { playerId } = server.join({ platformName: 'Rex, the Last', name: 'Runa' });
    server.say(playerId, 'one\ntwo\0');
    server.say(playerId, 'three');
    const [first, second] = [await loggedIn(server), await loggedIn(server)];
    expect(await first.command('GetChat')).toBe('Rex, the Last (Runa): one\ntwo\nRex, the Last (Runa): three \n ');
    expect(await second.command('GetChat')).toBe(noResponse);
  });

  it('shows who comes and what tribes do in the chat, when switched so', async () => {
    const server = await startServer({ switches: { presenceInChat: true, tribeLinesInChat: true } });
    const { playerId } = server.join({ platform: 'None', platformName: 'Runa', tribeName: 'Tidewatch' });
    server.tame(playerId, { name: 'Dodo', level: 10 });
    const [joined, tamed] = (await (await loggedIn(server)).command('GetChat')).split('\n');
    expect(joined).toMatch(/^[\d.]{10}_[\d.]{8}: Runa \[UniqueNetId:[0-9a-f]{32} Platform:None\] joined this ARK!$/);
    expect(tamed).toMatch(/^Tribe Tidewatch, ID \d+: Day /);
  });

  it('echoes ServerChat unless switched off, and shows it to everyone online', async () => {
    const server = await startServer({ switches: { presenceInChat: false } });
    const { playerId } = server.join();
    const client = await loggedIn(server);
    await client.command('ServerChat [Ragnarok] Wren: "hi"');
    expect(await client.command('GetChat')).toBe('SERVER: [Ragnarok] Wren: "hi" \n ');
    server.switches.serverEcho = false;
    await client.command('ServerChat again');
    expect(await client.command('GetChat')).toBe(noResponse);
    expect(server.screen(playerId).map(({ text }) => text)).toEqual(['[Ragnarok] Wren: "hi"', 'again']);
  });

  it('broadcasts where that works', async () => {
    const server = await startServer();
    const { playerId } = server.join();
    const client = await loggedIn(server);
    await client.command('Broadcast restart soon');
    server.switches.broadcastWorks = false;
    await client.command('Broadcast again');
    await client.command('SetMessageOfTheDay be kind');
    await client.command('ShowMessageOfTheDay');
    expect(server.screen(playerId).map(({ text }) => text)).toEqual(['restart soon', 'be kind']);
  });

  it('speaks to one tribe', async () => {
    const server = await startServer();
    const member = server.join({ tribeName: 'Tidewatch' });
    const other = server.join({ tribeName: 'Cave Club' });
    await (await loggedIn(server)).command(`TribeMessage ${member.tribe?.id} hello tribe`);
    expect([server.screen(member.playerId).length, server.screen(other.playerId).length]).toEqual([1, 0]);
  });
});

describe('GetGameLog', () => {
  it('hands out at most 100 entries a call, once, and holds 600', async () => {
    const server = await startServer();
    const { playerId } = server.join();
    for (let count = 1; count <= 650; count += 1) server.say(playerId, `message ${count}.`);
    const client = await loggedIn(server);
    const reply = await client.command('GetGameLog');
    expect(reply).toMatch(/^\d{4}\.\d\d\.\d\d_\d\d\.\d\d\.\d\d: .*message 51\.\n/);
    expect(reply).toMatch(/message 150\.\n \n $/);
    for (let call = 1; call < 6; call += 1) expect(await client.command('GetGameLog')).toContain('message');
    expect(await client.command('GetGameLog')).toBe(noResponse);
  });

  it('can be off, and can stamp otherwise', async () => {
    const server = await startServer();
    const client = await loggedIn(server);
    server.switches.gameLog.stamp = 'bracketed';
    server.join();
    expect(await client.command('GetGameLog')).toMatch(/^\[\d{4}\.\d\d\.\d\d-\d\d\.\d\d\.\d\d\]: /);
    server.switches.gameLog.isOn = false;
    server.join();
    expect(await client.command('GetGameLog')).toBe(noResponse);
  });
});

describe('the world', () => {
  it('writes the save some time after its reply', async () => {
    const server = await startServer();
    server.switches.save.writeAfterMs = 3_600_000;
    server.join();
    const client = await loggedIn(server);
    expect(await client.command('SaveWorld')).toBe('World Saved \n ');
    expect(fs.existsSync(server.worldFile)).toBe(false);
    server.switches.save.writeAfterMs = 1;
    await client.command('SaveWorld');
    await vi.waitFor(() => expect(fs.readFileSync(server.worldFile, 'latin1')).toContain('SQLite format 3'));
    server.switches.save.reply = 'nothing';
    expect(await client.command('SaveWorld')).toBe(noResponse);
  });

  it('sets the time, renames, and forgets structures', async () => {
    const server = await startServer();
    const { playerId, arkId, tribe } = server.join({ name: 'Old Name', tribeName: 'Tidewatch' });
    const client = await loggedIn(server);
    await client.command('SetTimeOfDay 23:30');
    await client.command('RenamePlayer "Old Name" New "Name"');
    await client.command(`RenameTribeID ${tribe?.id} The Tide`);
    server.tame(playerId, { name: 'Dodo', level: 10 });
    expect(logLines(server).at(-2)).toMatch(
      /Tribe The Tide, ID \d+: Day \d+, 23:3\d:\d\d: <RichColor Color="0, 1, 0, 1">New "Name" Tamed a Dodo - Lvl 10 \(Dodo\)!<\/>\)$/,
    );
    await client.command(`RenamePlayerId ${arkId} Again`);
    await client.command('RenameTribe "The Tide" Tidewatch');
    expect(await client.command(`GetTribeIdPlayerList ${tribe?.id}`)).toBe('0. Again \n ');
    server.build(playerId, 'Stone Wall');
    const standing = () => server.structures().filter((structure) => structure.tribe?.name === 'Tidewatch');
    expect(standing().map(({ kind }) => kind.label)).toContain('Stone Wall');
    const before = server.structures().length - standing().length;
    await client.command(`DestroyTribeIdStructures ${tribe?.id}`);
    expect([standing().length, server.structures().length]).toEqual([0, before]);
  });

  it("writes a mod's output into the log, never into the reply", async () => {
    const server = await startServer();
    expect(await (await loggedIn(server)).command('ScriptCommand give all')).toBe(noResponse);
    expect(logLines(server).join('\n')).toContain('ScriptCommand give all');
  });
});
