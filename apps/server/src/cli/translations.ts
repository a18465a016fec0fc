import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { lockDefinition } from '../catalogue/definitions/queries.ts'
import { acrossCustomers, type DeploymentDb } from '../platform/db/with-customer.ts'
import {
  exportTranslations,
  FileRejected,
  type ImportedTranslations,
  importTranslations,
  TranslationRejected,
  translationFormat,
} from '../surfaces/translations/rules.ts'
import { type Deployment, noted } from './deployment.ts'

/** Error for translations that cannot be exported or imported. The command line shows its message without a stack trace. */
export class TranslationsNotMoved extends Error {}

/** Maximum number of refused translations that the command lists. */
const LISTED = 50

/**
 * `translations export|import CODE_TAG LANG FILE`: writes the texts of a form for a translator, or takes the
 * translations in a file. The ending of the file's name determines the format.
 * @throws TranslationsNotMoved
 */
export async function translations({ database }: Deployment, [verb, codeTag, language, file, ...more]: readonly string[], write: (text: string) => void) {
  if ((verb !== 'export' && verb !== 'import') || codeTag === undefined || language === undefined || file === undefined || more.length > 0)
    throw new TranslationsNotMoved('translations knows: export CODE_TAG LANG FILE, import CODE_TAG LANG FILE')
  const format = translationFormat(extname(file).slice(1))
  if (!format) throw new TranslationsNotMoved(`${file}: the name must end in .xlf, .xliff, .csv or .docx`)
  const definition = async (db: DeploymentDb, mode: 'share' | 'update') => {
    const stored = await lockDefinition(db, codeTag, mode)
    if (!stored) throw new TranslationsNotMoved(`There is no definition ${codeTag}.`)
    return stored
  }
  const rejected = (error: unknown): never => {
    throw new TranslationsNotMoved(messageOf(error, { codeTag, language, file }))
  }
  if (verb === 'export') {
    const { content } = await acrossCustomers(database.kysely, async (db) => exportTranslations(db, await definition(db, 'share'), language, format)).catch(
      rejected,
    )
    await writeFile(file, content, { flag: 'wx' }).catch(rejected)
    return write(`${file}: the texts of ${codeTag} for ${language}`)
  }
  const content = await readFile(file).catch(rejected)
  const done = await acrossCustomers(database.kysely, async (db) =>
    importTranslations(db, '', await definition(db, 'update'), { language, format, content }),
  ).catch(rejected)
  if (done.into !== null) await noted({ database }, { action: 'definition.translate', subject: codeTag, after: { language, texts: done.changes.length } })
  write(reportOf(done, codeTag))
}

function reportOf({ changes, refused, unchanged, into, isNewLanguage }: ImportedTranslations, codeTag: string): string {
  const where = into === null ? 'nothing was changed' : into === 'draft' ? `in the draft of ${codeTag}` : `version ${into} of ${codeTag} is live`
  const stale = changes.filter(({ isStale }) => isStale).length
  return [
    `${changes.length} texts taken, ${unchanged} as before, ${refused.length} refused: ${where}`,
    ...(isNewLanguage ? ['The form did not have this language: its steps were copied into the draft.'] : []),
    ...(stale > 0 ? [`${stale} of them are stale: their original has changed since the file was written.`] : []),
    ...refused.slice(0, LISTED).map(({ name, place, reason, missing, extra }) => {
      const codes = [...missing.map((code) => `lacks ${code}`), ...extra.map((code) => `has ${code} in addition`)].join(', ')
      return `  ${name}${place === '' ? '' : ` (${place})`}: ${reason === 'unknown' ? 'the form has no such text' : codes}`
    }),
    ...(refused.length > LISTED ? [`  … ${refused.length - LISTED} more`] : []),
  ].join('\n')
}

function messageOf(error: unknown, { codeTag, language, file }: { codeTag: string; language: string; file: string }): string {
  if (error instanceof TranslationRejected) {
    return {
      language: `${codeTag} cannot have texts in "${language}": the definition has no languages, or the product does not know this one.`,
      main_language: `${codeTag} is written in ${language}: its other languages are translated from it.`,
    }[error.reason]
  }
  if (error instanceof FileRejected) {
    const reasons = {
      not_xliff: 'this is no XLIFF 2 file',
      other_languages: 'the file is for other languages',
      not_csv: 'this is no CSV file',
      not_docx: 'this is no Word document with a table of texts',
      columns: 'the columns are missing',
      too_large: 'the file has too many texts for this format, or is too large',
    }
    return `${file}: ${reasons[error.reason]}${error.message === '' ? '' : ` (${error.message})`}`
  }
  if (error instanceof TranslationsNotMoved) return error.message
  if (error instanceof Error && 'code' in error) return error.message
  throw error
}
