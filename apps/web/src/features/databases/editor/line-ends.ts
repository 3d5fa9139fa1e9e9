/** Text with carriage returns keeps them as they are: all of them as line ends, or each as a sign of its own. */
export function lineSeparatorOf(text: string): string | undefined {
  if (!text.includes('\r')) return undefined;
  return /(^|[^\r])\n|\r(?!\n)/.test(text) ? '\n' : '\r\n';
}

export function withLineEnds(text: string, separator: string): string {
  return text.replaceAll(/\r\n?|\n/g, separator);
}
