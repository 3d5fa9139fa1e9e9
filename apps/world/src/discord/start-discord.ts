import { createGateway } from './gateway/gateway.ts';
import { createPort } from './http/port.ts';
import { createWebServer } from './http/web-server.ts';
import { createScene, type SceneOptions } from './model/create-scene.ts';
import type { Scene } from './model/scene.ts';
import { createSteering, type Steering } from './steering.ts';
import { makeCertificate } from './voice/certificate.ts';
import { createVoiceServer } from './voice/voice-server.ts';

export type DiscordOptions = SceneOptions & {
  /** Where its certificate is stored. */
  folder: string;
  /** Ports to try first, so that an open tab continues to work. */
  ports?: readonly number[];
};

export type Discord = Steering & {
  /** What points the portal and the bot at it. The certificate has to be known before a process starts. */
  settings: DiscordSettings;
  stop: () => Promise<void>;
};

export type DiscordSettings = ReturnType<typeof settingsOf>;

/** Starts a stand-in Discord: API, authorize page, gateway, voice, and a page to view it. */
export async function startDiscord(options: DiscordOptions): Promise<Discord> {
  const scene = createScene(options);
  const certificate = await makeCertificate(options.folder);
  const voice = await createVoiceServer(scene, certificate);
  const server = createWebServer(scene);
  const gateway = createGateway(scene, server);
  const web = createPort(server, options.ports);
  const open = async () => {
    const [webPort, voicePort] = [await web.open(), await voice.port.open()];
    scene.addresses.web = `http://127.0.0.1:${webPort}`;
    scene.addresses.gateway = `ws://127.0.0.1:${webPort}`;
    scene.addresses.voice = `localhost:${voicePort}`;
  };
  const shut = async () => {
    await Promise.all([web.shut(), voice.port.shut()]);
  };
  const stop = async () => {
    await shut();
    await voice.close();
  };
  try {
    await open();
  } catch (error) {
    await stop();
    throw error;
  }
  const steering = createSteering({ scene, gateway, open, shut });
  return { ...steering, settings: settingsOf(scene, certificate.certFile), stop };
}

function settingsOf({ application, guild, addresses: { web } }: Scene, certFile: string) {
  return {
    GUILD_ID: guild.id,
    DISCORD_CLIENT_ID: application.id,
    DISCORD_CLIENT_SECRET: application.clientSecret,
    DISCORD_BOT_TOKEN: application.botToken,
    DISCORD_AUTHORIZE_URL: `${web}/oauth2/authorize`,
    DISCORD_API_BASE: `${web}/api`,
    DISCORD_CDN_BASE: web,
    DISCORD_OAUTH_ISSUER: web,
    SITE_CHAT_INVITE_URL: `${web}/`,
    NODE_EXTRA_CA_CERTS: certFile,
  };
}
