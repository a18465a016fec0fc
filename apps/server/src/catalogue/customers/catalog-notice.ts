/** The payload of a database notification about a change of the catalogue. */
export interface CatalogNotice {
  revision: number
  all?: boolean
  shared?: boolean
  customers?: string[]
  definitions?: string[]
}

/**
 * Parses the payload of a database notification about a change; undefined if the format is unknown, as in notifications
 * of older versions.
 */
export function noticeOf(payload: string | undefined): CatalogNotice | undefined {
  try {
    return payload ? (JSON.parse(payload) as CatalogNotice) : undefined
  } catch {
    return undefined
  }
}
