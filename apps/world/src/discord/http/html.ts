/** Text that is HTML already. */
export type Html = { html: string };

type Piece = Html | string | number | undefined | false | readonly Html[];

/** Everything put into the template is text, and is escaped, unless it is HTML already. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const parts = strings.map((text, index) => text + render(pieces[index]));
  return { html: parts.join('') };
}

function render(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escape(String(piece));
  return 'html' in piece ? piece.html : piece.map(({ html }) => html).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
