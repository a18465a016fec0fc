import { randomUUID } from 'node:crypto'
import { type DraftOperation, LANGUAGES, type Language } from '@sportello/contract'
import { DraftTree, definitionOf, languageSteps } from '@sportello/editing'
import { beginDraft, draftNodes, lockDefinition, type StoredDefinition } from '../../catalogue/definitions/queries.ts'
import { cleanDefinition } from '../../catalogue/definitions/rules.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { storeInTree } from '../authoring/rules.ts'
import { putDefinition } from '../bundle/rules.ts'
import { readCsv, writeCsv } from './csv.ts'
import { type ExchangeText, FileRejected, type IncomingText } from './exchange-text.ts'
import { exchangeTexts, newLanguage, planTexts, type TextPlan } from './plan-texts.ts'
import { fromFile, readXliff, writeXliff } from './xliff.ts'

/** Maximum size of a file of translations in characters. A form of 10,000 steps has 12 million. */
const MAX_TRANSLATION_FILE = 64 * 1024 * 1024

interface Languages {
  source: string
  target: string
}

interface Format {
  write: (texts: readonly ExchangeText[], codeTag: string, languages: Languages) => string
  read: (content: string, languages: Languages) => IncomingText[]
  toStored: (text: string, isHtml: boolean) => string
}

const XLIFF: Format = { write: writeXliff, read: readXliff, toStored: fromFile }
const CSV: Format = { write: writeCsv, read: readCsv, toStored: (text) => text }
const FORMATS: Readonly<Record<string, Format>> = { xlf: XLIFF, xliff: XLIFF, csv: CSV }

/** Error for a call that cannot be answered: the definition or the language does not exist, or the format is unknown. */
export class TranslationRejected extends Error {
  readonly reason: 'definition' | 'language' | 'main_language' | 'format'

  constructor(reason: TranslationRejected['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Writes the texts of a form, of its draft or else of its live version, with their translations into one language. If
 * the form does not have the language, all texts are untranslated.
 * @param ending ending of the file's name, which determines the format: xlf, xliff or csv
 * @throws TranslationRejected
 */
export async function exportTranslations(db: DeploymentDb, codeTag: string, language: string, ending: string): Promise<string> {
  const format = formatOf(ending)
  const { tree, languages } = await formFor(db, codeTag, language, 'share')
  return format.write(exchangeTexts(tree, language) ?? [], codeTag, languages)
}

/** What an import of translations has changed, and where. */
export interface ImportedTranslations extends Omit<TextPlan, 'operations'> {
  /** The draft that was changed, or the new live version; null if nothing was changed. */
  into: 'draft' | number | null
  /** True if the form did not have the language before. */
  isNewLanguage: boolean
}

/**
 * Takes the translations of a file into a form. They change the form's draft. Without a draft they change the texts of
 * the live version, as a new version. A new language begins a draft, because a language with missing texts must not go
 * live by itself.
 * @param username the person who imports; an empty text for the command line
 * @throws FileRejected if the file cannot be read, TranslationRejected
 */
export async function importTranslations(
  db: DeploymentDb,
  username: string,
  { codeTag, language, ending, content }: { codeTag: string; language: string; ending: string; content: string },
): Promise<ImportedTranslations> {
  if (content.length > MAX_TRANSLATION_FILE) throw new FileRejected('too_large', String(MAX_TRANSLATION_FILE))
  const format = formatOf(ending)
  const { stored, tree, languages, added } = await formFor(db, codeTag, language, 'update')
  const { operations, ...plan } = planTexts(tree, language, format.read(content, languages), format.toStored)
  const isNewLanguage = added !== undefined
  if (operations.length === 0) return { ...plan, into: null, isNewLanguage: false }
  if (stored.hasDraft || isNewLanguage) {
    await beginDraft(db, stored)
    const draft = isNewLanguage ? new DraftTree(await draftNodes(db, { ...stored, hasDraft: true })) : tree
    await storeInTree(db, username, codeTag, { id: randomUUID(), kind: 'edit', operations: [...(added ? [added] : []), ...operations] }, draft)
    return { ...plan, into: 'draft', isNewLanguage }
  }
  tree.edit(operations)
  await putDefinition(db, cleanDefinition(definitionOf(tree)), { publishedBy: username || null })
  return { ...plan, into: (await lockDefinition(db, codeTag))?.live_version ?? null, isNewLanguage }
}

function formatOf(ending: string): Format {
  const format = Object.hasOwn(FORMATS, ending.toLowerCase()) ? FORMATS[ending.toLowerCase()] : undefined
  if (!format) throw new TranslationRejected('format')
  return format
}

/** Reads a form for a language. If the form does not have the language, the tree has it, and `added` adds it. */
async function formFor(
  db: DeploymentDb,
  codeTag: string,
  language: string,
  mode: 'share' | 'update',
): Promise<{ stored: StoredDefinition; tree: DraftTree; languages: Languages; added: DraftOperation | undefined }> {
  const stored = await lockDefinition(db, codeTag, mode)
  if (!stored) throw new TranslationRejected('definition')
  const tree = new DraftTree(await draftNodes(db, stored))
  const [main] = languageSteps(tree).keys()
  if (main === undefined || !LANGUAGES.includes(language as Language)) throw new TranslationRejected('language')
  if (main === language) throw new TranslationRejected('main_language')
  const added = newLanguage(tree, language, randomUUID)
  if (added) tree.edit([added])
  return { stored, tree, languages: { source: main, target: language }, added }
}
