/** The payload of a database notification (NOTIFY) about a change to customers, form definitions or shared settings. */
export interface CatalogNotice {
  revision: number
  all?: boolean
  shared?: boolean
  customers?: string[]
  definitions?: string[]
}

/**
 * Parses the payload of a database notification about a change; undefined if the format is unknown, as in notifications
 * that older versions of the server send.
 */
export function noticeOf(payload: string | undefined): CatalogNotice | undefined {
  try {
    return payload ? (JSON.parse(payload) as CatalogNotice) : undefined
  } catch {
    return undefined
  }
}
