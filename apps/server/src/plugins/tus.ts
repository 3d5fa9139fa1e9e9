import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export const tusVersion = '1.0.0';

const methods = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'];

/** What tus asks of every answer, refusals included: its version, which the caller has to speak. */
export function tusPlugin(app: FastifyInstance, path: string): void {
  const isTus = ({ method, routeOptions: { url } }: FastifyRequest) =>
    methods.includes(method) && (url === path || url?.startsWith(`${path}/`) === true);
  app.addHook('onRequest', (request, reply, done) => {
    if (isTus(request)) reply.header('tus-resumable', tusVersion);
    done();
  });
  // Who may not call hears that first.
  app.addHook('preHandler', (request, reply, done) => {
    const { method, headers } = request;
    if (!isTus(request) || method === 'OPTIONS' || headers['tus-resumable'] === tusVersion) return done();
    reply.header('tus-version', tusVersion);
    done(new AppError('PRECONDITION_FAILED'));
  });
}
