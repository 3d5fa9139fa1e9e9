import { sep } from 'node:path';
import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { createSecretKey } from '../../platform/secret-key.ts';
import { isSignedFileUrl, signedFileUrl } from './downloads/signed-file-url.ts';
import { musicFolder, songPath } from './downloads/song-files.ts';
import { readFound } from './videos/found-video.ts';
import { isVideoAddress, pageAddress, readVideoId } from './videos/video-address.ts';
import { readInfo } from './videos/video-info.ts';
import { dayOf, isAtLeast, isVersion } from './yt-dlp/tool-version.ts';
import { explainYtDlp } from './yt-dlp/yt-dlp-errors.ts';

const youtube = readConfig({}, '/nowhere');
const own = readConfig(
  { MUSIC_HOSTS: 'videos.example, 127.0.0.1:8099', MUSIC_VIDEO_URL: 'https://videos.example/w/{videoId}/play' },
  '/nowhere',
);
const id = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-'), minLength: 11, maxLength: 11 });
const config = fc.constantFrom(youtube, own);
const typed = textOf(
  'https://',
  'http://',
  'javascript:',
  '//',
  'youtube.com',
  'youtu.be',
  'www.',
  '.evil.example',
  'videos.example',
  '127.0.0.1:8099',

  '/watch?v=',
  '/w/',
  '/play',
  '/shorts/',
  '@',
  ':',
  '#',
  '?',
  '&',
  '/',
  '\\',
  '%2f',
  '..',
  ' ',
  'dQw4w9WgXcQ',
  'user:pass@',
);

it('finds the id of a video in its own address', () => {
  fc.assert(
    fc.property(config, id, (settings, videoId) => {
      expect(readVideoId(settings, pageAddress(settings, videoId))).toBe(videoId);
    }),
  );
  fc.assert(
    fc.property(
      id,
      fc.constantFrom('www.', 'm.', ''),
      fc.constantFrom('/watch?v=', '/shorts/', '/embed/', '/live/'),
      (videoId, start, path) => {
        expect(readVideoId(youtube, ` ${start}youtube.com${path}${videoId} `)).toBe(videoId);
        expect(readVideoId(youtube, `https://youtu.be/${videoId}?si=x`)).toBe(videoId);
      },
    ),
  );
});

it('takes from any text at most an id whose page is on an allowed host', () => {
  fc.assert(
    fc.property(config, typed, (settings, text) => {
      const videoId = readVideoId(settings, text);
      if (videoId === undefined) return;
      expect(videoId).toMatch(/^[\w-]{1,64}$/);
      expect(isVideoAddress(settings, new URL(pageAddress(settings, videoId)))).toBe(true);
    }),
  );
});

it('allows no address on another host, with another scheme or with a password', () => {
  fc.assert(
    fc.property(config, typed, (settings, text) => {
      if (!URL.canParse(text) || !isVideoAddress(settings, new URL(text))) return;
      const { protocol, hostname, host, username, password } = new URL(text);
      expect([username, password]).toEqual(['', '']);
      expect(protocol).toMatch(/^https?:$/);
      const hosts =
        settings === own ? ['videos.example'] : ['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'ytimg.com'];
      expect(host === '127.0.0.1:8099' || hosts.some((one) => `.${hostname}`.endsWith(`.${one}`))).toBe(true);
    }),
  );
});

it('makes a page of an id alone, or refuses it with 4xx', () => {
  fc.assert(
    fc.property(config, typed, (settings, videoId) => {
      try {
        expect(new URL(pageAddress(settings, videoId)).href).toContain(videoId);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});

it('reads what yt-dlp prints, whatever it is, as one line each and nothing that is not a video', () => {
  const field = fc.oneof(typed, fc.jsonValue(), fc.double());
  const info = fc.record(
    {
      id: field,
      title: field,
      duration: field,
      channel: field,
      uploader: field,
      thumbnail: field,
      thumbnails: field,
      is_live: field,
      url: field,
      ie_key: fc.constantFrom('Youtube', 'x'),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(info, fc.jsonValue()), config, (json, settings) => {
      const read = readInfo(json);
      if (!read) return;
      expect(read.title).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u);
      expect(read.duration === null || (Number.isFinite(read.duration) && read.duration >= 0)).toBe(true);
      expect(read.thumbnail === null || URL.canParse(read.thumbnail)).toBe(true);
      const found = readFound(settings, json);
      if (found) expect(found.videoId).toMatch(/^[\w-]{1,64}$/);
    }),
  );
  fc.assert(
    fc.property(textOf('ERROR: ', 'private video', '\n', 'http error 403'), (stderr) => {
      expect(explainYtDlp(stderr) ?? '').not.toContain('ERROR');
    }),
  );
});

it('stores songs within their folder alone', () => {
  fc.assert(
    fc.property(textOf('/', '..', 'a', '-audio-', '0123456789abcdef', '.mp3', '\\', '\0', '-'), (name) => {
      const path = () => songPath(youtube, name);
      if (/^[\w-]{1,64}-(?:audio|video)-[0-9a-f]{16}\.\w{3,4}$/.test(name) && !name.includes('/'))
        expect(path().startsWith(musicFolder(youtube) + sep)).toBe(true);
      else expect(path).toThrow('Not a song file');
    }),
  );
});

it('opens a signed link until it expires, and no other', () => {
  const key = createSecretKey('s'.repeat(32));
  const ctxAt = (ms: number) => ({ clock: () => new Date(ms), key }) as unknown as Ctx;
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.uuid(),
      fc.nat(4e9),
      fc.nat(600_000),
      fc.string(),
      (workId, userId, now, laterMs, other) => {
        const owner = { workId, userId };
        const { searchParams } = new URL(signedFileUrl(ctxAt(now), owner), 'http://a');
        const given = { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' };
        expect(isSignedFileUrl(ctxAt(now + laterMs), owner, given)).toBe(laterMs < 300_000);
        const forged = [
          { ...given, expires: String(Number(given.expires) + 1) },
          { ...given, signature: other },
          { ...given, expires: other },
        ];
        for (const one of forged) expect(isSignedFileUrl(ctxAt(now), owner, one)).toBe(false);
        expect(isSignedFileUrl(ctxAt(now), { workId: userId, userId: workId }, given)).toBe(workId === userId);
      },
    ),
  );
});

const write = ([year, month, day, time]: [number, number, number, number | null]) =>
  [year, month, day, ...(time === null ? [] : [time])].join('.');

it('compares versions as their numbers compare', () => {
  const version = fc.tuple(
    fc.integer({ min: 2000, max: 2100 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.option(fc.nat(999_999)),
  );
  fc.assert(
    fc.property(version, version, (one, other) => {
      const [a, b] = [write(one), write(other)];
      expect([isVersion(a), isAtLeast(a, a)]).toEqual([true, true]);
      expect(isAtLeast(a, b) || isAtLeast(b, a)).toBe(true);
      expect(dayOf(a).toISOString().slice(0, 10)).toBe(
        [one[0], ...one.slice(1, 3).map((part) => String(part).padStart(2, '0'))].join('-'),
      );
      if (dayOf(a) > dayOf(b)) expect([isAtLeast(a, b), isAtLeast(b, a)]).toEqual([true, false]);
    }),
  );
});
