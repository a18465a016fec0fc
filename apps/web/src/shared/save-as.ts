/** Milliseconds after which the memory of a downloaded file is freed. Browsers start the download earlier. */
const FREE_AFTER_MS = 60_000

/** Saves content as a file, under a name that the browser may change. */
export function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), FREE_AFTER_MS)
}
