import type { Reply } from './reply.ts';

/** What Discord calls the hash of a guild's icon. */
export const iconHash = 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5';

/** A green obelisk on dark, 64 pixels wide. */
const icon = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAmUlEQVR42u3asQ3DMAxEUc2QwmWmyMjZxku5C1IFgUSKNPCAG+C//sbjeN56AwAAAACgKeB1vj+7H+C7PtUw9tTnGca2+iQDAEAvwO/6DAMAAMDe+nADAEAXwP/1sQYAAICK+kADAEA9YK4+ygAAAFBXH2IAAAAorV83AACUAaLqFw0AAAAN6lcMAAAFgIz6aYPHFgAAAMDSLm8fMPAPQClkAAAAAElFTkSuQmCC',
  'base64',
);

export function iconPath(guildId: string): string {
  return `/icons/${guildId}/${iconHash}.png`;
}

export function iconReply(): Reply {
  return { status: 200, headers: { 'content-type': 'image/png' }, body: icon };
}
