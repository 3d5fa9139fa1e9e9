import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../../context.ts';
import { readPortalId } from '../../site/site.service.ts';

/** Parts of forms have no row until they are complete, so their names say which portal receives them. */
export type FormPart = { name: string; id: string };

const partName = /^(?:form-(?<portal>\w+)-|copy-)?(?<id>[0-9a-f]{8}-[0-9a-f-]{27})$/;

export function nameFormPart(ctx: Pick<Ctx, 'state'>): FormPart {
  const id = randomUUID();
  return { name: `form-${readPortalId(ctx)}-${id}`, id };
}

/** Which file a part belongs to, and for a part of a form which portal receives it. */
export function readPartName(name: string): { id: string; portal: string | undefined; isCopy: boolean } | undefined {
  const { id, portal } = partName.exec(name)?.groups ?? {};
  return id === undefined ? undefined : { id, portal, isCopy: name.startsWith('copy-') };
}
