import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attemptsRemainingOf } from '../../lib/api/api-error.ts';
import { codeEndsAt } from '../../components/forms/verification-code.ts';
import { useAskCode, useConfirmCode } from './players.mutations.ts';
import { pendingLinkQuery } from './players.queries.ts';

export type CharacterLink = { playerId: string; isAdmin: boolean };
export type Character = { id: string; name: string };
/** A sent code: when it expires by this machine's clock, and its remaining attempts once one was used. */
export type SentCode = { endsAt: number; attemptsRemaining: number | undefined };

/** The state of linking a character. The portal stores it, so that Escape or a reload loses nothing. */
export function useCharacterLink(
  serverId: string,
  given: Character | undefined,
  onLinked: (link: CharacterLink) => void,
) {
  const begun = useBegun(serverId, given);
  const ask = useAskCode();
  const confirm = useConfirmCode();
  const [chosen, setChosen] = useState<{ character: Character | undefined; code?: SentCode }>();
  const { character, code } = chosen ?? { character: given ?? begun.character, code: begun.code };
  const sendCode = (to: Character) => {
    setChosen({ character: to, ...(to.id === character?.id && code ? { code } : {}) });
    ask.mutate(
      { serverId, playerId: to.id },
      {
        onSuccess: ({ expiresAt }) => {
          confirm.reset();
          setChosen({
            character: to,
            code: { endsAt: codeEndsAt(Date.now(), expiresAt), attemptsRemaining: undefined },
          });
        },
      },
    );
  };
  const submitCode = (to: Character, twoFaCode: string) => {
    // An older error says nothing about this code; a request that is still running is not touched.
    if (ask.isError) ask.reset();
    confirm.mutate({ serverId, playerId: to.id, twoFaCode }, { onSuccess: (link) => onLinked(link) });
  };
  const chooseAnother = () => {
    ask.reset();
    confirm.reset();
    setChosen({ character: undefined });
  };
  const attemptsRemaining = attemptsRemainingOf(confirm.error) ?? code?.attemptsRemaining;
  return {
    isLoading: begun.isLoading && chosen === undefined,
    linked: confirm.data,
    character,
    code: code && { ...code, attemptsRemaining },
    ask,
    confirm,
    sendCode,
    submitCode,
    chooseAnother,
  };
}

/** The full number of attempts is not worth showing. */
const maxAttempts = 5;

/** A code sent before the dialog opened, unless it is for another character. */
function useBegun(serverId: string, given: Character | undefined) {
  const { data, isFetchedAfterMount, isError, dataUpdatedAt } = useQuery(pendingLinkQuery(serverId));
  const isLoading = !isFetchedAfterMount && !isError;
  if (!data || (given && given.id !== data.playerId)) return { isLoading, character: undefined, code: undefined };
  const attemptsRemaining = data.triesLeft < maxAttempts ? data.triesLeft : undefined;
  return {
    isLoading,
    character: { id: data.playerId, name: data.name },
    code: { endsAt: codeEndsAt(dataUpdatedAt, data.expiresAt), attemptsRemaining },
  };
}
