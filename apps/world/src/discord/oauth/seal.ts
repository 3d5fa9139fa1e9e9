import { createHmac, timingSafeEqual } from 'node:crypto';

export type Seal<T> = { close: (content: T) => string; open: (token: string) => T | undefined };

export function createSeal<T>(secret: string): Seal<T> {
  const mark = (text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    close: (content) => {
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${mark(text).toString('base64url')}`;
    },
    open: (token) => {
      const [text = '', given = ''] = token.split('.');
      const [expected, actual] = [mark(text), Buffer.from(given, 'base64url')];
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as T;
    },
  };
}
