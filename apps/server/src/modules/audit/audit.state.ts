import type { Verification } from './verify.service.ts';

/** Single-flight: a verification reads every entry. */
export type AuditState = { verification: Promise<Verification> | undefined };

export function createAuditState(): AuditState {
  return { verification: undefined };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    audit: AuditState;
  }
}
