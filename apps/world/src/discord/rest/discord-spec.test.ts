// @ts-expect-error -- the package has no types for it.
import * as specification from 'discord-api-spec/zod';
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { callApi, mira, testDiscord } from '../discord.fixture.ts';

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
  const calls: [string, (reply: unknown) => string[], { body?: unknown; method?: string }?][] = [
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
  const problems: string[] = [];
  for (const [route, check, options] of calls) {
    const { status, body } = await callApi(discord, route, options);
    expect(status, route).toBe(200);
    problems.push(...check(body).map((problem) => `${route}: ${problem}`));
  }
  expect(problems).toEqual([]);
});
