/** The flat XML that S3 servers answer with. Nothing of it is a document of others: keys are names of ours. */

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };

/** The text of the first element of this name. */
export function textOf(xml: string, name: string): string | undefined {
  const from = xml.indexOf(`<${name}>`);
  if (from === -1) return undefined;
  const start = from + name.length + 2;
  const end = xml.indexOf(`</${name}>`, start);
  return end === -1 ? undefined : unescape(xml.slice(start, end));
}

/** The contents of every element of this name. */
export function elementsOf(xml: string, name: string): string[] {
  return xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.slice(0, Math.max(0, rest.indexOf(`</${name}>`))));
}

function unescape(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[String(name)] ?? whole;
  });
}
