export type SseFrame = { id: string | undefined; data: string };

/** Reads server-sent events from text that arrives in arbitrary pieces. */
export function createSseParser(): (chunk: string) => SseFrame[] {
  let rest = '';
  let id: string | undefined;
  let data: string[] = [];

  const readLine = (line: string): SseFrame | undefined => {
    if (line === '') {
      const frame = data.length > 0 ? { id, data: data.join('\n') } : undefined;
      data = [];
      return frame;
    }
    const [field, value] = splitField(line);
    if (field === 'data') data.push(value);
    if (field === 'id') id = value;
    return undefined;
  };

  return (chunk) => {
    rest += chunk;
    // A carriage return at the very end may be half of a CRLF: it waits for the next piece.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    return lines.map(readLine).filter((frame) => frame !== undefined);
  };
}

/** A line that starts with a colon is a comment and has no field name. */
function splitField(line: string): [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
