import { describe, expect, it } from 'vitest';
import { videoIdOf } from './music-tool.tsx';

describe('videoIdOf', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['  https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&index=2 ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?list=PL1&v=a-b_c#t=30', 'a-b_c'],
    ['http://127.0.0.1:8099/watch?v=watch-1', 'watch-1'],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share', 'dQw4w9WgXcQ'],
  ])('finds the video in %j', (url, videoId) => {
    expect(videoIdOf(url)).toBe(videoId);
  });

  it.each([
    '',
    '   ',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=',
    'https://www.youtube.com/watch?v=../../etc',
    'https://www.youtube.com/watch?v=--exec=a b',
    'https://www.youtube.com/watch?nov=abc',
    `https://www.youtube.com/watch?v=${'x'.repeat(65)}`,
    'https://evil.example/youtu.be/abc',
  ])('finds none in %j', (url) => {
    expect(videoIdOf(url)).toBeUndefined();
  });
});
