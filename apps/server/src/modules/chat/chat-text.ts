import { speakerName, speakerNames, type Speaker } from '@tribehall/contract/shared/text';

/** What ends a line somewhere: the game, a log, a screen. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, and those that turn the direction of what follows, names of others included. */
const hidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const lonelySurrogates = /\p{Surrogate}/gu;
const maxPartLength = 64;
/** Of each of two names that share a part. */
const maxNameLength = 30;
const visible = /[^\p{C}\p{Z}]/u;

/** Text of strangers as one line; empty where nothing of it can be seen. */
export function oneLine(text: string): string {
  const line = text.replace(breaks, ' ').replace(hidden, '').replace(lonelySurrogates, '\ufffd').trim();
  return visible.test(line) ? line : '';
}

/** A name or the like as the game can show it beside a line: short, without half a character at the end. */
export function linePart(text: string, maxLength = maxPartLength): string {
  return oneLine(text)
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '');
}

/** A speaker as such a part: both names are cut, so that neither pushes the other out. */
export function speakerPart(speaker: Speaker): string {
  const [shown, player] = speakerNames(speaker);
  if (player === undefined) return linePart(shown);
  return speakerName({ survivor: linePart(shown, maxNameLength), name: linePart(player, maxNameLength) });
}
