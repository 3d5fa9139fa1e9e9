import type { AuditAction } from '@tribehall/contract/shared/audit-actions';
import type { Anchor, AuditRow } from './chain.store.ts';
import { beginning } from './entry.ts';

export const retentionAction = 'audit.retention' satisfies AuditAction;

/** Before anything was removed. */
export const firstAnchor: Anchor = { id: 0n, hash: beginning, addressesId: 0n };

/** The anchor as the retention's entry in the chain says it. */
export function toDetails({ id, hash, addressesId }: Anchor): Record<string, string> {
  return { entriesTo: String(id), hash, addressesTo: String(addressesId) };
}

/** What an entry of the retention says; others say nothing. */
export function describesAnchor({ action, details }: AuditRow): Record<string, unknown> | undefined {
  return action === retentionAction && typeof details === 'object' ? (details as Record<string, unknown>) : undefined;
}

export function isSameAnchor(anchor: Anchor, said: Record<string, unknown>): boolean {
  return Object.entries(toDetails(anchor)).every(([name, value]) => said[name] === value);
}
