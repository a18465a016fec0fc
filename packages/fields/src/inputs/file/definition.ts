import type { InputDefinition } from '../../define-input.ts'
import { type Issue, issue, noIssue } from '../../issue.ts'
import { matchesFileType } from './file-type.ts'

/** Facts about a file that are known without reading its content: name, size in bytes and media type. */
export interface FileFacts {
  name: string
  size: number
  type: string
}

export interface FileSettings {
  multiple?: boolean | undefined
  file_type?: readonly string[] | undefined
  /** Maximum total size of the files in a field, in KB of 1024 bytes. Exactly this size is still allowed. */
  max_size?: number | undefined
}

const BYTES_IN_KB = 1024

/**
 * The file input, whose answer is the list of chosen files. Files are sent as separate multipart parts and never as
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
  // If the author has set no file types for a field, all types that the server accepts are allowed.
  const wrong = files.find((each) => !matchesFileType(each, wanted ?? ['*']))
  if (wrong) return issue('tipo_file', wanted?.join(', ') ?? '', wrong.name)
  const total = files.reduce((sum, each) => sum + each.size, 0)
  if (maxSize === undefined || total <= maxSize * BYTES_IN_KB) return noIssue
  return issue(files.length > 1 ? 'somma_dimensione_file_max' : 'dimensione_file_max', sizeText(maxSize))
}

/**
 * Formats a file size in KB, for example as `512 KB` or `1.5 MB`, which is also the format in the parameters of an
 * error. If a language is given, the number has the decimal separator of that language: `1,5 MB`.
 */
export function sizeText(kilobytes: number, language?: string): string {
  const [size, unit] = kilobytes < BYTES_IN_KB ? [kilobytes, 'KB'] : [Math.round((kilobytes / BYTES_IN_KB) * 10) / 10, 'MB']
  // The first number format of a page takes 9 ms of its hydration, and a whole number reads the same in all languages.
  const isPlain = language === undefined || Number.isInteger(size)
  return `${isPlain ? size : new Intl.NumberFormat(language, { useGrouping: false }).format(size)} ${unit}`
}
