import { createRecorder } from '../recorder.ts';
import { demoApplication, demoChannels, demoGuild, demoMessages, demoPeople, demoRoles, otherGuild } from '../demo.ts';
import { createGrants } from '../oauth/grants.ts';
import { createSwitches } from '../switches.ts';
import { findChannel } from './guild.ts';
import { postMessage } from './messages.ts';
import { findPerson } from './people.ts';
import type { Application, Scene } from './scene.ts';
import { joinVoice } from './voice-states.ts';

export type SceneOptions = {
  application?: Partial<Application>;
  /** Whether people are in voice and there are messages already. */
  isLively?: boolean;
};

/** The community's guild with its people, and the bot in it. */
export function createScene({ application: given, isLively = true }: SceneOptions = {}): Scene {
  const application = { ...demoApplication, ...given };
  const bot = { id: application.id, username: application.name, globalName: application.name, isBot: true };
  const members = demoPeople.filter(({ isMember }) => isMember).map(({ id }) => id);
  const scene: Scene = {
    application,
    guild: { ...demoGuild, ownerId: findOwner(), members: new Set([...members, bot.id]), roles: createRoles() },
    foreignGuilds: new Map([[otherGuild.id, { ...otherGuild, members: new Set(otherGuild.members) }]]),
    people: new Map([...demoPeople, bot].map((person) => [person.id, person])),
    channels: new Map(demoChannels.map((channel) => [channel.id, channel])),
    directChannels: new Map(),
    messages: new Map(),
    commands: new Map(),
    interactions: new Map(),
    voiceStates: new Map(),
    serverMuted: new Set(),
    voiceTickets: new Map(),
    voiceMeters: new Map(),
    maxDaveProtocolVersion: undefined,
    daveEpoch: 0,
    grants: createGrants(application.clientSecret),
    switches: createSwitches(),
    recorder: createRecorder(),
    listeners: new Set(),
    watchers: new Set(),
    addresses: { web: '', gateway: '', voice: '' },
  };
  if (isLively) enliven(scene);
  return scene;
}

function createRoles(): Scene['guild']['roles'] {
  return new Map(demoRoles.map(({ id, name }) => [id, { id, name, members: new Set<string>() }]));
}

function findOwner(): string {
  return demoPeople.find(({ username }) => username === 'olive')?.id ?? '';
}

function enliven(scene: Scene): void {
  for (const { id, voice } of demoPeople) {
    if (voice) joinVoice(scene, findPerson(scene, id), findChannel(scene, voice));
  }
  for (const { channel, person, text } of demoMessages) {
    postMessage(scene, findChannel(scene, channel).id, findPerson(scene, person), { content: text });
  }
}
