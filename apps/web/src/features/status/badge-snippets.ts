/** The badge of a server as Markdown and HTML. Names are text: nothing in them ends a snippet or begins a tag. */
export function badgeSnippets({ id, name }: { id: string; name: string }, origin: string) {
  const path = `/api/status/${encodeURIComponent(id)}/badge.svg`;
  const [image, page] = [`${origin}${path}`, `${origin}/status`];
  const text = name.replaceAll(/\p{C}/gu, '').trim();
  return {
    path,
    markdown: `[![${escapeMarkdown(text)}](${image})](${page})`,
    html: `<a href="${page}"><img src="${image}" alt="${escapeHtml(text)}"></a>`,
  };
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+!|~]/g, String.raw`\$&`);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
