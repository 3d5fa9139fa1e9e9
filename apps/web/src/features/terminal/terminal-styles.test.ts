import { describe, expect, it } from 'vitest';
import { openStyled } from './terminal-styles.ts';

describe('the styles of the terminal', () => {
  it('carry the nonce while it opens, and only then', () => {
    const nonce = Object.assign(document.createElement('meta'), { name: 'csp-nonce', content: 'n1' });
    document.head.replaceChildren(nonce);
    const made: HTMLElement[] = [];
    const release = openStyled(() => made.push(document.createElement('style'), document.createElement('div')));
    expect(made.map((element) => element.nonce || '')).toEqual(['n1', '']);
    expect(document.createElement('style').nonce || '').toBe('');
    expect(Object.hasOwn(document, 'createElement')).toBe(false);
    release();
  });

  it('of its spans are set the way that is allowed, until the last terminal is gone', () => {
    const first = openStyled(() => undefined);
    const second = openStyled(() => undefined);
    first();
    const span = document.createElement('span');
    // The stand-in for a browser writes the attribute itself when this is set.
    Object.defineProperty(span, 'style', { value: { cssText: '' } });
    span.setAttribute('style', 'color: red;');
    span.setAttribute('title', 'unchanged');
    expect([span.style.cssText, span.title]).toEqual(['color: red;', 'unchanged']);
    expect(span.hasAttribute('style')).toBe(false);
    expect(Object.hasOwn(HTMLSpanElement.prototype, 'setAttribute')).toBe(true);
    second();
    expect(Object.hasOwn(HTMLSpanElement.prototype, 'setAttribute')).toBe(false);
  });

  it('leave no trace of an opening that failed', () => {
    expect(() =>
      openStyled(() => {
        throw new Error('no room');
      }),
    ).toThrow('no room');
    expect(Object.hasOwn(document, 'createElement')).toBe(false);
  });
});
