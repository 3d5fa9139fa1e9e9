import { GatewayDispatchEvents } from 'discord-api-types/v10';
import type { Person } from '../demo.ts';
import { toMember, toUser } from './people.ts';
import { tell, type Scene } from './scene.ts';
import { leaveVoice } from './voice-states.ts';

/** Makes someone a member of the guild. */
export function admit(scene: Scene, person: Person): void {
  if (scene.guild.members.has(person.id)) return;
  scene.guild.members.add(person.id);
  tell(scene, { t: GatewayDispatchEvents.GuildMemberAdd, d: { ...toMember(person), guild_id: scene.guild.id } });
}

/** Ends someone's membership, as a kick or by leaving. */
export function expel(scene: Scene, person: Person): void {
  leaveVoice(scene, person);
  if (!scene.guild.members.delete(person.id)) return;
  tell(scene, { t: GatewayDispatchEvents.GuildMemberRemove, d: { user: toUser(person), guild_id: scene.guild.id } });
}
