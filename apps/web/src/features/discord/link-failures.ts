/** Why the user returned from Discord without a linked account, by the name in the URL. */
export const linkFailures = {
  cancelled: "Discord wasn't linked because you cancelled.",
  failed: "Discord couldn't be linked because of a problem at Discord. Please try again.",
} as const;

type LinkFailure = keyof typeof linkFailures;

/** What Discord's `?error=` means. Its own text is not shown, since anyone could put words into a URL. */
export function readDiscordError(error: string): LinkFailure {
  return error === 'access_denied' ? 'cancelled' : 'failed';
}

export function linkFailureText(name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(linkFailures, name) ? linkFailures[name as LinkFailure] : undefined;
}
