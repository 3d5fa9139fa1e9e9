import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Person } from '../demo.ts';
import type { Deniable } from '../switches.ts';
import type { Scene } from './scene.ts';

const everyoneMay = [
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'ReadMessageHistory',
  'UseApplicationCommands',
  'Connect',
  'Speak',
  'RequestToSpeak',
  'UseVAD',
] as const satisfies readonly (keyof typeof PermissionFlagsBits)[];

export function permissions({ switches }: Scene): string {
  const denied: readonly string[] = switches.denied;
  return [...everyoneMay, ...switches.granted]
    .filter((name) => !denied.includes(name))
    .reduce((bits, name) => bits | PermissionFlagsBits[name], 0n)
    .toString();
}

/** The owner of the guild has every permission there. */
export function permissionsOf(scene: Scene, { id }: Person): string {
  if (id !== scene.guild.ownerId) return permissions(scene);
  return Object.values(PermissionFlagsBits)
    .reduce((all, bit) => all | bit, 0n)
    .toString();
}

/** Whether the bot and everyone else but the owner of the guild lack this permission. */
export function isDenied({ switches }: Scene, permission: Deniable): boolean {
  return switches.denied.includes('ViewChannel') || switches.denied.includes(permission);
}
