/** Path of the page that shows a file in a sandbox. It contains a tilde, which no customer's code contains. */
export const VIEWER_PATH = '/~viewer/'

/** Media types of the files that the page shows. Not SVG, which is a document that may contain scripts and links. */
export const SHOWN_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf']

/** What the dashboard sends to the page: the file, and the texts that the page needs. */
export interface FileToShow {
  bytes: ArrayBuffer
  mediaType: string
  name: string
  language: string
  /** Label of a page of a PDF file, with {1} for its number and {2} for the number of pages. */
  page: string
}

/** Maximum number of pages of a PDF file that are shown. */
export const MAX_SHOWN_PAGES = 200

/**
 * What the page tells the dashboard: it can receive the file; it shows the file; it cannot show it; somebody pressed Escape in
 * it. The file may have taken over the page, so the dashboard must expect any message.
 */
export interface ViewerMessage {
  viewer: 'ready' | 'shown' | 'failed' | 'escape'
  /** Number of pages of a PDF file that is shown. */
  pages?: number
}
