import { MessageFlags, type APIEmbed } from 'discord-api-types/v10';
import type { Channel, Person } from '../demo.ts';
import { html, type Html } from '../http/html.ts';
import { messagesIn } from '../model/messages.ts';
import type { StoredMessage } from '../model/records.ts';
import type { Scene } from '../model/scene.ts';

/** What one person sees in a channel. */
export function messageList(scene: Scene, { id }: Channel, viewer: Person): Html[] {
  const visible = messagesIn(scene, id).filter(({ onlyFor }) => !onlyFor || onlyFor === viewer.id);
  const waiting = [...scene.interactions.values()].filter(
    ({ channelId, person, state }) => channelId === id && person.id === viewer.id && state === 'waiting',
  );
  if (visible.length + waiting.length === 0) {
    return [html`<p class="quiet">Nobody has said anything here yet.</p>`];
  }
  return [
    ...visible.map((entry) => oneMessage(scene, entry)),
    ...waiting.map(({ line }) => html`<p class="quiet">${line}: the bot has not answered.</p>`),
  ];
}

function oneMessage(scene: Scene, { message, onlyFor }: StoredMessage): Html {
  const { author, content, embeds, timestamp, edited_timestamp: editedAt, flags = 0 } = message;
  const usedBy = message.interaction_metadata?.user;
  const isThinking = (flags & MessageFlags.Loading) !== 0;
  const time = new Date(timestamp).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return html`<article class="message ${onlyFor ? 'private' : ''}">
    <strong class="${author.bot ? 'bot' : ''}">${author.global_name ?? author.username}</strong>
    <small>
      <time datetime="${timestamp}">${time}</time>
      ${usedBy && `· answers ${usedBy.global_name ?? usedBy.username}`}
      ${onlyFor !== undefined && '· only you see this'} ${editedAt && !usedBy ? '· edited' : ''}
    </small>
    <p>${isThinking ? [html`<em>is thinking…</em>`] : richText(scene, content)}</p>
    ${embeds.map((embed) => oneEmbed(scene, embed))}
  </article>`;
}

function oneEmbed(scene: Scene, { title, description, fields = [] }: APIEmbed): Html {
  return html`<div class="embed">
    ${title && html`<strong>${title}</strong>`} ${description && html`<p>${richText(scene, description)}</p>`}
    ${fields.map(({ name, value }) => html`<p><strong>${name}</strong> ${richText(scene, value)}</p>`)}
  </div>`;
}

const marks = /\\([\\*_`~|>#\-[\]().!<@:/])|\*\*(.+?)\*\*|`([^`]+)`|<@!?(\d+)>|<#(\d+)>/gs;

/** The little of Discord's markdown that the bot and its people use. */
function richText(scene: Scene, content: string): Html[] {
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
