import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { isVideoAddress, pageAddress, readVideoId } from './video-address.ts';

const usual = readConfig({}, '/nowhere');
const own = readConfig(
  { MUSIC_HOSTS: 'videos.example, 127.0.0.1:8099', MUSIC_VIDEO_URL: 'https://videos.example/w/{videoId}/play' },
  '/nowhere',
);

const is = (address: string, config = own) => isVideoAddress(config, new URL(address));

describe('the id of a video', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&t=4',
    'http://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ?x=1',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'youtu.be/dQw4w9WgXcQ',
    ' www.youtube.com/live/dQw4w9WgXcQ ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])('is found in %s', (text) => expect(readVideoId(usual, text)).toBe('dQw4w9WgXcQ'));

  it.each([
    'never gonna give you up',
    'dQw4w9WgXcQ',
    '',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://user:pass@www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=--exec=touch+x',
    'file:///watch?v=dQw4w9WgXcQ',
    'javascript://youtube.com/%0aalert(1)?v=dQw4w9WgXcQ',
    'http://127.0.0.1/watch?v=dQw4w9WgXcQ',
    'http://2130706433/watch?v=dQw4w9WgXcQ',
    'http://[::1]/watch?v=dQw4w9WgXcQ',
  ])('is not found in %s', (text) => expect(readVideoId(usual, text)).toBeUndefined());

  it('is found where the settings say that it stands', () => {
    expect(readVideoId(own, 'https://videos.example/w/abc_1/play?x=1')).toBe('abc_1');
    expect(readVideoId(own, 'https://videos.example/w/a/b/play')).toBeUndefined();
    expect(readVideoId(own, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')).toBeUndefined();
  });
});

it('knows the hosts of videos, what is below them, and ports only where they are said', () => {
  expect(is('https://videos.example/')).toBe(true);
  expect(is('http://cdn.videos.example/')).toBe(true);
  expect(is('http://127.0.0.1:8099/')).toBe(true);
  expect(is('http://127.0.0.1/')).toBe(false);
  expect(is('http://127.0.0.1:8098/')).toBe(false);
  expect(is('https://videos.example:8099/')).toBe(false);
  expect(is('ftp://videos.example/')).toBe(false);
  expect(is('https://i.ytimg.com/vi/x/hq.jpg', usual)).toBe(true);
});

it('makes the address of a page of an id, and of nothing else', () => {
  expect(pageAddress(usual, '-Qw4w9WgXc_')).toBe('https://www.youtube.com/watch?v=-Qw4w9WgXc_');
  for (const wrong of ['../x', 'a&b', '', 'a b', '\ud83e', 'x'.repeat(65)])
    expect(() => pageAddress(usual, wrong)).toThrow('cannot be downloaded here');
  const stray = readConfig({ MUSIC_VIDEO_URL: 'http://elsewhere.example/{videoId}' }, '/nowhere');
  expect(() => pageAddress(stray, 'abc')).toThrow('cannot be downloaded here');
});
