import { asFields, textOf, type Fields } from '../fields.ts';
import { createActions, type Stage } from './steering-actions.ts';
import type { SteeringActionName, SteeringActions, SteeringAnswer } from './steering-messages.ts';

export type Steering = {
  /** Answers undefined to what is no message for Discord. */
  steer: (message: unknown) => Promise<SteeringAnswer | undefined>;
  /** The same for those who run in this process. */
  ask: Ask;
};

export type Ask = <Name extends SteeringActionName>(
  action: Name,
  ...asks: object extends SteeringActions[Name]['asks'] ? [] : [SteeringActions[Name]['asks']]
) => Promise<SteeringActions[Name]['answers']>;

export function createSteering(stage: Stage): Steering {
  const actions = createActions(stage);
  const perform = async (name: string, fields: Fields): Promise<unknown> => {
    if (!Object.hasOwn(actions, name)) throw new Error(`There is no action "${name}".`);
    return actions[name as SteeringActionName](fields);
  };
  return {
    ask: (async (name: SteeringActionName, fields: Fields = {}) => perform(name, fields)) as Ask,
    steer: async (message) => {
      const request = asFields(message);
      if (request?.['type'] !== 'discord') return undefined;
      const given = request['requestId'];
      const requestId = typeof given === 'string' || typeof given === 'number' ? given : undefined;
      try {
        const data = await perform(textOf(request, 'action'), request);
        return { type: 'discord-answer', requestId, ok: true, ...(data === undefined ? {} : { data }) };
      } catch (error) {
        return { type: 'discord-answer', requestId, ok: false, error: (error as Error).message };
      }
    },
  };
}
