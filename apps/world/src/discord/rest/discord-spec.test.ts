import { once } from 'node:events';
// @ts-expect-error -- the package has no types for it.
import * as specification from 'discord-api-spec/zod';
import { GatewayOpcodes, type Interaction } from 'discord.js';
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { callApi, loggedInBot, mira, testDiscord } from '../discord.fixture.ts';
import type { Discord } from '../start-discord.ts';

/** Discord's own description of its API, as schemas. */
const schemas = specification as unknown as Record<string, z.ZodType>;

const general = '/channels/100000000000000101';

/** What Discord's description says against a reply: the place and the reason. */
function problemsOf(name: string, reply: unknown): string[] {
  const schema = schemas[name];
  if (!schema) throw new Error(`Discord describes no ${name}`);
  // The schemas know times that end in Z; Discord itself writes the zone as an offset.
  const { error } = schema.safeParse(JSON.parse(JSON.stringify(reply).replaceAll('+00:00"', 'Z"')));
  return (error?.issues ?? []).map(({ path, message }) => `${name} ${path.join('.')}: ${message}`);
}

const all = (name: string) => (reply: unknown) => (reply as unknown[]).flatMap((item) => problemsOf(name, item));
const one = (name: string) => (reply: unknown) => problemsOf(name, reply);

it('replies as Discord describes its API', async () => {
  const discord = await testDiscord();
  const guild = `/guilds/${discord.settings.GUILD_ID}`;
  const application = ((await callApi(discord, '/applications/@me')).body as { id: string }).id;
  const commands = [
    { name: 'play', description: 'Plays a song.', options: [{ type: 3, name: 'song', description: 'A link.' }] },
  ];
  const message = await discord.ask('say', { person: 'mira', channel: 'general', text: 'hello' });
  await discord.ask('joinVoice', { person: 'mira', channel: 'Lounge' });
  const calls: Checked[] = [
    ['/gateway', one('GatewayResponseSchema')],
    ['/gateway/bot', one('GatewayBotResponseSchema')],
    ['/users/@me', one('UserPIIResponseSchema')],
    ['/users/@me/guilds', all('MyGuildResponseSchema')],
    [`/users/${mira}`, one('UserResponseSchema')],
    ['/applications/@me', one('PrivateApplicationResponseSchema')],
    ['/oauth2/applications/@me', one('PrivateApplicationResponseSchema')],
    [guild, one('GuildWithCountsResponseSchema')],
    [`${guild}/channels`, all('GuildChannelResponseSchema')],
    [`${guild}/roles`, all('GuildRoleResponseSchema')],
    [`${guild}/members?limit=10`, all('GuildMemberResponseSchema')],
    [`${guild}/members/${mira}`, one('GuildMemberResponseSchema')],
    [`${guild}/voice-states/${mira}`, one('VoiceStateResponseSchema')],
    [general, one('GuildChannelResponseSchema')],
    [`${general}/messages`, all('MessageResponseSchema')],
    [`${general}/messages/${message.id}`, one('MessageResponseSchema')],
    [`${general}/messages`, one('MessageResponseSchema'), { body: { content: 'hi', embeds: [{ title: 'A song' }] } }],
    [
      `/applications/${application}${guild}/commands`,
      all('ApplicationCommandResponseSchema'),
      { method: 'PUT', body: commands },
    ],
    [`/applications/${application}/commands`, all('ApplicationCommandResponseSchema')],
  ];
  expect(await check(discord, calls)).toEqual([]);
});

it('replies to answers of a command as Discord describes them', async () => {
  const discord = await testDiscord();
  const { client, guild } = await loggedInBot(discord);
  await guild.commands.set([{ name: 'play', description: 'Plays a song.' }]);
  const given = once(client, 'interactionCreate') as Promise<[Interaction]>;
  await discord.ask('command', { person: 'mira', channel: 'general', name: 'play', waitMs: 0 });
  const [{ id, token, applicationId }] = await given;
  const webhook = `/webhooks/${applicationId}/${token}`;
  const answer = { type: 4, data: { content: 'Added.', flags: 64 } };
  const problems = await check(discord, [
    [
      `/interactions/${id}/${token}/callback?with_response=true`,
      one('InteractionCallbackResponseSchema'),
      { body: answer },
    ],
    [`${webhook}/messages/@original`, one('MessageResponseSchema')],
    [webhook, one('MessageResponseSchema'), { body: { content: 'And more.' } }],
    [`${webhook}/messages/@original`, one('MessageResponseSchema'), { method: 'PATCH', body: { content: 'Playing.' } }],
  ]);
  expect(problems).toEqual([]);
});

it('lets a bot ask to speak on a stage as Discord describes it, and changes no other voice state', async () => {
  const discord = await testDiscord();
  const { client, guild } = await loggedInBot(discord);
  const [lounge, stage] = ['Lounge', 'Town hall'].map((wanted) =>
    guild.channels.cache.find(({ name }) => name === wanted),
  );
  const join = async (channelId = '') => {
    const moved = once(client, 'voiceStateUpdate');
    const data = { guild_id: guild.id, channel_id: channelId, self_mute: false, self_deaf: false };
    guild.shard.send({ op: GatewayOpcodes.VoiceStateUpdate, d: data });
    await moved;
  };
  const route = `/guilds/${guild.id}/voice-states/@me`;
  const change = async (body: object) => {
    expect(problemsOf('UpdateSelfVoiceStateRequestPartialSchema', body)).toEqual([]);
    const { status, body: reply } = await callApi(discord, route, { method: 'PATCH', body });
    return [status, (reply as { code: number } | undefined)?.code];
  };
  const now = new Date().toISOString();
  expect(await change({ suppress: false })).toEqual([404, 10065]);
  await join(lounge?.id);
  expect(await change({ request_to_speak_timestamp: now })).toEqual([400, 50024]);
  await join(stage?.id);
  expect(await change({ suppress: false })).toEqual([403, 50013]);
  expect(await change({ channel_id: lounge?.id, request_to_speak_timestamp: now })).toEqual([404, 10065]);
  expect(await change({ channel_id: stage?.id, request_to_speak_timestamp: now })).toEqual([204, undefined]);
  const own = `/guilds/${guild.id}/voice-states/${client.user?.id ?? ''}`;
  expect(await check(discord, [[own, one('VoiceStateResponseSchema')]])).toEqual([]);
  expect((await callApi(discord, own)).body).toMatchObject({ suppress: true, request_to_speak_timestamp: now });
  await discord.ask('switch', { switches: { granted: ['MuteMembers'], denied: ['RequestToSpeak'] } });
  expect(await change({ suppress: false })).toEqual([204, undefined]);
  expect((await callApi(discord, own)).body).toMatchObject({ suppress: false, request_to_speak_timestamp: null });
  expect(await change({ suppress: true })).toEqual([204, undefined]);
  expect(await change({ request_to_speak_timestamp: now })).toEqual([403, 50013]);
});

type Checked = [route: string, check: (reply: unknown) => string[], options?: { body?: unknown; method?: string }];

/** Calls the API, and returns what Discord's description says against the replies. */
async function check(discord: Discord, calls: readonly Checked[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [route, problemsIn, options] of calls) {
    const { status, body } = await callApi(discord, route, options);
    expect(status, route).toBe(200);
    problems.push(...problemsIn(body).map((problem) => `${route}: ${problem}`));
  }
  return problems;
}
