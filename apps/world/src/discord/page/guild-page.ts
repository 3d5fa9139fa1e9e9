import { isVoiceBased, type Channel, type Person } from '../demo.ts';
import { htmlPage } from '../http/html-page.ts';
import { html, type Html } from '../http/html.ts';
import type { Reply } from '../http/reply.ts';
import { botOf, membersOf } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import { createVoiceMeter, figuresOf } from '../voice/voice-meter.ts';
import { commandForms } from './command-forms.ts';
import { messageList } from './message-list.ts';

/** The person and channel being viewed, and the error of the last request. */
export type View = { viewer: Person; channel: Channel; notice?: string };

export function viewAddress({ viewer, channel, notice }: View): string {
  const query = new URLSearchParams({ channel: channel.name, as: viewer.username, ...(notice ? { notice } : {}) });
  return `/?${query.toString()}`;
}

/** No template: the bundler wants a helper for templates that end a script. */
const liveTag: Html = { html: '<script src="/live.js" defer></script>' };

/** The guild as a chat client shows it. */
export function guildPage(scene: Scene, view: View): Reply {
  const { viewer, channel, notice } = view;
  const hidden = html`<input type="hidden" name="as" value="${viewer.username}" /><input
      type="hidden"
      name="channel"
      value="${channel.name}"
    />`;
  const body = html`<div class="shell">
      <p class="label">Stand-in Discord of the demo world</p>
      <nav class="side" aria-label="Channels">
        <h1>${scene.guild.name}</h1>
        <h2>Text channels</h2>
        <ul>
          ${channelLinks(scene, view)}
        </ul>
        <h2>Voice channels</h2>
        <div id="voice" class="voice" data-live>${voiceList(scene)}</div>
      </nav>
      <main class="talk">
        <header>
          <h1>#${channel.name}</h1>
          <small>${channel.topic}</small>
        </header>
        <div id="messages" class="messages" data-live>${messageList(scene, channel, viewer)}</div>
        <form method="post" action="/say">
          ${hidden}
          <input
            name="text"
            aria-label="Message"
            placeholder="Message #${channel.name} as ${viewer.globalName}"
            maxlength="2000"
            required
            autocomplete="off"
            autofocus
          />
          <button>Send</button>
        </form>
      </main>
      <aside class="side tools" aria-label="Tools">
        ${notice !== undefined && html`<p class="notice" role="alert">${notice}</p>`}
        <h2>You are</h2>
        <p class="people">${personLinks(scene, view)}</p>
        <h2>Commands</h2>
        <div id="commands" data-live>${commandForms(scene, hidden)}</div>
        <h2>Voice</h2>
        <form method="post" action="/voice">
          ${hidden}
          <label
            >Who
            <select name="person">
              ${personOptions(scene, viewer)}
            </select></label
          >
          <label
            >Where
            <select name="to">
              ${voiceOptions(scene)}
            </select></label
          >
          <button>Move</button>
        </form>
      </aside>
    </div>
    ${liveTag}`;
  return htmlPage({ title: `#${channel.name} · ${scene.guild.name}`, body });
}

function channelLinks(scene: Scene, { viewer, channel: current }: View): Html[] {
  const texts = [...scene.channels.values()].filter(({ kind }) => kind === 'text');
  return texts.map((channel) => {
    const here = channel === current ? html`aria-current="page"` : html``;
    return html`<li><a href="${viewAddress({ viewer, channel })}" ${here}># ${channel.name}</a></li>`;
  });
}

function personLinks(scene: Scene, { viewer: current, channel }: View): Html[] {
  const people = membersOf(scene).filter(({ isBot }) => !isBot);
  return people.map((viewer) => {
    const here = viewer === current ? html`aria-current="true"` : html``;
    return html`<a href="${viewAddress({ viewer, channel })}" ${here}>${viewer.globalName}</a>`;
  });
}

function personOptions(scene: Scene, viewer: Person): Html[] {
  const people = membersOf(scene).filter(({ id, isBot }) => !isBot || scene.voiceStates.has(id));
  return people.map((person) => {
    const chosen = person === viewer ? html`selected` : html``;
    return html`<option value="${person.id}" ${chosen}>${person.globalName}</option>`;
  });
}

function voiceOptions(scene: Scene): Html[] {
  const channels = [...scene.channels.values()].filter(isVoiceBased);
  const options = channels.map(({ id, name }) => html`<option value="${id}">${name}</option>`);
  return [...options, html`<option value="">out of voice</option>`];
}

/** Who is in which voice channel, and whether the bot is playing. */
function voiceList(scene: Scene): Html[] {
  const bot = botOf(scene);
  const channels = [...scene.channels.values()].filter(isVoiceBased);
  return channels.map(({ id, name }) => {
    const there = [...scene.voiceStates].filter(([, { channelId }]) => channelId === id);
    const people = there.flatMap(([personId]) => scene.people.get(personId) ?? []);
    const { framesPerSecond, frames } = figuresOf(scene.voiceMeters.get(id) ?? createVoiceMeter());
    const isPlaying = framesPerSecond > 0;
    const hasBot = people.includes(bot);
    return html`<ul>
      <li class="room">${name}</li>
      ${people.map((person) => html`<li class="there">${person.globalName}${silenceOf(scene, person)}</li>`)}
      ${hasBot && isPlaying && html`<li class="audio">bot is playing: ${framesPerSecond} frames/s</li>`}
      ${hasBot && !isPlaying && html`<li class="there quiet">bot is silent (${frames} frames so far)</li>`}
    </ul>`;
  });
}

function silenceOf({ serverMuted, voiceStates }: Scene, { id }: Person): string {
  const state = voiceStates.get(id);
  if (serverMuted.has(id)) return ' (muted)';
  if (state?.requestedToSpeakAt !== undefined) return ' (asks to speak)';
  return state?.isSuppressed === true ? ' (may not speak)' : '';
}
