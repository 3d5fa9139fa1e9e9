import type { Right, TopicName, topics } from '@tribehall/contract';
import type * as z from 'zod';
import type { Ctx } from '../../context.ts';
import type { Caller } from '../sessions/sessions.service.ts';

type State<Name extends TopicName> = z.output<(typeof topics)[Name]['snapshot']>;

/** The snapshot of a live topic. Declared by the module that owns the noun. */
export type Topic<Name extends TopicName> = {
  /** The channel of this reader, for topics whose readers do not name one. */
  key?: (caller: Caller, ctx: Ctx) => string;
  snapshot: (ctx: Ctx, key: string) => Promise<State<Name>>;
  /** Whether it exists for this reader, if the topic's right alone does not decide. */
  isFor?: (ctx: Ctx, caller: Caller | undefined, key: string) => Promise<boolean>;
  /** Whether nothing follows this state. */
  isOver?: (state: State<Name>) => boolean;
};

export type Topics = { [Name in TopicName]: Topic<Name> };

/** A right that a stream depends on, of one server or cluster. */
export type Guard = { right: Exclude<Right, 'anyone'>; id: string | undefined };
