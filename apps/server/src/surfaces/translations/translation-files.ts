import { randomUUID } from 'node:crypto'
import { type DraftOperation, isLanguage, type TranslationFormat } from '@sportello/contract'
import { DraftTree, definitionOf, languageSteps, nameOfText, type TranslatedText, translationOf } from '@sportello/editing'
import { beginDraft, draftNodes, lockDefinition, type StoredDefinition } from '../../catalogue/definitions/queries.ts'
import { cleanDefinition } from '../../catalogue/definitions/rules.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { storeInTree } from '../authoring/rules.ts'
import { putDefinition } from '../bundle/rules.ts'
import { readCsv, writeCsv } from './csv.ts'
import { readDocx, writeDocx } from './docx.ts'
import { type ExchangeText, FileRejected, type IncomingText, type Languages } from './exchange-text.ts'
import { exchangeTexts, newLanguage, planTexts, type TextPlan } from './plan-texts.ts'
import { fromFile, readXliff, writeXliff } from './xliff.ts'

/** Maximum size of a file of translations in bytes. A form of 10,000 steps has 12 million. */
const MAX_TRANSLATION_FILE = 64 * 1024 * 1024

interface Format {
  mediaType: string
  write: (texts: readonly ExchangeText[], codeTag: string, languages: Languages) => string | Promise<Uint8Array>
  read: (content: Uint8Array, languages: Languages) => IncomingText[]
  /** Converts a text of the file to the form's own spelling. */
  toStored: (text: string, isHtml: boolean) => string
}

const asIs = (text: string) => text
const utf8 = (content: Uint8Array) => new TextDecoder().decode(content)

const FORMATS: Readonly<Record<TranslationFormat, Format>> = {
  xlf: { mediaType: 'application/xliff+xml', write: writeXliff, read: (content, languages) => readXliff(utf8(content), languages), toStored: fromFile },
  csv: { mediaType: 'text/csv', write: writeCsv, read: (content) => readCsv(utf8(content)), toStored: asIs },
  docx: { mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', write: writeDocx, read: readDocx, toStored: asIs },
}

/** Returns the format of a file by the ending of its name; undefined if it is none. */
export function translationFormat(ending: string): TranslationFormat | undefined {
  const format = ending.toLowerCase().replace('xliff', 'xlf')
  return Object.hasOwn(FORMATS, format) ? (format as TranslationFormat) : undefined
}

/** Error for a call that cannot be answered, because of the definition's languages. */
export class TranslationRejected extends Error {
  readonly reason: 'language' | 'main_language'

  constructor(reason: TranslationRejected['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** A file of translations of one language. */
export interface TranslationFile {
  language: string
  format: TranslationFormat
  content: Uint8Array
}

/**
 * Writes the texts of a form, of its draft or else of its live version, with their translations into one language. If
 * the form does not have the language, all texts are untranslated.
 * @throws TranslationRejected, or FileRejected if the format cannot contain so many texts
 */
export async function exportTranslations(
  db: DeploymentDb,
  stored: StoredDefinition,
  language: string,
  format: TranslationFormat,
): Promise<{ mediaType: string; content: Uint8Array }> {
  const { tree, languages } = await formFor(db, stored, language)
  const { mediaType, write } = FORMATS[format]
  const content = await write(exchangeTexts(tree, languages.target) ?? [], stored.code_tag, languages)
  return { mediaType, content: typeof content === 'string' ? Buffer.from(content) : content }
}

/**
 * Returns texts of a form by their names, with the languages of their translation.
 * @throws TranslationRejected
 */
export async function namedTexts(
  db: DeploymentDb,
  stored: StoredDefinition,
  language: string,
  names: ReadonlySet<string>,
): Promise<{ texts: TranslatedText[]; languages: Languages }> {
  const { tree, languages } = await formFor(db, stored, language)
  return { texts: (translationOf(tree, language)?.texts ?? []).filter((text) => names.has(nameOfText(text))), languages }
}

/** What a file of translations changes, and whether the form did not have the language before. */
export interface PlannedTranslations extends Omit<TextPlan, 'operations'> {
  isNewLanguage: boolean
}

/** What an import of translations has changed, and where. */
export interface ImportedTranslations extends PlannedTranslations {
  /** The draft that was changed, or the new live version; null if nothing was changed. */
  into: 'draft' | number | null
}

/**
 * Returns what an import of a file would change.
 * @throws FileRejected if the file cannot be read, TranslationRejected
 */
export async function planTranslations(db: DeploymentDb, stored: StoredDefinition, file: TranslationFile): Promise<PlannedTranslations> {
  const { operations: _operations, ...plan } = (await read(db, stored, file)).plan
  return plan
}

/**
 * Takes the translations of a file into a form. They change the form's draft. Without a draft they change the texts of
 * the live version, as a new version. A new language begins a draft, because a language with missing texts must not go
 * live by itself.
 * @param db a transaction that holds the lock of `lockDefinition`
 * @param username the person who imports; an empty text for the command line
 * @param options `draftOnly`: the import begins a draft if there is none. `without`: names of texts that are not taken
 * @throws FileRejected if the file cannot be read, TranslationRejected
 */
export async function importTranslations(
  db: DeploymentDb,
  username: string,
  stored: StoredDefinition,
  file: TranslationFile,
  { draftOnly = false, without = [] }: { draftOnly?: boolean; without?: readonly string[] } = {},
): Promise<ImportedTranslations> {
  const { tree, added, plan } = await read(db, stored, file, new Set(without))
  const { operations, ...shown } = plan
  if (operations.length === 0) return { ...shown, into: null, isNewLanguage: false }
  if (stored.hasDraft || added || draftOnly) {
    await beginDraft(db, stored)
    const draft = added ? new DraftTree(await draftNodes(db, { ...stored, hasDraft: true })) : tree
    await storeInTree(db, username, stored.code_tag, { id: randomUUID(), kind: 'edit', operations: [...(added ? [added] : []), ...operations] }, draft)
    return { ...shown, into: 'draft' }
  }
  tree.edit(operations)
  await putDefinition(db, cleanDefinition(definitionOf(tree)), { publishedBy: username || null })
  return { ...shown, into: (await lockDefinition(db, stored.code_tag))?.live_version ?? null }
}

async function read(db: DeploymentDb, stored: StoredDefinition, { language, format, content }: TranslationFile, without: ReadonlySet<string> = new Set()) {
  if (content.length > MAX_TRANSLATION_FILE) throw new FileRejected('too_large', String(MAX_TRANSLATION_FILE))
  const { tree, languages, added } = await formFor(db, stored, language)
  const incoming = FORMATS[format].read(content, languages).filter(({ name }) => !without.has(name))
  return { tree, added, plan: { ...planTexts(tree, languages.target, incoming, FORMATS[format].toStored), isNewLanguage: added !== undefined } }
}

/** Reads a form for a language. If the form does not have the language, the tree has it, and `added` adds it. */
async function formFor(
  db: DeploymentDb,
  stored: StoredDefinition,
  language: string,
): Promise<{ tree: DraftTree; languages: Languages; added: DraftOperation | undefined }> {
  const tree = new DraftTree(await draftNodes(db, stored))
  const [main] = languageSteps(tree).keys()
  if (main === undefined || !isLanguage(main) || !isLanguage(language)) throw new TranslationRejected('language')
  if (main === language) throw new TranslationRejected('main_language')
  const added = newLanguage(tree, language, randomUUID)
  if (added) tree.edit([added])
  return { tree, languages: { source: main, target: language }, added }
}
