const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For HTML and XML alike; characters that XML does not know are left out. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign).replace(/[^\P{Cc}\t\n\r]/gu, '');
}

/** JSON inside of a script: nothing in it can end the script. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

export function htmlPage(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
${head}
<style>
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: #14181c; color: #e8e6e3 }
a { color: #8cc8ff }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem; padding: 0; list-style: none }
li, h1 { overflow-wrap: anywhere }
img, video, iframe { display: block; width: 100%; aspect-ratio: 16 / 9; border: 0; background: #000 }
</style>
</head>
<body>
${body}
</body>
</html>
`;
}
