import { html, type Html } from './html.ts';
import type { Reply } from './reply.ts';

type PageOptions = {
  status?: number;
  title: string;
  body: Html;
  /** Where a form of the page may lead. */ formTarget?: string;
};

/** A complete page with the layout and styles of this Discord. */
export function htmlPage({ status = 200, title, body, formTarget = '' }: PageOptions): Reply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; " +
        `base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${formTarget}`.trim(),
      'referrer-policy': 'same-origin',
    },
    body: page.html,
  };
}
