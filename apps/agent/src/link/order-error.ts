import { agentErrors, rpcErrors } from '@tribehall/contract/agent/agent.contract';

const codes = { ...agentErrors, ...rpcErrors };

/** Why an order was not carried out; the message is for the person who gave it. */
export class OrderError extends Error {
  override readonly name = 'OrderError';
  readonly reason: keyof typeof codes;

  constructor(reason: keyof typeof codes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  get code(): number {
    return codes[this.reason];
  }
}
