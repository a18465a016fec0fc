import type { InputDefinition } from '../../define-input.ts'
import { type Issue, issue, noIssue } from '../../issue.ts'
import { matchesFileType } from './file-type.ts'

/** Name, size in bytes and media type of a file, which are known without reading its content. */
export interface FileFacts {
  name: string
  size: number
  type: string
}

export interface FileSettings {
  multiple?: boolean | undefined
  file_type?: readonly string[] | undefined
  /** Maximum total size of the files of a field in KB of 1024 bytes; exactly the maximum is allowed. */
  max_size?: number | undefined
}

const BYTES_IN_KB = 1024

/**
 * The file input; its answer is the list of the chosen files. Files are sent as separate multipart parts, never in the
 * JSON.
 */
export const file: InputDefinition<FileSettings, readonly FileFacts[]> = {
  empty: [],
  accepts: (value): value is readonly FileFacts[] => Array.isArray(value),
  isEmpty: (files) => files.length === 0,
  check: (files, settings) => checkFiles(files, settings),
  text: (files) => files.map((each) => each.name).join(', '),
}

function checkFiles(files: readonly FileFacts[], settings: FileSettings): readonly Issue[] {
  const { file_type: types, max_size: maxSize } = settings
  if (!settings.multiple && files.length > 1) return issue('un_solo_file')
  const wanted = types?.length ? types : undefined
  // If the author lists no file types for a field, the field allows all types that the server accepts.
  const wrong = files.find((each) => !matchesFileType(each, wanted ?? ['*']))
  if (wrong) return issue('tipo_file', wanted?.join(', ') ?? '', wrong.name)
  const total = files.reduce((sum, each) => sum + each.size, 0)
  if (maxSize === undefined || total <= maxSize * BYTES_IN_KB) return noIssue
  return issue(files.length > 1 ? 'somma_dimensione_file_max' : 'dimensione_file_max', sizeText(maxSize))
}

/**
 * Formats a file size in KB as text: `512 KB`, `1.5 MB`, which is also the form in the params of an error. With a
 * language, the number has that language's decimal separator: `1,5 MB`.
 */
export function sizeText(kilobytes: number, language?: string): string {
  const [size, unit] = kilobytes < BYTES_IN_KB ? [kilobytes, 'KB'] : [Math.round((kilobytes / BYTES_IN_KB) * 10) / 10, 'MB']
  return `${language === undefined ? size : new Intl.NumberFormat(language, { useGrouping: false }).format(size)} ${unit}`
}
