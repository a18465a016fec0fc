/**
 * The file extensions that `file_type` can contain, with their MIME types. Files that can contain scripts (html, svg,
 * scripts) are deliberately missing, so that no field can accept them.
 */
const TYPE_OF_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pdf: 'application/pdf',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    heic: 'image/heic',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    bmp: 'image/bmp',
    txt: 'text/plain',
    csv: 'text/csv',
    doc: 'application/msword',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xls: 'application/vnd.ms-excel',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    rtf: 'application/rtf',
    zip: 'application/zip',
    p7m: 'application/pkcs7-mime',
    xml: 'application/xml',
    eml: 'message/rfc822',
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
  }),
)

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/**
 * Returns the MIME type of a file according to the extension of its name. Returns undefined for an extension that no
 * field can accept.
 */
export function typeOfName(name: string): string | undefined {
  return TYPE_OF_EXTENSION.get(extensionOf(name))
}

/** Returns true if at least one kind of file that can be uploaded matches an entry of `file_type`. */
export function isKnownFileType(entry: string): boolean {
  return [...TYPE_OF_EXTENSION.keys()].some((extension) => matchesFileType({ name: `x.${extension}` }, [entry]))
}

/**
 * Returns true if a field accepts a file. `allowed` contains extensions (`pdf`, `.pdf`), MIME types, or patterns such
 * as `image/*`. The file's name decides, because browsers and operating systems report different types for the same
 * file. The server also checks the content.
 */
export function matchesFileType(file: { name: string }, allowed: readonly string[]): boolean {
  const extension = extensionOf(file.name)
  const type = TYPE_OF_EXTENSION.get(extension)
  if (type === undefined) return false
  return allowed.some((entry) => {
    const wanted = entry.trim().toLowerCase()
    if (wanted === '*' || wanted === '*/*') return true
    if (wanted.endsWith('/*')) return type.startsWith(wanted.slice(0, -1))
    if (wanted.includes('/')) return wanted === type
    const bare = wanted.replace(/^\./, '')
    return bare === extension || TYPE_OF_EXTENSION.get(bare) === type
  })
}

/** Converts the file types that a field accepts to the value of the `accept` attribute of an HTML file input. */
export function acceptAttribute(allowed: readonly string[] | undefined): string | undefined {
  return allowed?.map((entry) => (entry.includes('/') || entry.startsWith('.') ? entry : `.${entry}`)).join(',') || undefined
}
