/** Preserves carriage returns: as CRLF line ends if consistent, otherwise as visible characters. */
export function lineSeparatorOf(text: string): string | undefined {
  if (!text.includes('\r')) return undefined;
  return /(^|[^\r])\n|\r(?!\n)/.test(text) ? '\n' : '\r\n';
}

export function withLineEnds(text: string, separator: string): string {
  return text.replaceAll(/\r\n?|\n/g, separator);
}
