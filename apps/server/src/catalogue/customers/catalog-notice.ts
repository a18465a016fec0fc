/** The payload of a database notification (NOTIFY) about a change to customers, form definitions or shared settings. */
export interface CatalogNotice {
  revision: number
  all?: boolean
  shared?: boolean
  customers?: string[]
  definitions?: string[]
}

/**
 * Parses the payload of a database notification about a change. Returns undefined if the format is unknown, for example
 * because an older version of the server sent the notification.
 */
export function noticeOf(payload: string | undefined): CatalogNotice | undefined {
  try {
    return payload ? (JSON.parse(payload) as CatalogNotice) : undefined
  } catch {
    return undefined
  }
}
