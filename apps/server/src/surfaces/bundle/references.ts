import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import type { BundleFault } from './bundle-fault.ts'

/** An error in a bundle. Several bundles may be imported together; the error contains the index of its bundle. */
export interface PlacedFault extends BundleFault {
  source: number
}

/**
 * Finds references to missing entries in bundles that are imported together: definitions of forms and of
 * recorded tests, and forms of accounts and tokens. A bundle may refer to entries of another bundle. Works on the unparsed bundles, so that it also
 * checks bundles with other errors.
 */
export async function referenceFaults(db: DeploymentDb, serviceName: string, documents: readonly unknown[]): Promise<PlacedFault[]> {
  const live = await db.selectFrom('definitions').select('code_tag').where('live_version', 'is not', null).execute()
  const customers = await db.selectFrom('customers').select('customer_code').execute()
  const definitions = new Set([...live.map(({ code_tag }) => code_tag), ...documents.flatMap((document) => codesIn(document, 'definitions', 'code_tag'))])
  const forms = new Set([...customers.map(({ customer_code }) => customer_code), ...documents.flatMap((document) => codesIn(document, 'forms', 'code_form'))])
  return documents.flatMap((document, source) => {
    const named = (list: string, key: string) => placedCodes(document, list, key)
    const faults: BundleFault[] = [
      ...[...named('forms', 'code_tag'), ...named('tests', 'code_tag')]
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

/** Collects the values of one key from all entries of a list in the bundle. Each value has its JSON Pointer. */
function placedCodes(document: unknown, list: string, key: string): { pointer: string; code: string }[] {
  return entriesOf(document, list).flatMap((entry, at) => {
    const code = isRecord(entry) ? entry[key] : undefined
    return typeof code === 'string' ? [{ pointer: `/${list}/${at}/${key}`, code }] : []
  })
}

/** Returns the list with the given name from an unparsed bundle; an empty list if the value is not a list. */
export function entriesOf(document: unknown, list: string): unknown[] {
  const entries = isRecord(document) ? document[list] : undefined
  return Array.isArray(entries) ? entries : []
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
