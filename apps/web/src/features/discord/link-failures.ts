/** Why someone comes back from Discord without a link, by the name in the URL. */
export const linkFailures = {
  cancelled: 'Discord was not linked: you cancelled.',
  failed: 'Discord was not linked: Discord could not do it. Please try again.',
} as const;

type LinkFailure = keyof typeof linkFailures;

/** What Discord's own `?error=` means; its words are not shown, since anyone can write them into an address. */
export function readDiscordError(error: string): LinkFailure {
  return error === 'access_denied' ? 'cancelled' : 'failed';
}

export function linkFailureText(name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(linkFailures, name) ? linkFailures[name as LinkFailure] : undefined;
}
