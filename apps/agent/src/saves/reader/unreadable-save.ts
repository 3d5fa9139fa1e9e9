/** Why a save cannot be read, as a sentence for people. */
export class UnreadableSave extends Error {}
