const PREFIX = 'correction_'

/**
 * Returns the key under which session storage keeps what a requester has typed to answer a message of the office. It ends with a number,
 * as the keys of other drafts do.
 */
export const correctionKey = (page: string, messageId: string): string => `${PREFIX}${page}_${messageId}_1`

/** Deletes what requesters have typed and not sent, when they leave the page: somebody else may use the browser next. */
export function forgetCorrections(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // If the browser forbids session storage, nothing is stored.
  }
}
