import { readFile, stat, writeFile } from 'node:fs/promises'
import type { Tag } from '@sportello/contract'
import { bundle, CODE_PATTERN } from '@sportello/contract/schemas'
import {
  type Imported,
  type ImportNote,
  ImportRejected,
  importFormIo,
  importOutline,
  importSurveyJs,
  importXlsForm,
  MAX_SOURCE_SIZE,
} from '@sportello/importers'
import { type EditorPhrases, editorWords } from '@sportello/phrases/editor'
import { fill } from '@sportello/phrases/fill'
import { commandLanguage } from './command-language.ts'

/**
 * Error for a form of another product that cannot be converted. The command line shows its message without a stack
 * trace.
 */
export class FormNotImported extends Error {}

interface Options {
  as?: string | undefined
  code?: string | undefined
  out?: string | undefined
  /** The value of the environment variable LANG, such as "it_IT.UTF-8". */
  lang?: string | undefined
}

interface Output {
  write: (text: string) => void
  /**
   * Receives notes about the conversion of a form, such as what could not be converted. The bundle does not contain
   * them.
   */
  warn: (text: string) => void
}

const FORMATS: Readonly<Record<string, (bytes: Buffer) => Imported>> = {
  xlsform: (bytes) => importXlsForm(bytes),
  surveyjs: (bytes) => importSurveyJs(parsed(bytes)),
  formio: (bytes) => importFormIo(parsed(bytes)),
  outline: (bytes) => importOutline(bytes.toString('utf8')),
}

/**
 * Converts a form of another product to a bundle with one definition, and reports what could not be converted.
 * @throws FormNotImported
 */
export async function importForm([file, ...more]: readonly string[], options: Options, { write, warn }: Output): Promise<void> {
  const read = options.as !== undefined && Object.hasOwn(FORMATS, options.as) ? FORMATS[options.as] : undefined
  if (file === undefined || more.length > 0 || !read) throw new FormNotImported(`import-form needs one file and --as ${Object.keys(FORMATS).join('|')}`)
  if (options.code !== undefined && !CODE_PATTERN.test(options.code)) {
    throw new FormNotImported('--code must be 1 to 64 letters, digits, "_" or "-"')
  }
  const words = await wordsOf(options.lang)
  const { definition, notes } = await importFrom(file, read, words)
  const named = options.code === undefined ? definition : { ...definition, code_tag: options.code }
  if (hasStep(named.children, named.code_tag)) throw new FormNotImported(`--code must not be the code of a step: ${named.code_tag}`)
  const json = JSON.stringify({ definitions: bundle.parse({ definitions: [named] }).definitions }, null, 2)
  for (const note of notes) warn(lineOf(note, words))
  if (options.out === undefined) return write(json)
  await writeFile(options.out, `${json}\n`, { flag: 'wx' }).catch(rejected)
  write(`${options.out}: definition ${named.code_tag}, ${notes.length} notes`)
}

async function importFrom(file: string, read: (bytes: Buffer) => Imported, words: EditorPhrases): Promise<Imported> {
  try {
    const { size } = await stat(file).catch(rejected)
    if (size > MAX_SOURCE_SIZE) throw new ImportRejected('too_large', String(MAX_SOURCE_SIZE))
    return read(await readFile(file).catch(rejected))
  } catch (error) {
    throw error instanceof ImportRejected ? new FormNotImported(`${file}: ${fill(words[`import_rejected_${error.code}`], error.params)}`) : error
  }
}

/**
 * Handles an operating system error about a file, such as a missing file. Throws another error, whose message the
 * command line shows without a stack trace.
 */
function rejected(error: Error): never {
  throw new FormNotImported(error.message)
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    throw new ImportRejected('format')
  }
}

function lineOf({ place, code, params }: ImportNote, words: EditorPhrases): string {
  return `${place === '' ? '' : `${place}: `}${fill(words[`import_note_${code}`], params)}`
}

async function wordsOf(lang: string | undefined): Promise<EditorPhrases> {
  return (await editorWords[commandLanguage(lang)]()).editor
}

/** Returns whether a step of the form's tree has the given code. */
function hasStep(steps: readonly Tag[], code: string): boolean {
  return steps.some((step) => step.code_tag === code || hasStep(step.children, code))
}
