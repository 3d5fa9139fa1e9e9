const videoId = /^[\w-]{1,64}$/;

/** Where an address names a video: the parameter `v`, or the short forms of the same site. */
const places = [/(?:^|[?&])v=([^&#]*)/, /^(?:https?:\/\/)?(?:www\.)?youtu\.be\/([^/?&#]*)/i, /\/shorts\/([^/?&#]*)/];

/** The id of the video that an address leads to. */
export function videoIdOf(url: string): string | undefined {
  const found = places.map((place) => place.exec(url.trim())?.[1]);
  return found.find((id) => id !== undefined && videoId.test(id));
}
