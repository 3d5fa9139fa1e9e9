import { databaseLimits } from '@tribehall/contract/databases.contract';
import { formatJson } from '../../platform/json/json-format.ts';
import type { JsonMember, JsonScan } from '../../platform/json/json-scan.ts';

/** Valid JSON with its scan. */
export type Whole = { text: string; scan: Extract<JsonScan, { problem: null }> };

export const guildRule = /^\d{17,20}$/;

export function guildsOf(scan: Whole['scan']): string[] {
  return [...scan.members.keys()].filter((key) => guildRule.test(key));
}

export function isScoped({ members }: Whole['scan']): boolean {
  for (const key of members.keys()) if (guildRule.test(key)) return true;
  return false;
}

/** The text of a guild's part, unchanged. */
export function partOf({ text, scan }: Whole, guildId: string): string | undefined {
  const member = scan.members.get(guildId);
  return member && text.slice(member.start, member.end);
}

/** The whole text with one part replaced or added; all other bytes stay as they are. */
export function withPart({ text, scan }: Whole, guildId: string, part: string): string {
  const member = scan.members.get(guildId);
  if (member) return text.slice(0, member.start) + part + text.slice(member.end);
  const last = lastMember(scan);
  const added = `${JSON.stringify(guildId)}: ${part}`;
  if (last) return `${text.slice(0, last.end)},${leadOf(text, last) || ' '}${added}${text.slice(last.end)}`;
  return `${text.slice(0, text.indexOf('{'))}{\n  ${added}\n${text.slice(text.indexOf('}'))}`;
}

/** Formats a part like the rest of the file: pretty-printed if that is, with the same indentation. */
export async function formatPart({ text, scan }: Whole, guildId: string, part: string): Promise<string> {
  const beside = scan.members.get(guildId) ?? lastMember(scan);
  const lead = beside ? leadOf(text, beside) : '\n  ';
  const indent = lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') + 1) : undefined;
  return (await formatJson(part, { indent, maxBytes: databaseLimits.maxBytes }))?.toString() ?? part;
}

function lastMember({ members }: Whole['scan']): JsonMember | undefined {
  let last: JsonMember | undefined;
  for (const member of members.values()) last = member;
  return last;
}

/** The white space before a key. */
function leadOf(text: string, { keyStart }: JsonMember): string {
  let start = keyStart;
  while (start > 0 && ' \n\r\t'.includes(text.charAt(start - 1))) start -= 1;
  return text.slice(start, keyStart);
}
