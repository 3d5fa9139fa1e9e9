/** Deeper than this, the spaces in front of the lines are more than what stands in them. */
const maxDepth = 100;
/** A small text can be made to grow beyond every bound by laying it out. */
const maxLength = 4 * 1024 * 1024;

const indents = Array.from({ length: maxDepth + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/**
 * What looks like JSON and is, on lines of its own; anything else as it is. Every value stays letter for letter as it
 * was written: reading and writing numbers would round long ids.
 */
export function prettyText(text: string): string {
  const trimmed = text.trim();
  return /^[{[]/.test(trimmed) && isJson(trimmed) ? (layOut(trimmed) ?? text) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Only for text that is JSON. Nothing where it would become too long or too deep. */
function layOut(json: string): string | undefined {
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  let last = '';
  for (let at = 0; at < json.length;) {
    const end = endOfToken(json, at);
    const token = json.slice(at, end);
    at = end;
    if (isSpace(token)) continue;
    const isClosing = token === '}' || token === ']';
    const isAfterOpening = last === '{' || last === '[';
    if (isClosing) depth -= 1;
    if (isClosing ? !isAfterOpening : isAfterOpening || last === ',') {
      const indent = indents[depth] ?? '';
      parts.push(indent);
      length += indent.length;
    }
    parts.push(token === ':' ? ': ' : token);
    length += token.length + 1;
    if (token === '{' || token === '[') depth += 1;
    last = token;
    if (depth > maxDepth || length > maxLength) return undefined;
  }
  return parts.join('');
}

/** A mark or a space is a token by itself; a text, a number or a word reaches as far as it goes. */
function endOfToken(json: string, start: number): number {
  const first = json.charAt(start);
  if (first === '"') return endOfText(json, start);
  let end = start + 1;
  if (isMark(first) || isSpace(first)) return end;
  while (end < json.length && !isMark(json.charAt(end)) && !isSpace(json.charAt(end))) end += 1;
  return end;
}

function endOfText(json: string, start: number): number {
  let end = start + 1;
  while (end < json.length && json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1;
  return end + 1;
}

function isMark(character: string): boolean {
  return '{}[],:'.includes(character);
}

function isSpace(text: string): boolean {
  return text === ' ' || text === '\n' || text === '\t' || text === '\r';
}
