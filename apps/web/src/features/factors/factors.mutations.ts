import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { createPasskey } from '../../lib/browser/passkeys.ts';

/** All of it changes what the account page shows, and may change which roles count. */
function useFactorMutation<Given, Reply>(mutationFn: (given: Given) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['users', 'me'] }),
  });
}

/** The secret does not count yet: nothing has changed. */
export function useStartTotp() {
  return useMutation({ mutationFn: () => api('POST /users/me/factors/totp') });
}

export function useConfirmTotp() {
  return useFactorMutation((code: string) => api('PUT /users/me/factors/totp', { body: { code } }));
}

export function useRemoveTotp() {
  return useFactorMutation(() => api('DELETE /users/me/factors/totp'));
}

export function useReplaceRecoveryCodes() {
  return useFactorMutation(() => api('POST /users/me/factors/recoveryCodes'));
}

export function useAddPasskey() {
  return useFactorMutation(async (name: string) => {
    const options = await api('POST /users/me/factors/passkeys/options');
    const { id, rawId, type, response } = await createPasskey(options);
    const { clientDataJSON, attestationObject, transports } = response;
    const credential = {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    };
    return api('POST /users/me/factors/passkeys', { body: { name, credential } });
  });
}

export function useRenamePasskey() {
  return useFactorMutation(({ passkeyId, name }: { passkeyId: string; name: string }) =>
    api('PUT /users/me/factors/passkeys/{passkeyId}', { params: { passkeyId }, body: { name } }),
  );
}

export function useRemovePasskey() {
  return useFactorMutation((passkeyId: string) =>
    api('DELETE /users/me/factors/passkeys/{passkeyId}', { params: { passkeyId } }),
  );
}
