export * from './commands.ts';
export * from './envelope.ts';
export * from './errors.ts';
export { closeReasons, topics, type CloseReason, type TopicName } from './events.contract.ts';
export * from './rights.ts';
export * from './roles.ts';
export type { Method, Route, RouteKey } from './route.ts';
export * from './routes.ts';
export { user } from './users.contract.ts';
