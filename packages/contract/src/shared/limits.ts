/** How many mails a list of sent mail has at most; the newest ones. */
export const mailListLimit = 200;
