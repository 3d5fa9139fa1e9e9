import { speakerName, speakerNames, type Speaker } from '@tribehall/contract/shared/text';

/** Line breaks in the game, in logs or on a screen. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, and those that change the text direction, which would affect other people's names. */
const hidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const loneSurrogates = /\p{Surrogate}/gu;
const maxLabelLength = 64;
/** Each, when two names share a label. */
const maxNameLength = 30;
const visible = /[^\p{C}\p{Z}]/u;

/** Untrusted text as one line; empty if nothing of it is visible. */
export function oneLine(text: string): string {
  const line = text.replace(breaks, ' ').replace(hidden, '').replace(loneSurrogates, '\ufffd').trim();
  return visible.test(line) ? line : '';
}

/** A name or the like as the game can show it beside a message: short, never cut inside a character. */
export function toLabel(text: string, maxLength = maxLabelLength): string {
  const start = oneLine(text)
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '');
  // It may end with a blank, or show nothing.
  return oneLine(start);
}

/** A speaker as a label: both names are shortened, so that neither pushes the other out. */
export function speakerLabel(speaker: Speaker): string {
  const [shown, player] = speakerNames(speaker);
  if (player === undefined) return toLabel(shown);
  return speakerName({ survivor: toLabel(shown, maxNameLength), name: toLabel(player, maxNameLength) });
}
