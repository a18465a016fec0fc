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

/** What the page tells the dashboard: it can receive the file; it shows the file; it cannot show it. */
export interface ViewerMessage {
  viewer: 'ready' | 'shown' | 'failed'
}
