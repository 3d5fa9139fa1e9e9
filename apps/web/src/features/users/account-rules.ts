export const mismatchText = 'Password and repeat password are not the same';

type Values = { email: string; password: string; repeatPassword: string; username: string };

/** Only rules that need no request; the portal checks length and strength. */
export const registerRules = {
  email: (value: string) => requireText(value, 'Email'),
  password: (value: string) => requireText(value, 'Password'),
  repeatPassword: (value: string, { password }: Values) => requireSame(value, password),
  username: (value: string) => requireText(value.trim(), 'Username'),
};

export function requireText(value: string, name: string): string | null {
  return value === '' ? `${name} is required.` : null;
}

export function requireSame(value: string, password: string): string | null {
  return value === password ? null : mismatchText;
}
