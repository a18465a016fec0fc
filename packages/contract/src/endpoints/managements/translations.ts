import { z } from 'zod'
import { code } from '../../form/code.ts'
import { MAX_SENT_TRANSLATIONS, TRANSLATION_FORMATS } from '../../form/translation-file.ts'
import { LANGUAGES } from '../../language.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const params = z.object({ code_tag: code, language: z.enum(LANGUAGES) })
const format = z.enum(TRANSLATION_FORMATS)
/** The content of a file in base64. */
const content = z.string().max(Math.ceil(MAX_SENT_TRANSLATIONS / 3) * 4)

/** Maximum number of changed and of refused texts that the difference of a file lists. */
export const LISTED_TRANSLATIONS = 500

const changedText = z.object({
  /** Name of the text: id of the original step or field, `#`, and the name of the text's place in it. */
  name: z.string(),
  /** Titles of the steps that lead to the text. */
  place: z.string(),
  source: z.string(),
  /** The translation that the form has; an empty text if there is none. */
  before: z.string(),
  after: z.string(),
  /** True if the original has changed since the file was written, so that the translation is already stale. */
  is_stale: z.boolean(),
})

const refusedText = z.object({
  name: z.string(),
  place: z.string(),
  target: z.string(),
  /** `unknown`: the form has no such text. `codes`: the tags or variables are not those of the original. */
  reason: z.enum(['unknown', 'codes']),
  missing: z.array(z.string()),
  extra: z.array(z.string()),
})

const difference = z.object({
  /** At most `LISTED_TRANSLATIONS` of the texts that the file changes. */
  changes: z.array(changedText),
  changed: z.number(),
  /** At most `LISTED_TRANSLATIONS` of the texts that cannot be taken. */
  refused: z.array(refusedText),
  refused_texts: z.number(),
  /** Number of texts in the file that are the same as in the form. */
  unchanged: z.number(),
  /** True if the form does not have the language, so that its steps are copied first. */
  is_new_language: z.boolean(),
  /** Sequence number of the last change of the draft, for the import. */
  sequence: z.number(),
})

export type TranslationDifference = z.infer<typeof difference>

const FILE_ERRORS = [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found', 'http_too_large'] as const
const base = { params, query: z.object({}), status: 200, bodyLimit: MAX_SENT_TRANSLATIONS * 1.5 } as const

export const exportTranslations = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/translations/{language}',
  summary: 'Download the texts of a definition for a translator, as XLIFF 2.1, CSV or a Word document: of its draft, or of its live version',
  params,
  query: z.object({ format }),
  status: 200,
  answer: z.unknown(),
  answerType: 'application/octet-stream',
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})

export const compareTranslations = endpoint({
  ...base,
  method: 'POST',
  path: '/managements/definitions/{code_tag}/translations/{language}/difference',
  summary: 'Show what a file of translations would change in a definition; changes nothing',
  body: z.object({ format, content }),
  answer: difference,
  errors: FILE_ERRORS,
  role: 'viewer',
  authoring: 'translator',
})

/** Maximum number of texts that one call has translated by a machine. */
const MACHINE_TEXTS = 50

export const translateByMachine = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/translations/{language}/machine',
  summary: `Have texts of a definition translated by the deployment’s translation service; changes nothing. At most ${MACHINE_TEXTS} texts`,
  params,
  query: z.object({}),
  body: z.object({ names: z.array(z.string().max(2_000)).min(1).max(MACHINE_TEXTS) }),
  status: 200,
  /** The translations whose tags and variables are those of the original. */
  answer: z.array(z.object({ name: z.string(), target: z.string() })),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found', 'forms_integrations0003', 'forms_integrations0004'],
  role: 'operator',
  authoring: 'translator',
})

export const getMachineTranslation = endpoint({
  method: 'GET',
  path: '/managements/machine-translation',
  summary: 'Tell whether the deployment has a translation service',
  params: z.object({}),
  query: z.object({}),
  status: 200,
  answer: z.object({ available: z.boolean() }),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'translator',
})

/** Maximum number of translations that the memory offers for a text. */
export const OFFERED_TRANSLATIONS = 5

const remembered = z.object({
  source: z.string(),
  target: z.string(),
  /** 1 for the same text, otherwise the share of common trigrams. */
  similarity: z.number(),
})

export type RememberedTranslation = z.infer<typeof remembered>

export const recallTranslations = endpoint({
  method: 'POST',
  path: '/managements/translation-memory',
  summary: `Find how published forms of the deployment translate a text, or similar texts; at most ${OFFERED_TRANSLATIONS}`,
  params: z.object({}),
  query: z.object({}),
  body: z.object({ from: z.enum(LANGUAGES), to: z.enum(LANGUAGES), text: z.string().min(1).max(2_000) }),
  status: 200,
  answer: z.array(remembered),
  errors: [...MANAGEMENT_ERRORS, 'forms0017'],
  role: 'viewer',
  authoring: 'translator',
  background: true,
})

export const importTranslations = endpoint({
  ...base,
  method: 'POST',
  path: '/managements/definitions/{code_tag}/translations/{language}',
  summary: 'Take the translations of a file into the draft of a definition, as the difference shows them',
  body: z.object({
    format,
    content,
    /** Sequence number that the difference returned. The call is refused if the draft has changed since. */
    sequence: z.number().int().min(0),
    /** Names of the texts that are not taken. */
    without: z.array(z.string().max(2_000)).max(LISTED_TRANSLATIONS).optional(),
  }),
  answer: z.object({ taken: z.number(), refused_texts: z.number(), unchanged: z.number(), is_new_language: z.boolean() }),
  errors: [...FILE_ERRORS, 'forms_mgmt0004'],
  role: 'operator',
  authoring: 'translator',
})
