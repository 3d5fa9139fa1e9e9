/** Deeper than this, lines are mostly indentation. */
const maxDepth = 100;
/** Indentation can blow a small text up without limit. */
const maxLength = 4 * 1024 * 1024;

const indents = Array.from({ length: maxDepth + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/**
 * Pretty-prints JSON and leaves anything else as it is. Values stay exactly as written: parsing would round long
 * numeric ids.
 */
export function prettyText(text: string): string {
  const trimmed = text.trim();
  return /^[{[]/.test(trimmed) && isJson(trimmed) ? (indentJson(trimmed) ?? text) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Expects valid JSON. Returns undefined if the result would be too long or too deep. */
function indentJson(json: string): string | undefined {
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

/** Punctuation and single spaces are tokens; so are whole strings, numbers and literals. */
function endOfToken(json: string, start: number): number {
  const first = json.charAt(start);
  if (first === '"') return endOfString(json, start);
  let end = start + 1;
  if (isPunctuation(first) || isSpace(first)) return end;
  while (end < json.length && !isPunctuation(json.charAt(end)) && !isSpace(json.charAt(end))) end += 1;
  return end;
}

function endOfString(json: string, start: number): number {
  let end = start + 1;
  while (end < json.length && json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1;
  return end + 1;
}

function isPunctuation(character: string): boolean {
  return '{}[],:'.includes(character);
}

function isSpace(text: string): boolean {
  return text === ' ' || text === '\n' || text === '\t' || text === '\r';
}
