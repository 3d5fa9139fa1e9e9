import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { readPortalId } from '../site/site.service.ts';

/** Parts of forms have no row before they are whole: so their names tell whose they are. */
export type FormPart = { name: string; id: string };

const partName = /^(?:form-(?<portal>\w+)-|copy-)?(?<id>[0-9a-f]{8}-[0-9a-f-]{27})$/;

/** Those that this process is at. */
export const activeFormParts = perPortal(() => new Set<string>());

export function nameFormPart(ctx: Pick<Ctx, 'state'>): FormPart {
  const id = randomUUID();
  return { name: `form-${readPortalId(ctx)}-${id}`, id };
}

/** Which file a part belongs to, and which portal receives it where only that one knows. */
export function readPartName(name: string): { id: string; portal: string | undefined; isCopy: boolean } | undefined {
  const { id, portal } = partName.exec(name)?.groups ?? {};
  return id === undefined ? undefined : { id, portal, isCopy: name.startsWith('copy-') };
}
