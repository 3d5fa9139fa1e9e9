import { routes } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';

const app = await createTestApp();

it('describes every call of the contract, and no other', async () => {
  const document = (await app.http.inject({ url: '/api/openapi.json' })).json<{
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
  }>();
  const described = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(described.map((operation) => operation.operationId).toSorted()).toEqual(Object.keys(routes).toSorted());
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/users/me']?.['get']?.security).toEqual([{ token: [] }]);
});

it('describes what a call needs', async () => {
  const { paths } = (await app.http.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, object>>;
  }>();
  expect(paths['/users/login']?.['post']).toMatchObject({
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: { required: ['email', 'password'] } } } },
  });
  expect(paths['/users/me']?.['get']).not.toHaveProperty('requestBody');
  expect(paths['/ark/servers/{id}']?.['get']).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true }],
  });
});

it('can be read as a page', async () => {
  const page = await app.http.inject({ url: '/api/docs' });
  for (const key of Object.keys(routes)) expect(page.body).toContain(`<code>${key.split(' ')[1]}</code>`);
  expect(page.body).not.toContain('<script');
  expect((await app.http.inject({ url: '/api/docs.css' })).headers['content-type']).toBe('text/css; charset=utf-8');
});
