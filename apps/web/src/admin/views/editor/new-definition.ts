import type { Definition, StartingForm } from '@sportello/contract'
import type { Imported } from '@sportello/importers'
import { manage } from '../../call.ts'

/** The ways in which an author can start a new definition. */
export const STARTS = ['blank', 'gallery', 'copy', 'outline', 'file'] as const
type Start = (typeof STARTS)[number]

/** Importable file formats of other products, with the names under which authors know them. */
export const FORMATS = { xlsform: 'XLSForm (.xlsx)', surveyjs: 'SurveyJS (JSON)', formio: 'Form.io (JSON)' } as const
export type Format = keyof typeof FORMATS

export interface NewDefinition {
  code: string
  title: string
  from: Start
  /** What the new definition is copied from: the name of a form template, or the code of a definition. */
  source: string
  outline: string
  format: Format
  file: File | undefined
}

/**
 * Returns the document of a new definition. If the definition was imported, also returns the notes of the import.
 * @throws CallError, ImportRejected
 */
export async function newDocument({ code, title, from, source, outline, format, file }: NewDefinition): Promise<Imported> {
  const found = await startingPoint({ from, source, outline, format, file })
  const tag_description = title.trim() || found.definition.tag_description || code
  return { ...found, definition: { ...found.definition, code_tag: code, tag_description } }
}

const EMPTY: Definition = { code_tag: '', tag_description: '', form_params: { auth_type: ['FREE'] }, form_fields: [], children: [] }

async function startingPoint({ from, source, outline, format, file }: Omit<NewDefinition, 'code' | 'title'>): Promise<Imported> {
  switch (from) {
    case 'blank':
      return { definition: EMPTY, notes: [] }
    case 'gallery':
      return { definition: await manage<Definition>('GET', `/gallery/${encodeURIComponent(source)}`), notes: [] }
    case 'copy':
      return { definition: await manage<Definition>('GET', `/definitions/${encodeURIComponent(source)}`), notes: [] }
    case 'outline': {
      const { importOutline } = await import('@sportello/importers')
      return importOutline(outline)
    }
    case 'file':
      return importFile(format, file)
  }
}

async function importFile(format: Format, file: File | undefined): Promise<Imported> {
  const { importFormIo, importSurveyJs, importXlsForm, ImportRejected, MAX_SOURCE_SIZE } = await import('@sportello/importers')
  if (!file) throw new ImportRejected('empty')
  if (file.size > MAX_SOURCE_SIZE) throw new ImportRejected('too_large', String(MAX_SOURCE_SIZE))
  if (format === 'xlsform') return importXlsForm(new Uint8Array(await file.arrayBuffer()))
  let document: unknown
  try {
    document = JSON.parse(await file.text())
  } catch {
    throw new ImportRejected('format')
  }
  return format === 'surveyjs' ? importSurveyJs(document) : importFormIo(document)
}

/**
 * Returns the title of a form template in the operator's language. If there is none, returns the title in the
 * template's main language.
 */
export function titleIn(language: string, { titles, languages, name }: StartingForm): string {
  return titles[language] ?? titles[languages[0] ?? ''] ?? name
}
