import { serversRoutes } from '@tribehall/contract/servers.contract';
import { describe, expect, it } from 'vitest';
import { newLinkToken } from '../servers.mutations.ts';

describe('newLinkToken', () => {
  it('makes what the portal takes, another one each time', () => {
    const { body } = serversRoutes['POST /ark/servers/{id}/token'];
    const tokens = Array.from({ length: 50 }, newLinkToken);
    for (const newToken of tokens) expect(body.safeParse({ newToken }).success).toBe(true);
    expect(new Set(tokens).size).toBe(50);
  });
});
