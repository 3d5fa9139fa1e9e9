import { describe, expect, it } from 'vitest';
import { createSseParser, type SseFrame } from './event-stream.ts';

function parseAll(...chunks: string[]): SseFrame[] {
  const parse = createSseParser();
  return chunks.flatMap(parse);
}

const stream = 'id: 7\ndata: {"a":1}\n\nid: 8\ndata: {"a":2}\n\n';
const frames = [
  { id: '7', data: '{"a":1}' },
  { id: '8', data: '{"a":2}' },
];

describe('the event stream parser', () => {
  it('reads frames with their ids', () => {
    expect(parseAll(stream)).toEqual(frames);
  });

  it('does not care where the text was cut', () => {
    for (let cut = 1; cut < stream.length; cut += 1) {
      expect(parseAll(stream.slice(0, cut), stream.slice(cut)), `cut at ${cut}`).toEqual(frames);
    }
    expect(parseAll(...stream.split(''))).toEqual(frames);
  });

  it('takes CRLF and CR for line ends, also when a CRLF is cut in half', () => {
    const withCrlf = 'data: a\r\ndata: b\r\nid: 7\r\n\r\ndata: c\r\n\r\n';
    for (let cut = 0; cut < withCrlf.length; cut += 1) {
      expect(parseAll(withCrlf.slice(0, cut), withCrlf.slice(cut)), `cut at ${cut}`).toEqual([
        { id: '7', data: 'a\nb' },
        { id: '7', data: 'c' },
      ]);
    }
    expect(parseAll('data: a\rdata: b\r\rdata: c\n\n')).toEqual([
      { id: undefined, data: 'a\nb' },
      { id: undefined, data: 'c' },
    ]);
  });

  it('joins several data lines', () => {
    expect(parseAll('data: one\ndata: two\ndata:\ndata:three\n\n')).toEqual([
      { id: undefined, data: 'one\ntwo\n\nthree' },
    ]);
  });

  it('skips comments and frames without data', () => {
    expect(parseAll(': keep-alive\n\nid: 3\ndata: one\n\nevent: x\n\n:data: no\ndata: yes\n\n')).toEqual([
      { id: '3', data: 'one' },
      { id: '3', data: 'yes' },
    ]);
  });

  it('takes away one space after the colon and no more', () => {
    expect(parseAll('data:  two spaces\n\n')[0]?.data).toBe(' two spaces');
  });

  it('does not return an unfinished frame', () => {
    expect(parseAll('data: half\n')).toEqual([]);
  });
});
