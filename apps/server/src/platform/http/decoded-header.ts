/** Decodes a header that the browser percent-encodes because headers are ASCII. @returns an empty text if it is not encoded correctly */
export function decodedHeader(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
