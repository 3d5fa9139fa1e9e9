import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { discordGuilds } from '../db/tables/discord.table.ts';
import { guilds, startDatabasesTest } from '../modules/databases/databases.fixture.ts';
import { startMirrorTest } from '../modules/databases/mirror.fixture.ts';
import { readGuildChannels, setGuildChannel } from '../modules/discord/guilds.service.ts';
import { restarted } from '../testing/test-app.ts';
import { createGuildChannels, type GuildChannelsReader } from './guild-channels.ts';

const test = await startDatabasesTest();
const { app, root, save } = test;
const { ctx } = app;
const file = 'bot/guilds.json';
const path = join(root, file);
const [first, second] = guilds;
const none = { logChannelId: null, relayChannelId: null, voiceChannelId: null };
const olive = { discordId: '100000000000000003', name: 'Olive' };
const warnings = (words: string) => app.logged.filter((line) => line.includes(words)).length;

describe('the file of the bot', () => {
  it('is created once from the channels chosen before it existed', async () => {
    await ctx.db.insert(discordGuilds).values([{ guildId: second, relayChannelId: '12' }, { guildId: first }]);
    await Promise.all([1, 2, 3].map(() => readGuildChannels(ctx, first)));
    const text = readFileSync(path, 'utf8');
    expect(text).toBe(`${JSON.stringify({ [first]: none, [second]: { ...none, relayChannelId: '12' } }, null, 2)}\n`);
    expect(await readGuildChannels(ctx, second)).toEqual({ ...none, relayChannelId: '12' });
    expect(await readGuildChannels(ctx, '42')).toEqual(none);
    expect((await test.versions(file)).map(({ by }) => by)).toEqual(['portal']);
    rmSync(path);
    expect(await readGuildChannels(ctx, second)).toEqual(none);
    expect(readFileSync(path, 'utf8')).toBe('{}\n');
  });

  it('stores what is chosen on Discord, and leaves everything else unchanged', async () => {
    writeFileSync(path, `{ "note": 1,\n  "${first}": {"logChannelId": "7", "mine": [1]}, "${second}": "nonsense" }`);
    await setGuildChannel(ctx, olive, first, { use: 'relay', channelId: '12' });
    await setGuildChannel(ctx, olive, second, { use: 'music', channelId: '13' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      note: 1,
      [first]: { ...none, logChannelId: '7', relayChannelId: '12', mine: [1] },
      [second]: { ...none, voiceChannelId: '13' },
    });
    const { rows } = await ctx.db.execute(`select actor, action, target from audit where address like 'discord:%'`);
    const by = { actor: 'Olive', target: first };
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...by, action: 'discord.channel' },
        { ...by, action: 'databases.save', target: file },
      ]),
    );
  });

  it('that is not JSON refuses a choice with a reason', async () => {
    writeFileSync(path, '{"a":1,');
    const choosing = setGuildChannel(ctx, olive, first, { use: 'relay', channelId: '12' });
    await expect(choosing).rejects.toThrow('Line 1, column 8');
    expect(readFileSync(path, 'utf8')).toBe('{"a":1,');
  });
});

async function expectRelay(channels: GuildChannelsReader, channelId: string | null): Promise<void> {
  await expect.poll(async () => (await channels.read(first)).relayChannelId).toBe(channelId);
}

describe('the bot', () => {
  beforeEach(() => {
    mkdirSync(join(root, 'bot'), { recursive: true });
    writeFileSync(path, '{}\n');
  });
  it('notices a change soon, whichever process made it', async () => {
    const channels = createGuildChannels(ctx);
    await expectRelay(channels, null);
    writeFileSync(path, `{"${first}":{"relayChannelId":"1"}}`);
    await expectRelay(channels, '1');
    // An editor that is as quick as it is careful.
    utimesSync(path, new Date(), new Date());
    writeFileSync(path, `{"${first}":{"relayChannelId":"2"}}`);
    await expectRelay(channels, '2');
    await save(file, { guildId: first, data: { relayChannelId: '3' } });
    await expectRelay(channels, '3');
    await setGuildChannel(ctx, olive, first, { use: 'relay', channelId: '4' });
    channels.invalidate();
    expect(await channels.read(first)).toMatchObject({ relayChannelId: '4' });
    const [, earlier] = await test.versions(file);
    await test.restore(file, earlier?.id ?? '');
    await expectRelay(channels, '3');
  });

  it('ignores invalid settings of one guild, logs that once, and reads the others', async () => {
    const channels = createGuildChannels(ctx);
    const before = warnings('has invalid settings');
    writeFileSync(path, `{"${first}":{"relayChannelId":"1"},"${second}":{"relayChannelId":5}}`);
    await expectRelay(channels, '1');
    expect(await channels.read(second)).toEqual(none);
    channels.invalidate();
    await channels.read(second);
    expect(warnings('has invalid settings')).toBe(before + 1);
  });

  it('uses the last settings while the file cannot be read', async () => {
    const channels = createGuildChannels(ctx);
    writeFileSync(path, `{"${first}":{"relayChannelId":"1"}}`);
    await expectRelay(channels, '1');
    for (const text of ['{"a":', '[]', '', `{"__proto__":{"relayChannelId":"9"}}`]) {
      writeFileSync(path, text);
      channels.invalidate();
      expect(await channels.read(first)).toMatchObject({ relayChannelId: '1' });
    }
    expect(warnings('could not be read')).toBeGreaterThan(0);
    writeFileSync(path, `{"${first}":{"relayChannelId":"2"}}`);
    await expectRelay(channels, '2');
  });
});

it('a bot with a folder of its own follows what is chosen on any portal, and can be told itself', async () => {
  const mirrors = await startMirrorTest();
  const portal = await mirrors.startPortal();
  const bot = restarted(portal.ctx, { ...portal.ctx.config, DATA_DIR: mirrors.newFolder() });
  await setGuildChannel(portal.ctx, olive, first, { use: 'relay', channelId: '12' });
  const channels = createGuildChannels(bot);
  await expectRelay(channels, '12');
  await setGuildChannel(bot, olive, first, { use: 'relay', channelId: '13' });
  expect(await readGuildChannels(portal.ctx, first)).toMatchObject({ relayChannelId: '13' });
  await expectRelay(channels, '13');
  const old = new Date(Date.now() - 60_000);
  utimesSync(join(bot.state.databases.folder, file), old, old);
  channels.invalidate();
  await expectRelay(channels, '13');
  await setGuildChannel(portal.ctx, olive, first, { use: 'relay', channelId: '14' });
  await expectRelay(channels, '14');
});
