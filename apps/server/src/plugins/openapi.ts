import { errorStatus, routes, scopes, type Route } from '@tribehall/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { describeAccess, docsStyle, renderDocs } from '../http/openapi-page.ts';
import { docsScript } from '../http/openapi-script.ts';
import { policyStart } from '../http/fixed-headers.ts';
import { lazy } from '../platform/lazy.ts';
import { createTurns, eachInTurns } from '../platform/turns.ts';
import { streamedTypes } from './streamed-bodies.ts';

const pagePolicy = `${policyStart}script-src 'self'; connect-src 'self'; style-src 'self'`;

/** The contract as OpenAPI, and a page to read it and to try calls, made from nothing but the contract. */
export function openApiPlugin(app: FastifyInstance): void {
  // Bytes, which all replies share.
  const document = lazy(async () => Buffer.from(JSON.stringify(await buildOpenApi())));
  const page = lazy(async () => Buffer.from(await renderDocs(routes)));
  app.get('/api/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(await document()),
  );
  app.get('/api/docs', async (_, reply) =>
    reply
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(await page()),
  );
  app.get('/api/docs.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(docsScript));
  app.get('/api/docs.css', (_, reply) => reply.type('text/css; charset=utf-8').send(docsStyle));
}

/** In turns: all schemas together take a third of a second. */
async function buildOpenApi(): Promise<object> {
  const paths: Record<string, Record<string, object>> = {};
  await eachInTurns(Object.entries<Route>(routes), createTurns(), ([key, route]) => {
    const [method = '', path = ''] = key.split(' ');
    (paths[path] ??= {})[method.toLowerCase()] = describe(key, route);
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tribehall',
      version: '1',
      description:
        'Every reply is an envelope: status and data, or status, error, code and details. x-right is the right that the ' +
        'user needs, x-scope the scope that an API token of the user needs.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The accessToken of a login' },
        apiToken: { type: 'http', scheme: 'bearer', bearerFormat: 'thp_<id>.<secret>', description: scopeList },
      },
      schemas: { Failure: failureSchema },
    },
  };
}

const scopeList = `An API token with these scopes. ${Object.entries(scopes)
  .map(([name, { text }]) => `${name}: ${text}.`)
  .join(' ')}`;

const failureSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    error: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    details: {},
  },
  required: ['status', 'error', 'code'],
};

function describe(key: string, route: Route): object {
  const [, first = ''] = key.split('/');
  return {
    operationId: key,
    summary: route.summary,
    description: describeAccess(route),
    tags: [first],
    'x-right': route.right,
    ...(route.scope === undefined ? {} : { 'x-scope': route.scope }),
    security: securityOf(route),
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.body ? { requestBody: { required: true, content: bodyContent(route.body) } } : {}),
    responses: {
      200: { description: 'Done', content: replyContent(route) },
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

/** One of these is enough; an empty one is none. */
function securityOf({ right, scope }: Route): object[] {
  if (scope === undefined) return [];
  const tokens = scope === 'none' ? [{ session: [] }] : [{ session: [] }, { apiToken: [scope] }];
  return right === 'anyone' ? [{}, ...tokens] : tokens;
}

function parameters(location: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

function bodyContent(body: NonNullable<Route['body']>): object {
  return typeof body === 'string'
    ? { [streamedTypes[body]]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: toSchema(body) } };
}

function replyContent({ reply, details }: Route): object {
  if (reply === 'stream') return { 'text/event-stream': { schema: { type: 'string' } } };
  if (reply === 'raw') return { '*/*': { schema: { type: 'string', format: 'binary' } } };
  const properties = {
    status: { type: 'integer' },
    data: toSchema(reply),
    ...(details && { details: toSchema(details) }),
  };
  return { 'application/json': { schema: { type: 'object', properties, required: ['status', 'data'] } } };
}

function toSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
