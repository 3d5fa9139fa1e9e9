import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { isLoopback } from '../../../settings.ts';

const youtubeHosts = ['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'ytimg.com'];
const youtubeId = /^[\w-]{11}$/;
const anyId = /^[\w-]{1,64}$/;

/** Hosts of MUSIC_HOSTS with a port: they may have a private address. */
export function privateHosts(config: Config): ReadonlySet<string> {
  return new Set(config.MUSIC_HOSTS.filter((host) => /:\d+$/.test(host)).map((host) => host.toLowerCase()));
}

/** Whether all videos come from this machine: the demo world and tests. */
export function isOwnSite({ MUSIC_HOSTS }: Config): boolean {
  return MUSIC_HOSTS.length > 0 && MUSIC_HOSTS.every((host) => isLoopback(host.replace(/:\d+$/, '')));
}

/** Whether videos and thumbnails may be loaded from this URL. A host includes its subdomains. */
export function isVideoAddress(config: Config, url: URL): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '') return false;
  const hosts = config.MUSIC_HOSTS.length > 0 ? config.MUSIC_HOSTS : youtubeHosts;
  return hosts.some((host) => isHost(host.toLowerCase(), url));
}

/** The page of a video, on an allowed host. */
export function pageAddress(config: Config, videoId: string): string {
  const address = anyId.test(videoId) ? config.MUSIC_VIDEO_URL.replaceAll('{videoId}', videoId) : '';
  if (!URL.canParse(address) || !isVideoAddress(config, new URL(address)))
    throw new AppError('BAD_REQUEST', 'This video cannot be downloaded here.');
  return new URL(address).href;
}

export function embedAddress(config: Config, videoId: string): string {
  return config.MUSIC_EMBED_URL.replaceAll('{videoId}', encodeURIComponent(videoId));
}

/** The id in a video URL that was typed or pasted; undefined where it is not one. */
export function readVideoId(config: Config, text: string): string | undefined {
  const typed = text.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (/\s/.test(typed) || !/[./]/.test(typed) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!isVideoAddress(config, url)) return undefined;
  return youtubeHosts.some((host) => isHost(host, url))
    ? readYoutubeId(url)
    : readByTemplate(config.MUSIC_VIDEO_URL, url);
}

function isHost(host: string, url: URL): boolean {
  if (/:\d+$/.test(host)) return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}` === host;
  return url.port === '' && (url.hostname === host || url.hostname.endsWith(`.${host}`));
}

/** Other query parameters are ignored. */
function readByTemplate(template: string, url: URL): string | undefined {
  const hole = 'x0videoid0x';
  const wanted = new URL(template.replaceAll('{videoId}', hole));
  if (wanted.host !== url.host) return undefined;
  const [parameter] = [...wanted.searchParams].find(([, value]) => value === hole) ?? [];
  if (parameter !== undefined)
    return wanted.pathname === url.pathname ? checked(url.searchParams.get(parameter)) : undefined;
  const [before = '', after = ''] = wanted.pathname.split(hole);
  const isLike = wanted.pathname.includes(hole) && url.pathname.startsWith(before) && url.pathname.endsWith(after);
  return isLike ? checked(url.pathname.slice(before.length, url.pathname.length - after.length)) : undefined;
}

function readYoutubeId(url: URL): string | undefined {
  const [, first = '', second] = url.pathname.split('/');
  const inPath = ['shorts', 'embed', 'live', 'v'].includes(first) ? second : undefined;
  return checked(isHost('youtu.be', url) ? first : (inPath ?? url.searchParams.get('v')), youtubeId);
}

function checked(id: string | null | undefined, pattern = anyId): string | undefined {
  return id && pattern.test(id) ? id : undefined;
}
