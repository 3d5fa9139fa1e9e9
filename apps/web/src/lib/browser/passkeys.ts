import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

const loadWebAuthn = () => import('@simplewebauthn/browser');

/** Asks the browser for a new passkey, with the portal's options. */
export async function createPasskey(options: object): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await loadWebAuthn();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return explained(() => startRegistration({ optionsJSON }));
}

/** Asks the browser to sign in with one of its passkeys. */
export async function signWithPasskey(options: object): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return explained(() => startAuthentication({ optionsJSON }));
}

/** The browser's errors, in words that say what to do. */
async function explained<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new Error(textOf(cause), { cause });
  }
}

function textOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'SecurityError') return 'Passkeys only work at the address that the portal is set up for.';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used. Please try again.';
  return "Your browser can't use passkeys here.";
}
