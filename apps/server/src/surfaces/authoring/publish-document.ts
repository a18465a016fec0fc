import type { Definition, ReportedFinding } from '@sportello/contract'
import { withOneLanguage } from '@sportello/editing'
import { editedDocument, liveDocument, lockDefinition, type StoredDefinition } from '../../catalogue/definitions/queries.ts'
import { audit } from '../../management/audit.ts'
import type { Operator } from '../../management/operator-session.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { bundleFault, putDefinition, readBundle } from '../bundle/rules.ts'

/** Maximum number of errors that the response to a rejected publication contains. */
const MAX_ERRORS = 100

/**
 * Checks a form definition by the same rules as an import.
 * @throws ApiError with the JSON Pointers of all errors, relative to the definition
 */
export async function validDefinition(document: unknown): Promise<Definition> {
  const { bundle, faults } = await readBundle({ definitions: [document] }, '.')
  const [definition] = bundle?.definitions ?? []
  if (!definition) throw bundleFault(faults.map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\/definitions\/0/, '') })))
  return definition
}

/**
 * Returns the document that a publication makes live: the draft, or the live version in which only one language is as in
 * the draft.
 * @throws ApiError forms_mgmt0001 if the draft does not have the language, or if nothing is live yet
 */
export async function documentToPublish(db: DeploymentDb, stored: StoredDefinition, language: string | undefined): Promise<Definition | undefined> {
  const draft = await editedDocument(db, stored)
  if (language === undefined || !draft) return draft
  const live = await liveDocument(db, stored.code_tag)
  const one = live && withOneLanguage(live, draft, language)
  if (!one) throw inputError('language', 'absent')
  return one
}

/** @throws ApiError with the places of all errors that the checks find in a definition */
export async function requireSound(definition: Definition, check: (definition: Definition) => Promise<ReportedFinding[]>): Promise<void> {
  const errors = (await check(definition)).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw bundleFault(errors.slice(0, MAX_ERRORS))
}

/** A document that is to be published, with the data about its publication. */
interface Publishable {
  document: Definition
  message: string | null
  urgent: boolean
  asked_by: string
  /** Names of the recorded tests that fail, and the reason why the document is published nevertheless. */
  tests?: { failing: string[]; reason: string }
}

/**
 * Makes a document the live version of a definition. A draft that equals the document is deleted; any other draft
 * stays.
 * @param operator the person who approved the publication; none for a planned publication
 * @returns the number of the live version
 */
export async function publishDocument(
  db: DeploymentDb,
  operator: Pick<Operator, 'username'>,
  { code_tag, live_version: before }: Pick<StoredDefinition, 'code_tag' | 'live_version'>,
  { document, message, urgent, asked_by, tests }: Publishable,
): Promise<number> {
  await putDefinition(db, document, { publishedBy: asked_by, message, urgent })
  const live_version = (await lockDefinition(db, code_tag))?.live_version ?? 0
  await audit(db, operator, {
    action: 'definition.publish',
    subject: code_tag,
    before: { live_version: before },
    after: {
      live_version,
      ...(message && { message }),
      ...(urgent && { urgent }),
      ...(tests && { tests }),
      ...(asked_by !== operator.username && { asked_by }),
    },
  })
  return live_version
}
