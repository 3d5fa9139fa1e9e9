import { type AgentEventData, agentEvents, type AgentEventType } from '@tribehall/contract/agent/agent.contract';

/** An event before it has its number; without `at` it happens now. */
export type Draft = {
  [Type in AgentEventType]: { type: Type; data: AgentEventData<Type>; at?: string };
}[AgentEventType];

/** Returns why the portal would reject it. */
export function draftProblem({ type, data }: Draft): string | undefined {
  const result = agentEvents[type].safeParse(data);
  if (result.success) return undefined;
  const [issue] = result.error.issues;
  return `${type} ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`;
}
