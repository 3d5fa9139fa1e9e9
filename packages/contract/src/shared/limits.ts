/** Maximum length of a list of sent mail; the newest ones. */
export const mailListLimit = 200;

/** Maximum number of users on a page of the list. */
export const maxUsersPerPage = 1000;
