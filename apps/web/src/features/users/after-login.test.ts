import { describe, expect, it } from 'vitest';
import { afterLogin } from './after-login.ts';

describe('afterLogin', () => {
  it('leads to the wanted page', () => {
    expect(afterLogin('/users?search=a')).toBe('/users?search=a');
  });

  it.each([undefined, '', '//e', '/login', '/login/', '/register?x=1', '/logout', '/logout?redirect=/'])(
    'leads home instead of to %j',
    (redirect) => {
      expect(afterLogin(redirect)).toBe('/');
    },
  );
});
