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

/** Why the user returned from Discord without a login; undefined if nothing is wrong yet. */
export function loginFailureText({
  error,
  isKnown,
}: {
  error: string | undefined;
  isKnown: boolean;
}): string | undefined {
  if (error !== undefined)
    return readDiscordError(error) === 'cancelled'
      ? "You weren't logged in because you cancelled."
      : "You couldn't be logged in because of a problem at Discord. Please try again.";
  return isKnown ? undefined : 'This login was started in another tab, or is too old. Please start again.';
}

export function linkFailureText(name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(linkFailures, name) ? linkFailures[name as LinkFailure] : undefined;
}
