import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

export const tusVersion = '1.0.0';

const methods = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'];

/** What tus asks of every answer, refusals included: its version, which the caller has to speak. */
export function tusPlugin(app: FastifyInstance, path: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    const isTus = methods.includes(request.method) && (url === path || url?.startsWith(`${path}/`));
    if (!isTus) return done();
    reply.header('tus-resumable', tusVersion);
    if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === tusVersion) return done();
    reply.header('tus-version', tusVersion);
    done(new AppError('PRECONDITION_FAILED'));
  });
}
