import { SlashCommandBuilder } from 'discord.js';
import type { ReplyOutput } from '@tribehall/contract';
import { listOnline } from '../../modules/players/players.service.ts';
import { listEveryoneOnline, readPerson } from '../../modules/people/people.service.ts';
import { readState } from '../../modules/servers/servers.service.ts';
import { cut, harmlessName } from '../harmless-text.ts';
import { completeOption, requireAccount, requirePlayerNamed, requireServerNamed } from './account.ts';
import type { SlashCommand } from './command.ts';
import { playerOption, serverOption } from './options.ts';

const maxListed = 40;
const maxNameLength = 60;

const complete: SlashCommand['complete'] = ({ ctx }, interaction) => completeOption(ctx, interaction);

/** A command about one server or all of them, with an answer only the caller sees. */
const aboutServer = (name: string, description: string) => ({
  body: new SlashCommandBuilder()
    .setName(name)
    .setDescription(description)
    .addStringOption(serverOption(false))
    .toJSON(),
  isPrivate: true,
  complete,
});

type Online = { name: string; joinedAt: Date; server?: { name: string } };

export const playersCommand: SlashCommand = {
  ...aboutServer('players', 'Who is online'),
  run: async ({ ctx }, interaction) => {
    await requireAccount(ctx, interaction);
    const given = interaction.options.getString('server');
    const server = given === null ? undefined : await requireServerNamed(ctx, given);
    const online: Online[] = server ? await listOnline(ctx, server.id) : await listEveryoneOnline(ctx);
    const where = server ? ` on ${shown(server.name)}` : '';
    if (online.length === 0) return `No one is online${where}.`;
    const lines = online.slice(0, maxListed).map((player) => {
      const place = player.server ? ` on ${shown(player.server.name)}` : '';
      return `${shown(player.name)}${place}, since ${moment(player.joinedAt)}`;
    });
    const more = online.length - lines.length;
    const title = `**${online.length} online${where}**`;
    return [title, ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
  },
};

export const whoisCommand: SlashCommand = {
  body: new SlashCommandBuilder()
    .setName('whois')
    .setDescription('What you may know about a player')
    .addStringOption(playerOption)
    .toJSON(),
  isPrivate: true,
  complete,
  run: async ({ ctx }, interaction) => {
    const caller = await requireAccount(ctx, interaction);
    const { id } = await requirePlayerNamed(ctx, caller, interaction.options.getString('player', true));
    const person = await readPerson(ctx, caller, id);
    const account = person.account === null ? [] : [`Account: ${shown(person.account.name)}`];
    const names = [...new Set(person.names.map(({ name }) => name))].filter((name) => name !== person.name);
    return [
      `**${shown(person.name)}** (${person.id})`,
      ...account,
      ...(names.length > 0 ? [`Also known as: ${names.slice(0, 10).map(shown).join(', ')}`] : []),
      ...person.servers.map(describePlace),
    ].join('\n');
  },
};

type Place = ReplyOutput<'GET /ark/players/{playerId}'>['servers'][number];

function describePlace({ server, onlineSince, lastSeenAt, tribe, ban }: Place): string {
  const seen = lastSeenAt === null ? 'not seen yet' : `last seen ${moment(lastSeenAt)}`;
  const state = onlineSince === null ? seen : `online since ${moment(onlineSince)}`;
  const group = tribe === null ? '' : `, tribe ${shown(tribe.name)}`;
  return `${shown(server.name)}: ${state}${group}${ban === null ? '' : ', **banned**'}`;
}

export const serverCommand: SlashCommand = {
  ...aboutServer('server', 'How a server is doing'),
  run: async ({ ctx }, interaction) => {
    await requireAccount(ctx, interaction);
    const { id } = await requireServerNamed(ctx, interaction.options.getString('server'));
    const { name, state, stateReason, map, version, playerCount, day } = await readState(ctx, id);
    return [
      `**${shown(name)}** is ${state}${stateReason === null ? '' : `: ${shown(stateReason)}`}`,
      ...(playerCount === null ? [] : [`Players: ${playerCount}`]),
      ...(map === null ? [] : [`Map: ${shown(map)}`]),
      ...(version === null ? [] : [`Version: ${shown(version)}`]),
      ...(day === null ? [] : [`Day: ${day}`]),
    ].join('\n');
  },
};

function shown(text: string): string {
  return cut(harmlessName(text), maxNameLength) || 'Unnamed';
}

/** Discord shows it in the reader's own time. */
function moment(at: Date): string {
  return `<t:${Math.floor(at.getTime() / 1000)}:R>`;
}
