import { html, type Html } from '../http/html.ts';
import type { Scene } from '../model/scene.ts';

const marks = /\\([\\*_`~|>#\-[\]().!<@:/])|\*\*(.+?)\*\*|`([^`]+)`|<@!?(\d+)>|<#(\d+)>/gs;

/** The little of Discord's markdown that the bot and its people use. */
export function richText(scene: Scene, content: string): Html[] {
  const pieces: Html[] = [];
  let from = 0;
  for (const match of content.matchAll(marks)) {
    const [whole, escaped, bold, code, personId, channelId] = match;
    pieces.push(html`${content.slice(from, match.index)}`);
    from = match.index + whole.length;
    if (escaped !== undefined) pieces.push(html`${escaped}`);
    else if (bold !== undefined) pieces.push(html`<strong>${richText(scene, bold)}</strong>`);
    else if (code !== undefined) pieces.push(html`<code>${code}</code>`);
    else if (personId !== undefined) pieces.push(mention(`@${scene.people.get(personId)?.globalName ?? personId}`));
    else pieces.push(mention(`#${scene.channels.get(channelId ?? '')?.name ?? channelId}`));
  }
  pieces.push(html`${content.slice(from)}`);
  return pieces;
}

function mention(text: string): Html {
  return html`<span class="mention">${text}</span>`;
}
