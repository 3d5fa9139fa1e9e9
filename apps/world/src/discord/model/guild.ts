import {
  ChannelType,
  GatewayDispatchEvents,
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildMFALevel,
  GuildNSFWLevel,
  GuildPremiumTier,
  GuildSystemChannelFlags,
  GuildVerificationLevel,
  Locale,
  VideoQualityMode,
} from 'discord-api-types/v10';
import type {
  APIGuild,
  APIGuildStageVoiceChannel,
  APIGuildVoiceChannel,
  APIRole,
  APITextChannel,
  ChannelFlags,
  GatewayGuildCreateDispatchData,
  RoleFlags,
} from 'discord-api-types/v10';
import type { Channel, Person } from '../demo.ts';
import { iconHash } from '../http/guild-icon.ts';
import { membersOf, toMember, toUser } from './people.ts';
import { permissions } from './permissions.ts';
import { publish, type Scene } from './scene.ts';
import { leaveVoice, toVoiceStates } from './voice-states.ts';

/** Everyone's role, and those that some have: they allow nothing more. */
export function toRoles(scene: Scene): APIRole[] {
  const everyone = toEveryoneRole(scene);
  const given = [...scene.guild.roles.values()].map(({ id, name }, index) => ({
    ...everyone,
    id,
    name,
    position: index + 1,
    permissions: '0',
  }));
  return [everyone, ...given];
}

export function toEveryoneRole(scene: Scene): APIRole {
  return {
    id: scene.guild.id,
    name: '@everyone',
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    position: 0,
    permissions: permissions(scene),
    managed: false,
    mentionable: false,
    icon: null,
    unicode_emoji: null,
    flags: 0 as RoleFlags,
  };
}

/** By id, or by name. */
export function findChannel({ channels }: Scene, wanted: string): Channel {
  const channel = channels.get(wanted) ?? [...channels.values()].find(({ name }) => name === wanted);
  if (!channel) throw new Error(`There is no channel "${wanted}".`);
  return channel;
}

export function toChannel(
  { guild, channels, messages }: Scene,
  channel: Channel,
): APITextChannel | APIGuildVoiceChannel | APIGuildStageVoiceChannel {
  const common = {
    id: channel.id,
    guild_id: guild.id,
    name: channel.name,
    position: [...channels.keys()].indexOf(channel.id),
    permission_overwrites: [],
    parent_id: null,
    nsfw: false,
    flags: 0 as ChannelFlags,
    rate_limit_per_user: 0,
    last_message_id: messages.get(channel.id)?.at(-1)?.message.id ?? null,
  };
  if (channel.kind === 'text') return { ...common, type: ChannelType.GuildText, topic: channel.topic ?? null };
  const sound = {
    bitrate: 64_000,
    user_limit: 0,
    rtc_region: null,
    video_quality_mode: VideoQualityMode.Auto,
  };
  if (channel.kind === 'stage') return { ...common, ...sound, type: ChannelType.GuildStageVoice };
  return { ...common, ...sound, type: ChannelType.GuildVoice };
}

/** Two of its fields are sent by Discord but missing in the types of discord.js. */
export function toGuild(scene: Scene): APIGuild & { home_header: null; nsfw: boolean } {
  return {
    id: scene.guild.id,
    name: scene.guild.name,
    owner_id: scene.guild.ownerId,
    roles: toRoles(scene),
    icon: iconHash,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    vanity_url_code: null,
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: GuildSystemChannelFlags.SuppressJoinNotifications,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    application_id: null,
    emojis: [],
    stickers: [],
    features: [],
    hub_type: null,
    incidents_data: null,
    preferred_locale: Locale.EnglishUS,
    premium_tier: GuildPremiumTier.None,
    premium_progress_bar_enabled: false,
    verification_level: GuildVerificationLevel.None,
    default_message_notifications: GuildDefaultMessageNotifications.OnlyMentions,
    explicit_content_filter: GuildExplicitContentFilter.Disabled,
    mfa_level: GuildMFALevel.None,
    nsfw_level: GuildNSFWLevel.Default,
    nsfw: false,
    home_header: null,
    region: 'europe',
    widget_enabled: false,
    widget_channel_id: null,
    premium_subscription_count: 0,
    max_members: 500_000,
    max_presences: null,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
  };
}

export function toGuildCreate(scene: Scene): GatewayGuildCreateDispatchData {
  const members = membersOf(scene).map((person) => toMember(scene, person));
  return {
    ...toGuild(scene),
    joined_at: members[0]?.joined_at ?? '',
    large: false,
    unavailable: false,
    member_count: members.length,
    members,
    channels: [...scene.channels.values()].map((channel) => toChannel(scene, channel)),
    voice_states: toVoiceStates(scene),
    threads: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/** Makes someone a member of the guild. */
export function admit(scene: Scene, person: Person): void {
  if (scene.guild.members.has(person.id)) return;
  scene.guild.members.add(person.id);
  publish(scene, {
    t: GatewayDispatchEvents.GuildMemberAdd,
    d: { ...toMember(scene, person), guild_id: scene.guild.id },
  });
}

/** Ends someone's membership, as a kick or by leaving. */
export function expel(scene: Scene, person: Person): void {
  leaveVoice(scene, person);
  if (!scene.guild.members.delete(person.id)) return;
  for (const { members } of scene.guild.roles.values()) members.delete(person.id);
  publish(scene, { t: GatewayDispatchEvents.GuildMemberRemove, d: { user: toUser(person), guild_id: scene.guild.id } });
}

/** Gives someone a role, or takes it away. */
export function setRole(scene: Scene, person: Person, wanted: string, hasRole: boolean): void {
  const { members, roles } = scene.guild;
  const role = roles.get(wanted) ?? [...roles.values()].find(({ name }) => name === wanted);
  if (!role) throw new Error(`There is no role "${wanted}".`);
  if (!members.has(person.id)) throw new Error(`${person.username} is not a member of the guild.`);
  if (hasRole) role.members.add(person.id);
  else role.members.delete(person.id);
  publish(scene, {
    t: GatewayDispatchEvents.GuildMemberUpdate,
    d: { ...toMember(scene, person), guild_id: scene.guild.id },
  });
}
