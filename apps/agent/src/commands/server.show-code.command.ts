import { cleanText } from '../clean-text.ts';
import { type Command, CommandError } from './command.ts';

const maxLength = 64;

/** Reading the code proves control over the machine that the server runs on. */
export const serverShowCode: Command<'server.showCode'> = {
  whyNot: () => undefined,
  run({ log, hideFromLogs }, { code }) {
    const shown = cleanText(code, maxLength);
    if (shown === '') throw new CommandError('invalidParams', 'The code is empty.');
    hideFromLogs(shown);
    log.showCode(shown);
    return Promise.resolve({});
  },
};
