import type { APIGatewayBotInfo, RESTPostAPIChatInputApplicationCommandsJSONBody } from 'discord-api-types/v10';
import { asFields } from '../../fields.ts';
import { registerCommands } from '../model/commands.ts';
import { findPerson, toUser } from '../model/people.ts';
import { refuse, refuseField } from './discord-error.ts';
import type { Call, Routes } from './route.ts';

const identifiesADay = 1_000;
const dayMs = 86_400_000;

export const applicationRoutes: Routes = {
  'GET /gateway': { who: 'anyone', handle: ({ scene }) => ({ url: scene.addresses.gateway }) },
  'GET /gateway/bot': { who: 'bot', handle: gatewayInfo },
  'GET /applications/@me': { who: 'bot', handle: applicationInfo },
  'GET /oauth2/applications/@me': { who: 'bot', handle: applicationInfo },
  'GET /applications/:application/commands': { who: 'bot', handle: (call) => listCommands(call, 'global') },
  'PUT /applications/:application/commands': { who: 'bot', handle: (call) => replaceCommands(call, 'global') },
  'GET /applications/:application/guilds/:guild/commands': {
    who: 'bot',
    handle: (call) => listCommands(call, guildOf(call)),
  },
  'PUT /applications/:application/guilds/:guild/commands': {
    who: 'bot',
    handle: (call) => replaceCommands(call, guildOf(call)),
  },
};

function gatewayInfo({ scene }: Call): APIGatewayBotInfo {
  const used = scene.recorder.counters().identifies.filter((at) => at > Date.now() - dayMs).length;
  const remaining = Math.max(0, identifiesADay - used);
  const limit = { total: identifiesADay, remaining, reset_after: dayMs, max_concurrency: 1 };
  return { url: scene.addresses.gateway, shards: 1, session_start_limit: limit };
}

function applicationInfo({ scene }: Call) {
  const { application, guild, switches } = scene;
  const messageContent = 1 << 19;
  const flags = switches.noMessageContent ? 0 : messageContent;
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: '',
    bot_public: false,
    bot_require_code_grant: false,
    verify_key: '',
    type: null,
    flags,
    flags_new: String(flags),
    owner: toUser(findPerson(scene, guild.ownerId)),
    team: null,
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    approximate_guild_count: 1,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
  };
}

function listCommands(call: Call, scope: string) {
  ownApplication(call);
  return call.scene.commands.get(scope) ?? [];
}

function replaceCommands(call: Call, scope: string) {
  ownApplication(call);
  const { body } = call;
  if (!Array.isArray(body)) throw refuseField('_errors', 'BASE_TYPE_LIST', 'Only iterables may be used in a ListType');
  const commands = body.map((entry: unknown) => readCommand(entry));
  return registerCommands(call.scene, scope, commands);
}

function readCommand(entry: unknown): RESTPostAPIChatInputApplicationCommandsJSONBody {
  const { name, description } = asFields(entry) ?? {};
  if (typeof name !== 'string' || !/^[-_'\p{Ll}\p{Lo}\p{N}]{1,32}$/u.test(name)) {
    throw refuseField('name', 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  }
  if (typeof description !== 'string' || description.length < 1 || description.length > 100) {
    throw refuseField('description', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  }
  return entry as RESTPostAPIChatInputApplicationCommandsJSONBody;
}

function ownApplication({ scene, params }: Call): void {
  if (params['application'] !== scene.application.id) throw refuse('UnknownApplication');
}

function guildOf({ scene, params }: Call): string {
  if (params['guild'] !== scene.guild.id) throw refuse('MissingAccess');
  return scene.guild.id;
}
