import { rights, type Route } from '@tribehall/contract';
import * as z from 'zod';
import { createTurns, eachInTurns } from '../platform/turns.ts';

/** A plain page that needs no script to be read. */
export async function renderDocs(routes: Record<string, Route>): Promise<string> {
  const groups = new Map<string, string[]>();
  await eachInTurns(Object.entries(routes), createTurns(), (call) => {
    const group = call[0].split('/')[1] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), renderCall(call)]);
  });
  const sections = [...groups].map(
    ([name, calls]) => `<section><h2 id="${escape(name)}">${escape(name)}</h2>${calls.join('')}</section>`,
  );
  const links = [...groups.keys()].map((name) => `<a href="#${escape(name)}">${escape(name)}</a>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API · Tribehall</title><link rel="stylesheet" href="/api/docs.css"><script type="module" src="/api/docs.js"></script></head><body><main><h1>Tribehall API</h1>
<p>All paths are below <code>/api</code>. The same as data: <a href="/api/openapi.json">openapi.json</a></p>
<p id="try" hidden><label>API token to try calls with <input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="thp_…"></label> It stays on this page, and is gone when you leave it.</p>
<nav aria-label="Groups">${links.join(' ')}</nav>${sections.join('')}</main></body></html>`;
}

function renderCall([key, route]: [string, Route]): string {
  const [method = '', path = ''] = key.split(' ');
  const parts: [string, Route['body'] | Route['reply']][] = [
    ['Path', route.params],
    ['Query', route.query],
    ['Body', route.body],
    ['Reply', route.reply],
  ];
  return `<details data-call="${escape(key)}"><summary><b>${method}</b> <code>${escape(path)}</code> <span>${escape(route.summary)}</span></summary>
<p>${escape(describeAccess(route))}</p>${parts.map(renderPart).join('')}</details>`;
}

/** Who may make a call, and with which API tokens. */
export function describeAccess({ right, scope }: Route): string {
  if (scope === undefined) return rights[right];
  return `${rights[right]} ${scope === 'none' ? "API tokens can't make this call." : `API tokens need the scope ${scope}.`}`;
}

function renderPart([title, schema]: [string, Route['body'] | Route['reply']]): string {
  if (schema === undefined) return '';
  const text = typeof schema === 'string' ? schema : JSON.stringify(shapeOf(schema), null, 2);
  return `<h3>${title}</h3><pre tabindex="0">${escape(text)}</pre>`;
}

function shapeOf(schema: z.ZodType): object {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return shape;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const docsStyle = `:root{color-scheme:dark light;--page:#12161e;--card:#1a1f29;--line:#2f3644;--text:#e6e9ef;--dim:#9aa3b2;--accent:#34cba4}
@media(prefers-color-scheme:light){:root{--page:#fff;--card:#f8f9fb;--line:#dee2e6;--text:#0d1016;--dim:#5b6472;--accent:#0b7d62}}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.5 Inter,system-ui,sans-serif}main{max-width:880px;margin:0 auto;padding:24px}
a{color:var(--accent)}nav a{display:inline-block;margin-right:12px;min-height:24px}h1{font-size:22px}h2{font-size:16px;margin-top:24px}h3{font-size:12px;color:var(--dim);margin:12px 0 4px}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:8px 12px;margin:4px 0}summary{cursor:pointer}summary span{color:var(--dim)}
form{display:grid;gap:8px;margin:12px 0 4px;padding-top:12px;border-top:1px solid var(--line)}form h3{margin:0}label{display:block}
input,textarea,button{font:inherit;color:inherit;background:var(--page);border:1px solid var(--dim);border-radius:6px;padding:6px 8px;box-sizing:border-box;max-width:100%}
form input,textarea{display:block;width:100%}textarea{min-height:96px;font:12px/1.5 monospace}button{min-height:32px;cursor:pointer;justify-self:start}
pre{overflow:auto;max-height:480px;margin:0;padding:8px;border:1px solid var(--line);border-radius:6px;font-size:12px}`;
