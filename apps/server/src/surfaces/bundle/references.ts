import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import type { BundleFault } from './bundle-fault.ts'

/** A fault and the document that it is in, by its place among those that are imported together. */
export interface PlacedFault extends BundleFault {
  source: number
}

/**
 * Finds what documents that are imported together name and nobody has: definitions of forms, forms of accounts and tokens. What one document
 * holds, another may name. Reads documents as they were written, so that one with faults of its own is checked too.
 */
export async function referenceFaults(db: DeploymentDb, serviceName: string, documents: readonly unknown[]): Promise<PlacedFault[]> {
  const live = await db.selectFrom('definitions').select('code_tag').where('live_version', 'is not', null).execute()
  const customers = await db.selectFrom('customers').select('customer_code').execute()
  const definitions = new Set([...live.map(({ code_tag }) => code_tag), ...documents.flatMap((document) => codesIn(document, 'definitions', 'code_tag'))])
  const forms = new Set([...customers.map(({ customer_code }) => customer_code), ...documents.flatMap((document) => codesIn(document, 'forms', 'code_form'))])
  return documents.flatMap((document, source) => {
    const named = (list: string, key: string) => placedCodes(document, list, key)
    const faults: BundleFault[] = [
      ...named('forms', 'code_tag')
        .filter(({ code }) => !definitions.has(code))
        .map(({ pointer, code }) => ({ pointer, message: `there is no definition "${code}"`, reason: ['no_definition', code] as const })),
      ...named('forms', 'code_form')
        .filter(({ code }) => code === serviceName)
        .map(({ pointer }) => ({ pointer, message: 'is the name of the API’s service', reason: ['reserved'] as const })),
      ...['accounts', 'tokens'].flatMap((list) =>
        named(list, 'form')
          .filter(({ code }) => !forms.has(code))
          .map(({ pointer, code }) => ({ pointer, message: `there is no form "${code}"`, reason: ['no_form', code] as const })),
      ),
    ]
    return faults.map((fault) => ({ ...fault, source }))
  })
}

const codesIn = (document: unknown, list: string, key: string) => placedCodes(document, list, key).map(({ code }) => code)

/** The texts under a key of a list's entries, each with its JSON Pointer. */
function placedCodes(document: unknown, list: string, key: string): { pointer: string; code: string }[] {
  return entriesOf(document, list).flatMap((entry, at) => {
    const code = isRecord(entry) ? entry[key] : undefined
    return typeof code === 'string' ? [{ pointer: `/${list}/${at}/${key}`, code }] : []
  })
}

/** A list of a document, whatever it holds. */
export function entriesOf(document: unknown, list: string): unknown[] {
  const entries = isRecord(document) ? document[list] : undefined
  return Array.isArray(entries) ? entries : []
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
