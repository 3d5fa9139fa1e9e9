import type { FastifyInstance, RouteOptions } from 'fastify';
import { AppError } from '../errors.ts';

export const tusVersion = '1.0.0';

const methods = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'];

/** The headers that tus requires of every response below a path, including refusals, and the check of its version. */
export function tusPlugin(app: FastifyInstance, path: string): void {
  app.addHook('onRoute', (route) => {
    const isTus = methods.includes(String(route.method)) && (route.url === path || route.url.startsWith(`${path}/`));
    if (!isTus) return;
    route.onRequest = [sendVersion, ...[route.onRequest ?? []].flat()];
    // Missing rights are reported first.
    route.preHandler = [refuseOtherVersions, ...[route.preHandler ?? []].flat()];
  });
}

type Hook = Extract<NonNullable<RouteOptions['preHandler']>, (...args: never[]) => unknown>;

const sendVersion: Hook = (_, reply, done) => {
  reply.header('tus-resumable', tusVersion);
  done();
};

const refuseOtherVersions: Hook = ({ method, headers }, reply, done) => {
  if (method === 'OPTIONS' || headers['tus-resumable'] === tusVersion) return done();
  reply.header('tus-version', tusVersion);
  done(new AppError('PRECONDITION_FAILED'));
};
