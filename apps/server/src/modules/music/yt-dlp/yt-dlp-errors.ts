/** Phrases of yt-dlp's errors that its versions share, and our message for the user. */
const kinds: readonly (readonly [words: readonly string[], sentence: string])[] = [
  [['urls are explicitly disabled', 'urls are disabled'], 'The video redirects to a host that is not allowed.'],
  [['private video', 'video is private'], 'This video is private.'],
  [['confirm your age', 'age-restricted', 'age restricted'], 'This video is age-restricted.'],
  [['members-only', 'members only', 'join this channel'], 'This video is only for members of its channel.'],
  [
    ['not a bot', 'http error 429', 'too many requests', 'rate-limit', 'rate limit'],
    'The video site is rate-limiting this portal. Please try again later.',
  ],
  [
    ['in your country', 'geo restrict', 'geo-restrict', 'from your location'],
    "This video is not available in this portal's country.",
  ],
  [['live event will begin', 'premieres in'], 'This video has not started yet.'],
  [['live stream', 'livestream', 'is live'], 'Live streams cannot be downloaded.'],
  [['drm protect', 'drm-protect'], 'This video is copy-protected.'],
  [['unsupported url', 'is not a valid url', 'no suitable extractor'], 'This is not a video URL.'],
  [
    ['requested format is not available', 'no video formats', 'no formats found'],
    'This video has no downloadable formats.',
  ],
  [
    [
      'video unavailable',
      'not available',
      'no longer available',
      'been removed',
      'been deleted',
      'does not exist',
      'account associated with this video',
      'http error 404',
      'http error 410',
    ],
    'This video is not available.',
  ],
  [
    ['sign in', 'log in', 'login required', 'http error 401', 'account is required'],
    'This video requires a login on the video site.',
  ],
  [['http error 403'], 'The video site refused the download.'],
  [
    [
      'timed out',
      'timeout',
      'unable to connect',
      'connection refused',
      'connection reset',
      'remote end closed',
      'failed to resolve',
      'name or service not known',
      'network is unreachable',
      'unable to download',
      'http error 5',
      'incompleteread',
      'tunnel connection failed',
    ],
    'The video site is not responding properly. Please try again later.',
  ],
  [['postprocessing', 'ffmpeg', 'conversion failed'], 'The song could not be converted.'],
  [['no space left'], 'The portal is out of disk space.'],
];

/** Our message for the last error of a run; undefined where it is not recognized. yt-dlp's own text stays in the log. */
export function explainYtDlp(stderr: string): string | undefined {
  const last = stderr.split('\n').findLast((line) => line.includes('ERROR: '));
  const text = last?.toLowerCase();
  return text === undefined ? undefined : kinds.find(([words]) => words.some((word) => text.includes(word)))?.[1];
}
