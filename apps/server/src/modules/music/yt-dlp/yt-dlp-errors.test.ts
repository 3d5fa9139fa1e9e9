import { expect, it } from 'vitest';
import { explainYtDlp } from './yt-dlp-errors.ts';

it.each([
  ["[youtube] a: Private video. Sign in if you've been granted access to this video", 'This video is private.'],
  ['[youtube] a: Sign in to confirm your age. This video may be inappropriate', 'This video is age-restricted.'],
  ['[youtube] a: Video unavailable. This video has been removed by the uploader', 'This video is not available.'],
  [
    '[youtube] a: Sign in to confirm you’re not a bot. Use --cookies-from-browser',
    'The video site is rate-limiting this portal. Please try again later.',
  ],
  [
    '[youtube] a: The uploader has not made this video available in your country',
    "This video is not available in this portal's country.",
  ],
  ['[youtube] a: This live event will begin in 3 hours.', 'This video has not started yet.'],
  ['[generic] Unsupported URL: https://x.test/', 'This is not a video URL.'],
  [
    '[generic] none: Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404>)',
    'This video is not available.',
  ],
  [
    '[youtube] a: Unable to download API page: <urlopen error [Errno -2] Name or service not known> (caused by URLError())',
    'The video site is not responding properly. Please try again later.',
  ],
  ['Postprocessing: ffprobe and ffmpeg not found', 'The song could not be converted.'],
])('has a message for: %s', (stderrLine, sentence) => {
  expect(explainYtDlp(`WARNING: x\nERROR: earlier\nERROR: ${stderrLine}\n`)).toBe(sentence);
});

it.each([
  '',
  'Traceback (most recent call last):',
  "ERROR: 'NoneType' object is not subscriptable; please report this issue",
])('knows nothing of %j', (stderr) => {
  expect(explainYtDlp(stderr)).toBeUndefined();
});
