import type { APIAllowedMentions, APIUser } from 'discord-api-types/v10';
import { toUser } from './people.ts';
import type { Scene } from './scene.ts';

/** Whom a text reaches: all it names, or of them those that its sender allows. */
export function mentionsOf(
  { people }: Scene,
  content: string,
  allowed: APIAllowedMentions | undefined,
): { mention_everyone: boolean; mentions: APIUser[] } {
  const kinds: readonly string[] = allowed ? (allowed.parse ?? []) : ['everyone', 'users', 'roles'];
  const listed = allowed?.users ?? [];
  const named = [...content.matchAll(/<@!?(\d+)>/g)].map(([, id = '']) => id);
  const reached = [...new Set(named)].filter((id) => kinds.includes('users') || listed.includes(id));
  return {
    mention_everyone: kinds.includes('everyone') && /@(everyone|here)\b/.test(content),
    mentions: reached.flatMap((id) => people.get(id) ?? []).map(toUser),
  };
}
