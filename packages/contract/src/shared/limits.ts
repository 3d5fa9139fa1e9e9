/** Maximum length of a list of sent mail; the newest ones. */
export const mailListLimit = 200;
