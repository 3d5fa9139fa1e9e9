import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { triesRemainingOf } from '../../lib/api/api-error.ts';
import { codeEndsAt } from '../../components/forms/verification-code.ts';
import { useAskCode, useConfirmCode } from './players.mutations.ts';
import { pendingLinkQuery } from './players.queries.ts';

export type CharacterLink = { playerId: string; isAdmin: boolean };
export type Character = { id: string; name: string };
/** A code on its way: when it ends by this machine's clock, and its tries, once one was used. */
export type SentCode = { endsAt: number; triesLeft: number | undefined };

/** Where the linking of a character stands. The portal knows what was begun, so that Escape or a reload loses nothing. */
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
          setChosen({ character: to, code: { endsAt: codeEndsAt(Date.now(), expiresAt), triesLeft: undefined } });
        },
      },
    );
  };
  const submitCode = (to: Character, twoFaCode: string) => {
    // An older refusal to send says nothing about this code; a sending that still runs is left alone.
    if (ask.isError) ask.reset();
    confirm.mutate({ serverId, playerId: to.id, twoFaCode }, { onSuccess: (link) => onLinked(link) });
  };
  const chooseAnother = () => {
    ask.reset();
    confirm.reset();
    setChosen({ character: undefined });
  };
  const triesLeft = triesRemainingOf(confirm.error) ?? code?.triesLeft;
  return {
    isLoading: begun.isLoading && chosen === undefined,
    linked: confirm.data,
    character,
    code: code && { ...code, triesLeft },
    ask,
    confirm,
    sendCode,
    submitCode,
    chooseAnother,
  };
}

/** All tries left is nothing to speak of. */
const allTries = 5;

/** The link that was begun before the dialog opened, unless it is of another character than the given one. */
function useBegun(serverId: string, given: Character | undefined) {
  const { data, isFetchedAfterMount, isError, dataUpdatedAt } = useQuery(pendingLinkQuery(serverId));
  const isLoading = !isFetchedAfterMount && !isError;
  if (!data || (given && given.id !== data.playerId)) return { isLoading, character: undefined, code: undefined };
  const triesLeft = data.triesLeft < allTries ? data.triesLeft : undefined;
  return {
    isLoading,
    character: { id: data.playerId, name: data.name },
    code: { endsAt: codeEndsAt(dataUpdatedAt, data.expiresAt), triesLeft },
  };
}
