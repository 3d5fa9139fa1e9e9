import { linkEvents, type LinkEventData, type LinkEventType } from '@tribehall/contract/link.contract';

/** An event before it has its number; without a time it happens now. */
export type Draft = { [Type in LinkEventType]: { type: Type; data: LinkEventData<Type>; at?: string } }[LinkEventType];

/** Why the portal would refuse it. */
export function draftProblem({ type, data }: Draft): string | undefined {
  const result = linkEvents[type].safeParse(data);
  if (result.success) return undefined;
  const [issue] = result.error.issues;
  return `${type} ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`;
}
