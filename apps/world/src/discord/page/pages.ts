import type { ServerResponse } from 'node:http';
import type { Reply } from '../http/reply.ts';
import { findChannel } from '../model/guild.ts';
import { giveCommand } from '../model/interactions.ts';
import { postMessage } from '../model/messages.ts';
import { findPerson, membersOf } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import { leaveVoice, moveInVoice } from '../model/voice-states.ts';
import { readCommandForm } from './command-forms.ts';
import { guildPage, viewAddress, type View } from './guild-page.ts';
import { liveScript, streamChanges } from './live.ts';
import { style } from './style.ts';

export type Pages = ReturnType<typeof createPages>;

const maxText = 2_000;

/** The pages on which a person looks at this Discord and acts in it. */
export function createPages(scene: Scene) {
  const files: Record<string, Reply> = {
    '/style.css': file('text/css', style),
    '/live.js': file('text/javascript', liveScript),
  };
  const acts: Record<string, (view: View, form: URLSearchParams) => void> = {
    '/say': ({ viewer, channel }, form) => say(scene, { viewer, channel }, form.get('text') ?? ''),
    '/command': ({ viewer, channel }, form) => {
      const name = form.get('name') ?? '';
      giveCommand(scene, viewer, channel, name, readCommandForm(scene, name, form));
    },
    '/voice': (_, form) => {
      const person = findPerson(scene, form.get('person') ?? '');
      const to = form.get('to');
      if (to) moveInVoice(scene, person, findChannel(scene, to));
      else leaveVoice(scene, person);
    },
  };
  return {
    /** Returns undefined where it writes to the response itself. */
    show: (url: URL, response: ServerResponse): Reply | undefined => {
      if (url.pathname === '/live') {
        streamChanges(scene, response);
        return undefined;
      }
      if (url.pathname === '/') return guildPage(scene, viewOf(scene, url.searchParams));
      return files[url.pathname] ?? { ...file('text/plain', 'There is nothing here.\n'), status: 404 };
    },
    act: (path: string, form: URLSearchParams): Reply => {
      const { notice: _, ...view } = viewOf(scene, form);
      const act = acts[path];
      if (!act) return { ...file('text/plain', 'There is nothing here.\n'), status: 404 };
      return { status: 303, headers: { location: viewAddress({ ...view, ...attempt(() => act(view, form)) }) } };
    },
  };
}

/** Shows the error on the page. */
function attempt(act: () => void): { notice?: string } {
  try {
    act();
    return {};
  } catch (error) {
    return { notice: (error as Error).message };
  }
}

function say(scene: Scene, { viewer, channel }: View, text: string): void {
  if (text.trim() === '' || text.length > maxText) throw new Error(`A message has 1 to ${maxText} characters.`);
  postMessage(scene, channel.id, viewer, { content: text });
}

function viewOf(scene: Scene, query: URLSearchParams): View {
  const people = membersOf(scene).filter(({ isBot }) => !isBot);
  const channels = [...scene.channels.values()].filter(({ kind }) => kind === 'text');
  const viewer = people.find(({ username }) => username === query.get('as')) ?? people[0];
  const channel = channels.find(({ name }) => name === query.get('channel')) ?? channels[0];
  if (!viewer || !channel) throw new Error('This guild is empty.');
  const notice = query.get('notice');
  return { viewer, channel, ...(notice ? { notice } : {}) };
}

function file(type: string, body: string): Reply {
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body };
}
